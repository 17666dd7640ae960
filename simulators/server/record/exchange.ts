import type { FrameEvent, RawHeaders, Recorder } from "../../trace/events.ts";
import { mediaTypeOf } from "../../wire/headers.ts";
import type { WireMessage } from "../../wire/jsonrpc.ts";
import { readMessage } from "../../wire/message.ts";
import { type SseEvent, SseReader } from "../../wire/sse.ts";

const CAP = 64 * 1024 * 1024;

export interface ExchangePlace {
  readonly exchange: string;
  readonly channel: string;
  readonly scenario?: string;
}

export interface ExchangeOptions {
  readonly recorder: Recorder;
  readonly place: ExchangePlace;
  readonly method: string;
  readonly target: string;
  readonly headers: RawHeaders;
  /** What is wrong on purpose with a message of the answer. */
  readonly defectOf: (message: WireMessage) => string | undefined;
  /** Told of each event of a stream, once it is recorded. */
  readonly onEvent?: (event: SseEvent) => void;
}

/** Records one HTTP exchange of a client with the simulated server: what the client sends and what it is answered. */
export class ExchangeRecord {
  readonly #options: ExchangeOptions;
  #sse: SseReader | undefined;
  #answered: Buffer[] = [];
  #length = 0;
  #over = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { recorder, place, method, target, headers } = options;
    recorder.record({ kind: "http", phase: "request", from: "target", ...place, method, target, headers });
  }

  /** The request's body, whole. */
  body(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const { recorder, place } = this.#options;
    const base = { from: "target", ...place, stream: "request" } as const;
    recorder.record({ kind: "chunk", ...base, bytes });
    const { seq } = recorder.record({ kind: "frame", ...base, framing: "body", range: [0, bytes.length] });
    recorder.record({ kind: "message", ...base, message: readMessage(bytes.toString("utf8")), frame: seq });
  }

  head(status: number, reason: string, headers: RawHeaders): void {
    const { recorder, place } = this.#options;
    if (mediaTypeOf(headers) === "text/event-stream") this.#sse = new SseReader({ capBytes: CAP });
    recorder.record({ kind: "http", phase: "response", from: "peer", ...place, status, reason, headers });
  }

  write(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#options.recorder.record({ kind: "chunk", ...this.#answer(), bytes });
    this.#length += bytes.length;
    if (this.#sse) for (const event of this.#sse.push(bytes)) this.#event(event);
    else this.#answered.push(bytes);
  }

  /** `complete`: the whole answer has left; else the connection is gone, and `by` whom. */
  end(how: "complete" | "aborted-by-peer" | "aborted-by-target"): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#sse) for (const event of this.#sse.end()) this.#event(event);
    else this.#whole();
    const { recorder, place } = this.#options;
    const from = how === "aborted-by-target" ? "target" : "peer";
    recorder.record({ kind: "http", phase: "end", from, ...place, how });
  }

  #answer() {
    return { from: "peer", ...this.#options.place, stream: "body" } as const;
  }

  #event(event: SseEvent): void {
    const { start, end, incomplete, defect, ...fields } = event;
    const { recorder, onEvent } = this.#options;
    const sse: FrameEvent["sse"] = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    const { seq } = recorder.record({
      kind: "frame",
      ...this.#answer(),
      framing: "sse",
      range: [start, end],
      ...(defect === undefined ? {} : { defect }),
      ...(sse === undefined ? {} : { sse }),
    });
    onEvent?.(event);
    const carries = !incomplete && !!event.data && (event.event === undefined || event.event === "message");
    if (carries) this.#message(event.data!, seq);
  }

  #whole(): void {
    if (this.#length === 0) return;
    const text = Buffer.concat(this.#answered).toString("utf8");
    const message = readMessage(text);
    const carries = message.kind !== "invalid";
    const { seq } = this.#options.recorder.record({
      kind: "frame",
      ...this.#answer(),
      framing: "body",
      range: [0, this.#length],
      ...(carries ? {} : { text }),
    });
    if (carries) this.#message(text, seq);
  }

  #message(text: string, frame: number): void {
    const { recorder, defectOf } = this.#options;
    const message = readMessage(text);
    const defect = defectOf(message);
    recorder.record({
      kind: "message",
      ...this.#answer(),
      message,
      frame,
      ...(defect === undefined ? {} : { defect }),
    });
  }
}
