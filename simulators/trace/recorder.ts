import type { Clock } from "../clock/clock.ts";
import type { HeadEvent, Recorder } from "./events.ts";

export interface RecorderOptions {
  readonly clock: Clock;
  /** Events held for later reading; beyond it the oldest chunks go first. Default 200,000. */
  readonly heldEvents?: number;
  /** Chunk bytes held; beyond it held chunks carry none. Default 64 MiB. */
  readonly heldBytes?: number;
}

/** A recorder whose listeners' errors are kept apart from the recording. */
export interface CollectingRecorder extends Recorder {
  /** What listeners threw. */
  readonly errors: readonly unknown[];
}

/** Begins a trace with its head event. */
export function createRecorder(
  _head: Omit<HeadEvent, "seq" | "t" | "kind" | "from" | "format">,
  _options: RecorderOptions,
): CollectingRecorder {
  throw new Error("not written yet");
}
