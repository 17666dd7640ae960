import type { TraceEvent } from "./events.ts";

/** Writes a trace as JSON Lines, one event a line. */
export interface TraceWriter {
  readonly listener: (event: TraceEvent) => void;
  /** Settles when all is on disk. Throws: the file could not be written. */
  close(): Promise<void>;
}

/** Opens a trace file; give `listener` to a recorder. `secrets` are replaced wherever they occur. */
export function traceWriter(_path: string, _options: { readonly secrets?: readonly string[] } = {}): TraceWriter {
  throw new Error("not written yet");
}

/** Reads a trace file event by event. Throws: the file is foreign or truncated, with the line and what was expected. */
export async function* readTrace(_path: string): AsyncGenerator<TraceEvent> {
  throw new Error("not written yet");
}
