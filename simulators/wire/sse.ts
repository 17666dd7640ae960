/** The fields of one block of an event stream. */
export interface SseFields {
  readonly event?: string;
  /** Data lines joined by line feeds; absent when the block had none. */
  readonly data?: string;
  readonly id?: string;
  /** Digits only; anything else is ignored. */
  readonly retry?: string;
  readonly comment?: string;
}

export interface SseEvent extends SseFields {
  /** Byte range within the stream, the blank line included. */
  readonly start: number;
  readonly end: number;
  /** The stream ended inside it, or it outgrew the cap: a client does not dispatch it. */
  readonly incomplete?: true;
}

/** Cuts a byte stream into Server-Sent Events, however it is chunked. */
export class SseReader {
  constructor(_options: { readonly capBytes: number }) {}
  push(_chunk: Buffer): readonly SseEvent[] {
    throw new Error("not written yet");
  }
  end(): readonly SseEvent[] {
    throw new Error("not written yet");
  }
}

/** Spells one event as bytes, its blank line included. */
export function writeSse(_event: SseFields, _options: { readonly newline?: "\n" | "\r\n" | "\r" } = {}): Buffer {
  throw new Error("not written yet");
}
