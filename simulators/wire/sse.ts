import { isUtf8 } from "node:buffer";

/** The fields of one block of an event stream. */
export interface SseFields {
  readonly event?: string;
  /** Data lines joined by line feeds; absent when the block had none. */
  readonly data?: string;
  readonly id?: string;
  /** Digits only; anything else is ignored. */
  readonly retry?: string;
  /** Comment lines joined by line feeds. */
  readonly comment?: string;
}

/** One block of an event stream; blocks without `data` are reported too, though a client dispatches nothing for them. */
export interface SseEvent extends SseFields {
  /**
   * Byte range within the stream. The blank line is included, but of its CRLF only the CR: a CR alone ends it too, and
   * waiting for what follows would hold an event back.
   */
  readonly start: number;
  readonly end: number;
  /** The stream ended inside it: a client discards it. */
  readonly incomplete?: true;
  /** `oversize`: the block outgrew the cap and its fields are cut there. */
  readonly defect?: "utf8" | "oversize";
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = [0xef, 0xbb, 0xbf];

type Block = { -readonly [field in keyof SseFields]: SseFields[field] };

/**
 * Cuts a byte stream into Server-Sent Events, however it is chunked (WHATWG HTML, "Interpreting an event stream").
 * Holds at most `capBytes` of an unfinished block.
 */
export class SseReader {
  readonly #capBytes: number;
  #position = 0;
  #start = 0;
  #afterCr = false;
  #line: Buffer[] = [];
  #lineBytes = 0;
  #blockBytes = 0;
  #block: Block | undefined;
  #defect: "utf8" | "oversize" | undefined;
  #bomSeen = 0;

  constructor(options: { readonly capBytes: number }) {
    this.#capBytes = options.capBytes;
  }

  push(chunk: Buffer): readonly SseEvent[] {
    const events: SseEvent[] = [];
    let from = this.#skipBom(chunk);
    let lf = chunk.indexOf(LF, from);
    let cr = chunk.indexOf(CR, from);
    while (from < chunk.length) {
      if (this.#afterCr) {
        this.#afterCr = false;
        if (chunk[from] === LF) {
          from++;
          this.#position++;
          continue;
        }
      }
      if (lf !== -1 && lf < from) lf = chunk.indexOf(LF, from);
      if (cr !== -1 && cr < from) cr = chunk.indexOf(CR, from);
      const at = lf === -1 ? cr : cr === -1 ? lf : Math.min(lf, cr);
      this.#hold(chunk.subarray(from, at === -1 ? chunk.length : at));
      if (at === -1) break;
      this.#position++;
      this.#afterCr = chunk[at] === CR;
      from = at + 1;
      if (this.#lineBytes === 0) this.#dispatch(events);
      else this.#takeLine();
    }
    return events;
  }

  /** The stream is over: gives the block that no blank line ended, if there is one. */
  end(): readonly SseEvent[] {
    if (this.#bomSeen > 0 && this.#bomSeen < 3) this.#notABom();
    if (this.#lineBytes > 0) this.#takeLine();
    const events: SseEvent[] = [];
    this.#dispatch(events, { incomplete: true });
    return events;
  }

  /** How far into the chunk the stream's leading byte order mark reaches. */
  #skipBom(chunk: Buffer): number {
    let from = 0;
    while (this.#bomSeen < 3 && from < chunk.length) {
      if (chunk[from] === BOM[this.#bomSeen]) {
        this.#bomSeen++;
        this.#position++;
        from++;
        continue;
      }
      this.#notABom();
    }
    return from;
  }

  /** What looked like a mark were the first bytes of a line. */
  #notABom(): void {
    const begun = Buffer.from(BOM.slice(0, this.#bomSeen));
    this.#position -= this.#bomSeen;
    this.#bomSeen = 3;
    this.#hold(begun);
  }

  #hold(bytes: Buffer): void {
    this.#position += bytes.length;
    this.#lineBytes += bytes.length;
    const room = this.#capBytes - this.#blockBytes;
    if (bytes.length > room) this.#defect = "oversize";
    if (room <= 0 || bytes.length === 0) return;
    const kept = bytes.subarray(0, room);
    this.#line.push(kept);
    this.#blockBytes += kept.length;
  }

  #takeLine(): void {
    const bytes = this.#line.length === 1 ? this.#line[0]! : Buffer.concat(this.#line);
    this.#line = [];
    this.#lineBytes = 0;
    this.#block ??= {};
    const block = this.#block;
    if (this.#defect === undefined && !isUtf8(bytes)) this.#defect = "utf8";
    const text = bytes.toString("utf8");
    const colon = text.indexOf(":");
    const name = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? "" : text.slice(text[colon + 1] === " " ? colon + 2 : colon + 1);
    if (colon === 0) block.comment = joined(block.comment, value);
    else if (name === "event") block.event = value;
    else if (name === "data") block.data = joined(block.data, value);
    else if (name === "id" && !value.includes("\0")) block.id = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) block.retry = value;
  }

  #dispatch(events: SseEvent[], flags: { readonly incomplete?: true } = {}): void {
    const block = this.#block;
    if (block) {
      const event: SseEvent = { start: this.#start, end: this.#position, ...block, ...flags };
      events.push(this.#defect ? { ...event, defect: this.#defect } : event);
    }
    this.#start = this.#position;
    this.#block = undefined;
    this.#blockBytes = 0;
    this.#defect = undefined;
  }
}

function joined(lines: string | undefined, line: string): string {
  return lines === undefined ? line : `${lines}\n${line}`;
}

/** Spells one event as bytes, its blank line included. */
export function writeSse(event: SseFields, options: { readonly newline?: "\n" | "\r\n" | "\r" } = {}): Buffer {
  const newline = options.newline ?? "\n";
  const lines: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value === undefined) return;
    for (const line of value.split(/\r\n|\n|\r/)) lines.push(`${name}: ${line}`);
  };
  add("", event.comment);
  add("event", event.event);
  add("id", event.id);
  add("retry", event.retry);
  add("data", event.data);
  return Buffer.from(lines.map((line) => line + newline).join("") + newline);
}
