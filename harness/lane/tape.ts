import type { Clock } from "../../simulators/clock/clock.ts";
import type { Reducer } from "../../simulators/trace/context.ts";
import type { HeadEvent, Recorder } from "../../simulators/trace/events.ts";
import { traceWriter } from "../../simulators/trace/file.ts";
import { createRecorder } from "../../simulators/trace/recorder.ts";
import { createReducer } from "../../simulators/trace/reduce.ts";
import type { ExcerptBudget } from "../excerpt/budget.ts";
import { ExcerptKeeper } from "../excerpt/keeper.ts";

export interface TapeContext {
  readonly clock: Clock;
  readonly secrets: readonly string[];
  readonly traceDir: string | undefined;
  /** Absent: no excerpts are kept. */
  readonly excerpts?: ExcerptBudget;
  /** Told of every event, e.g. so that a virtual clock knows when nothing is happening. */
  readonly onEvent?: () => void;
}

/** What one lane is recorded with. */
export interface Tape {
  readonly recorder: Recorder;
  /** Fed by whoever opened the tape, once its own listeners are there. */
  readonly reducer: Reducer;
  readonly keeper: ExcerptKeeper | undefined;
  /** File name of the trace, where one is written. */
  readonly trace: string | undefined;
  close(): Promise<void>;
}

/** Begins the recording of a lane: its trace file and its excerpts, where they are wanted. */
export function openTape(
  head: Pick<HeadEvent, "role" | "revision" | "transport" | "lane" | "seed" | "catalogue">,
  { clock, secrets, traceDir, excerpts, onEvent }: TapeContext,
): Tape {
  const { revision, transport, lane } = head;
  // Judged as it comes, written as it comes: nothing reads it again.
  const recorder = createRecorder(head, { clock, heldEvents: 1 });
  const trace =
    traceDir === undefined ? undefined : `${revision}-${transport}-${lane.replaceAll(/[^A-Za-z0-9]+/g, "-")}.jsonl`;
  const writer = trace === undefined ? undefined : traceWriter(`${traceDir}/${trace}`, { secrets });
  if (writer !== undefined) {
    for (const event of recorder.events) writer.listener(event);
    recorder.listen(writer.listener);
  }
  if (onEvent !== undefined) recorder.listen(onEvent);
  const keeper = excerpts && new ExcerptKeeper(`${revision} ${transport}`, excerpts, secrets);
  if (keeper !== undefined) recorder.listen((event) => keeper.take(event));
  return {
    recorder,
    reducer: createReducer(recorder.head),
    keeper,
    trace,
    close: async () => {
      await writer?.close();
    },
  };
}
