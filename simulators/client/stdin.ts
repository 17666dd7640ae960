import type { Writable } from "node:stream";
import type { WireMessage } from "../wire/jsonrpc.ts";
import { readMessage } from "../wire/message.ts";
import { LineReader } from "../wire/ndjson.ts";
import type { Channel } from "./channel.ts";

export interface StdinOptions {
  readonly scenario: string | undefined;
  readonly defect: string | undefined;
}

const DONE = Promise.resolve();

/** The target's standard input: everything written is recorded first, cut into lines as the target will see them. */
export class Stdin {
  readonly #channel: Channel;
  readonly #stream: Writable;
  #position = 0;
  /** Reads our own raw bytes from where the last whole line ended; undefined while nothing is left unfinished. */
  #reader: LineReader | undefined;
  #readerAt = 0;
  #drained: Promise<void> | undefined;
  /** Why it takes nothing any more. */
  broken: string | undefined;
  lastSeq = 0;

  constructor(channel: Channel, stream: Writable) {
    this.#channel = channel;
    this.#stream = stream;
    stream.on("error", (error: Error) => {
      this.broken ??= `the target's stdin: ${error.message}`;
    });
    stream.on("close", () => {
      this.broken ??= "the target's stdin is closed";
    });
  }

  get open(): boolean {
    return this.broken === undefined && !this.#stream.writableEnded && !this.#stream.destroyed;
  }

  /** One message and a line feed. */
  line(text: string | Buffer, message: WireMessage, options: StdinOptions): Promise<void> {
    const bytes = Buffer.from(typeof text === "string" ? `${text}\n` : Buffer.concat([text, Buffer.from("\n")]));
    const whole = this.#reader === undefined && bytes.indexOf(0x0a) === bytes.length - 1;
    if (!whole) return this.bytes(bytes, options);
    const place = this.#place(options);
    const start = this.#position;
    this.#chunk(bytes, options);
    const frame = this.#channel.recorder.record({
      kind: "frame",
      ...place,
      framing: "line",
      range: [start, this.#position],
      terminator: "\n",
    });
    this.#message(message, frame.seq, options);
    return this.#write(bytes);
  }

  bytes(bytes: Buffer, options: StdinOptions): Promise<void> {
    if (this.#reader === undefined) {
      this.#reader = new LineReader({ capBytes: this.#channel.caps.lineBytes });
      this.#readerAt = this.#position;
    }
    const base = this.#readerAt;
    this.#chunk(bytes, options);
    for (const line of this.#reader.push(bytes)) {
      const blank = line.text.trim() === "" && line.defect === undefined;
      const frame = this.#channel.recorder.record({
        kind: "frame",
        ...this.#place(options),
        framing: "line",
        range: [base + line.start, base + line.end],
        terminator: line.terminator,
        ...(line.defect === undefined ? {} : { defect: line.defect }),
        ...(blank ? { text: line.text } : {}),
      });
      const message = blank
        ? undefined
        : readMessage(line.text, line.defect === undefined ? {} : { defect: line.defect });
      if (message) this.#message(message, frame.seq, options);
    }
    if (bytes.at(-1) === 0x0a) this.#reader = undefined;
    return this.#write(bytes);
  }

  end(): void {
    this.broken ??= "the peer ended the target's input";
    this.#stream.end();
  }

  #place(options: StdinOptions) {
    return { from: "peer", ...this.#channel.place(options.scenario), stream: "stdin" } as const;
  }

  #chunk(bytes: Buffer, options: StdinOptions): void {
    this.#position += bytes.length;
    this.lastSeq = this.#channel.recorder.record({ kind: "chunk", ...this.#place(options), bytes }).seq;
  }

  #message(message: WireMessage, frame: number, options: StdinOptions): void {
    this.#channel.remember(message, options.scenario);
    const marked = options.defect === undefined ? {} : { defect: options.defect };
    this.lastSeq = this.#channel.recorder.record({
      kind: "message",
      ...this.#place(options),
      message,
      frame,
      ...marked,
    }).seq;
  }

  /** Settles when the target has room again; never rejects. */
  #write(bytes: Buffer): Promise<void> {
    if (this.#stream.write(bytes)) return DONE;
    this.#drained ??= new Promise((resolve) => {
      const done = () => {
        this.#drained = undefined;
        this.#stream.off("drain", done);
        this.#stream.off("close", done);
        resolve();
      };
      this.#stream.on("drain", done);
      this.#stream.on("close", done);
    });
    return this.#drained;
  }
}
