import type { Readable } from "node:stream";
import { PassThrough } from "node:stream";

const KEPT_BYTES = 8 * 1024;
const HELD_BYTES = 1024 * 1024;

/** A child's stderr: always read, so that a flood never blocks the child, with its end remembered. */
export interface Tail {
  /** What a reader may take at its own pace; bytes beyond 1 MiB unread are dropped. */
  readonly stream: Readable;
  /** The last lines, at most `lines` of them. */
  last(lines?: number): string;
}

/** Reads `source` whatever happens downstream. */
export function tail(source: Readable): Tail {
  const stream = new PassThrough({ highWaterMark: HELD_BYTES });
  let kept = Buffer.alloc(0);
  source.on("data", (chunk: Buffer) => {
    kept =
      chunk.length >= KEPT_BYTES
        ? Buffer.from(chunk.subarray(-KEPT_BYTES))
        : Buffer.concat([kept, chunk]).subarray(-KEPT_BYTES);
    if (stream.writableLength + stream.readableLength < HELD_BYTES) stream.write(chunk);
  });
  source.once("end", () => stream.end());
  source.once("error", () => stream.end());
  source.once("close", () => stream.end());
  return { stream, last: (lines = 12) => kept.toString("utf8").trimEnd().split(/\r?\n/).slice(-lines).join("\n") };
}
