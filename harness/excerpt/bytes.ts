import { isUtf8 } from "node:buffer";
import type { ChunkEvent, EventBase, FrameEvent } from "../../simulators/trace/events.ts";
import type { Redactor } from "../../simulators/trace/secrets.ts";

/** Bytes of one step that are kept. */
const KEPT = 8 * 1024;
/** Read beyond that, so that a secret at the border is seen whole before anything is cut. */
const WINDOW = 2 * KEPT;
/** Streams with bytes that are in no frame yet; older ones are let go. */
const STREAMS = 256;

/** Bytes as a report shows them. */
export type Shown = { readonly cut?: number } & (
  | { readonly text: string }
  | { readonly base64: string }
  | Record<never, never>
);

/** Remembers the bytes of each stream until a frame claims them, no more than a step can show. */
export class Bytes {
  readonly #streams = new Map<string, { start: number; end: number; chunks: Buffer[]; gap: boolean }>();

  push(event: ChunkEvent): void {
    const key = keyOf(event);
    const stream = this.#streams.get(key) ?? { start: 0, end: 0, chunks: [], gap: false };
    this.#streams.delete(key);
    this.#streams.set(key, stream);
    if (!stream.gap && stream.end - stream.start < WINDOW) stream.chunks.push(event.bytes);
    else stream.gap = true;
    if (event.elided !== undefined) stream.gap = true;
    stream.end += event.bytes.length + (event.elided ?? 0);
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > STREAMS && oldest !== undefined) this.#streams.delete(oldest);
  }

  /** The first bytes of a frame, undefined where they are not held; those up to its end are let go. */
  claim(event: FrameEvent): Buffer | undefined {
    const stream = this.#streams.get(keyOf(event));
    const [start, end] = event.range;
    if (stream === undefined || start < stream.start) return undefined;
    const held = stream.chunks.length === 1 ? stream.chunks[0]! : Buffer.concat(stream.chunks);
    const from = start - stream.start;
    const bytes = held.subarray(from, Math.min(end - stream.start, from + WINDOW));
    const rest = held.subarray(end - stream.start);
    // After a gap the places of what is held are known again from the stream's end on.
    stream.start = stream.gap ? stream.end : end;
    stream.chunks = stream.gap || rest.length === 0 ? [] : [rest];
    stream.gap = false;
    return bytes.length === 0 && end > start ? undefined : Buffer.from(bytes);
  }
}

/** The first bytes, secrets replaced. `length`: of all there were. */
export function show(bytes: Buffer, length: number, redactor: Redactor): Shown {
  const window = bytes.subarray(0, WINDOW);
  const whole = utf8Prefix(window, window.length < length);
  if (whole === undefined) {
    const clean = Buffer.from(redactor.text(window.toString("latin1")), "latin1").subarray(0, KEPT);
    return { base64: clean.toString("base64"), ...left(length - Math.min(window.length, KEPT)) };
  }
  const clean = Buffer.from(redactor.text(whole));
  const text = utf8Prefix(clean.subarray(0, KEPT), clean.length > KEPT) ?? "";
  return { text, ...left(length - Buffer.byteLength(whole) + clean.length - Buffer.byteLength(text)) };
}

function left(count: number): { readonly cut?: number } {
  return count > 0 ? { cut: count } : {};
}

/** The bytes as text; where they were cut, without the half of a character at the end. undefined: no UTF-8. */
function utf8Prefix(bytes: Buffer, wasCut: boolean): string | undefined {
  for (let short = 0; short <= (wasCut ? 3 : 0) && short <= bytes.length; short++) {
    const prefix = bytes.subarray(0, bytes.length - short);
    if (isUtf8(prefix)) return prefix.toString("utf8");
  }
  return undefined;
}

function keyOf({ process, channel, exchange, stream, from }: EventBase): string {
  return [process, channel, exchange, stream, from].join(" ");
}
