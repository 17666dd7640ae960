/** One line of a byte stream. */
export interface Line {
  /** Without its terminator and byte order mark; bytes that are no UTF-8 read as U+FFFD. */
  readonly text: string;
  /** Byte range within the stream, terminator included. */
  readonly start: number;
  readonly end: number;
  /** `""`: the stream ended first. */
  readonly terminator: "\n" | "\r\n" | "";
  readonly defect?: "utf8" | "bom" | "oversize";
}

/** Cuts a byte stream into lines, however it is chunked. */
export class LineReader {
  constructor(_options: { readonly capBytes: number }) {}
  push(_chunk: Buffer): readonly Line[] {
    throw new Error("not written yet");
  }
  end(): readonly Line[] {
    throw new Error("not written yet");
  }
}
