import { isUtf8 } from "node:buffer";

/** One line of a byte stream. */
export interface Line {
  /** Without its terminator and byte order mark; bytes that are no UTF-8 read as U+FFFD. */
  readonly text: string;
  /** Byte range within the stream, terminator included. */
  readonly start: number;
  readonly end: number;
  /** `""`: the stream ended first. */
  readonly terminator: "\n" | "\r\n" | "";
  /** `oversize`: the line outgrew the cap; `text` holds what fits under it. */
  readonly defect?: "utf8" | "bom" | "oversize";
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Cuts a byte stream into lines, however it is chunked. Holds at most `capBytes` of an unfinished line. */
export class LineReader {
  readonly #capBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Length of the unfinished line, what was not held included. */
  #length = 0;
  #lastByte = 0;
  #start = 0;

  constructor(options: { readonly capBytes: number }) {
    this.#capBytes = options.capBytes;
  }

  push(chunk: Buffer): readonly Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      this.#hold(chunk.subarray(from, at));
      lines.push(this.#finish(true));
      from = at + 1;
    }
    this.#hold(chunk.subarray(from));
    return lines;
  }

  /** The stream is over: gives the line that no terminator ended, if there is one. */
  end(): readonly Line[] {
    return this.#length === 0 ? [] : [this.#finish(false)];
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    this.#lastByte = bytes[bytes.length - 1]!;
    // One byte beyond the cap is room for the CR of a terminator.
    const room = this.#capBytes + 1 - this.#heldBytes;
    if (room <= 0) return;
    const kept = bytes.subarray(0, room);
    this.#held.push(kept);
    this.#heldBytes += kept.length;
  }

  #finish(terminated: boolean): Line {
    const carriageReturn = terminated && this.#length > 0 && this.#lastByte === CR;
    const length = this.#length - (carriageReturn ? 1 : 0);
    const bytes = Buffer.concat(this.#held).subarray(0, Math.min(length, this.#capBytes));
    const start = this.#start;
    const end = start + this.#length + (terminated ? 1 : 0);
    this.#held = [];
    this.#heldBytes = 0;
    this.#length = 0;
    this.#start = end;

    const bom = bytes.subarray(0, 3).equals(BOM);
    const defect = length > this.#capBytes ? "oversize" : !isUtf8(bytes) ? "utf8" : bom ? "bom" : undefined;
    const text = bytes.toString("utf8", bom ? 3 : 0);
    const line: Line = { text, start, end, terminator: carriageReturn ? "\r\n" : terminated ? "\n" : "" };
    return defect ? { ...line, defect } : line;
  }
}
