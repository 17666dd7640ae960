import type { FrameEvent, MessageEvent, Recorder, Unplaced } from "../trace/events.ts";
import { readMessage } from "../wire/message.ts";
import { type SseEvent, SseReader } from "../wire/sse.ts";
import type { Amount, Caps } from "./connection.ts";
import type { Flood } from "./flood.ts";

/** Raw text of an event stream that is kept for evidence. */
const STREAM_TEXT = 1024 * 1024;

export interface BodyPlace {
  readonly process?: string;
  readonly channel: string;
  readonly exchange: string;
  readonly scenario?: string;
}

export interface BodyReaderOptions {
  readonly status: number;
  readonly mediaType: string;
  readonly place: BodyPlace;
  readonly recorder: Recorder;
  readonly caps: Caps;
  readonly flood: Flood;
  readonly onMessage: (event: MessageEvent) => void;
  /** Every event of a stream, after it was recorded and before its message is. */
  readonly onEvent: (event: SseEvent) => void;
}

/** Finds frames and messages in the body of a response while it comes, and records them. */
export class BodyReader {
  readonly #options: BodyReaderOptions;
  readonly #sse: SseReader | undefined;
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  #bytes = 0;
  #flooded = false;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
    if (options.mediaType === "text/event-stream") this.#sse = new SseReader({ capBytes: options.caps.lineBytes });
  }

  get streaming(): boolean {
    return this.#sse !== undefined;
  }

  /** The body outgrew its cap. */
  get over(): boolean {
    return this.#bytes > this.#options.caps.bodyBytes || this.#flooded;
  }

  get text(): string {
    return Buffer.concat(this.#held).toString("utf8");
  }

  push(chunk: Buffer): void {
    this.#options.recorder.record({ kind: "chunk", ...this.#place(), bytes: chunk });
    this.#bytes += chunk.length;
    this.#count({ bytes: chunk.length });
    const room = (this.#sse ? STREAM_TEXT : this.#options.caps.bodyBytes) - this.#heldBytes;
    if (room > 0) {
      const kept = chunk.subarray(0, room);
      this.#held.push(kept);
      this.#heldBytes += kept.length;
    }
    for (const event of this.#sse?.push(chunk) ?? []) {
      this.#count({ frames: 1 });
      if (this.#flooded) return;
      this.#take(event);
    }
  }

  #count(amount: Partial<Amount>): void {
    this.#options.flood.came(amount);
    this.#flooded ||= this.#options.flood.over !== undefined;
  }

  /** The body is over, whole or not. */
  end(complete: boolean): void {
    if (this.#sse) {
      if (!this.over) for (const event of this.#sse.end()) this.#take(event);
    } else if (this.#bytes > 0) this.#whole(complete);
  }

  #place() {
    return { from: "target", ...this.#options.place, stream: "body" } as const;
  }

  #take(event: SseEvent): void {
    const { start, end, incomplete, defect, ...fields } = event;
    const sse: FrameEvent["sse"] = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    const carries = !incomplete && !!event.data && (event.event === undefined || event.event === "message");
    const frame: Unplaced<FrameEvent> = {
      kind: "frame",
      ...this.#place(),
      framing: "sse",
      range: [start, end],
      ...(defect === undefined ? {} : { defect }),
      ...(sse === undefined ? {} : { sse }),
    };
    const { seq } = this.#options.recorder.record(frame);
    this.#options.onEvent(event);
    if (carries) this.#message(event.data!, seq, defect);
  }

  #whole(complete: boolean): void {
    const { status, mediaType, recorder } = this.#options;
    const text = this.text;
    const message = complete && !this.over ? readMessage(text) : undefined;
    // Refusals may have any body, and so may what does not claim to be JSON: only a message counts there.
    const promised = status >= 200 && status < 300 && (mediaType === "application/json" || mediaType.endsWith("+json"));
    const carries = message !== undefined && text.trim() !== "" && (promised || message.kind !== "invalid");
    const { seq } = recorder.record({
      kind: "frame",
      ...this.#place(),
      framing: "body",
      range: [0, this.#bytes],
      ...(this.over ? { defect: "oversize" as const } : {}),
      ...(carries ? {} : { text }),
    });
    if (carries) this.#options.onMessage(recorder.record({ kind: "message", ...this.#place(), message, frame: seq }));
  }

  #message(text: string, frame: number, defect: "utf8" | "oversize" | undefined): void {
    const message = readMessage(text, defect === undefined ? {} : { defect });
    this.#options.onMessage(this.#options.recorder.record({ kind: "message", ...this.#place(), message, frame }));
  }
}
