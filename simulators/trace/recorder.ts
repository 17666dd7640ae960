import type { Clock } from "../clock/clock.ts";
import type { HeadEvent, Recorder, TraceEvent, Unplaced } from "./events.ts";

export interface RecorderOptions {
  readonly clock: Clock;
  /** Events held for later reading; beyond it the oldest chunks go first, then the oldest of all but the head. Default 200,000. */
  readonly heldEvents?: number;
  /** Chunk bytes held; held chunks beyond it carry none, only their number. Default 64 MiB. */
  readonly heldBytes?: number;
}

/** A recorder whose listeners' errors are kept apart from the recording. */
export interface CollectingRecorder extends Recorder {
  /** What listeners threw; at most 100. */
  readonly errors: readonly unknown[];
}

const MAX_ERRORS = 100;
const NOTHING = Buffer.alloc(0);

/** Begins a trace with its head event. Listeners get every event whole, whatever is held. */
export function createRecorder(
  head: Omit<HeadEvent, "seq" | "t" | "kind" | "from" | "format">,
  options: RecorderOptions,
): CollectingRecorder {
  const { clock, heldEvents = 200_000, heldBytes = 64 * 1024 * 1024 } = options;
  const began = clock.now();
  const placedHead: HeadEvent = { seq: 0, t: 0, kind: "head", from: "harness", format: 1, ...head };
  const held: TraceEvent[] = [placedHead];
  const errors: unknown[] = [];
  const waiting: TraceEvent[] = [];
  let listeners: readonly ((event: TraceEvent) => void)[] = [];
  let bytes = 0;
  let seq = 1;
  let delivering = false;

  const hold = (event: TraceEvent) => {
    if (event.kind === "chunk" && bytes + event.bytes.length > heldBytes) {
      held.push({ ...event, bytes: NOTHING, elided: (event.elided ?? 0) + event.bytes.length });
    } else {
      if (event.kind === "chunk") bytes += event.bytes.length;
      held.push(event);
    }
    // Room is made for a tenth at a time, so that it costs little per event.
    if (held.length > heldEvents * 1.1) bytes -= makeRoom(held, heldEvents);
  };

  const deliver = () => {
    if (delivering) return;
    delivering = true;
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          if (errors.length < MAX_ERRORS) errors.push(error);
        }
      }
    }
    delivering = false;
  };

  return {
    head: placedHead,
    events: held,
    errors,
    record<E extends Unplaced>(event: E) {
      const placed = { seq: seq++, t: clock.now() - began, ...event };
      hold(placed as TraceEvent);
      // A listener may record; its event comes after this one for every listener.
      waiting.push(placed as TraceEvent);
      deliver();
      return placed;
    },
    listen(listener) {
      const own = (event: TraceEvent) => listener(event);
      listeners = [...listeners, own];
      return () => {
        listeners = listeners.filter((other) => other !== own);
      };
    },
  };
}

/** Leaves at most `limit` events in the list; gives the chunk bytes that went. */
function makeRoom(held: TraceEvent[], limit: number): number {
  let excess = held.length - limit;
  let freed = 0;
  const withoutChunks = held.filter((event) => {
    if (excess <= 0 || event.kind !== "chunk") return true;
    excess--;
    freed += event.bytes.length;
    return false;
  });
  withoutChunks.splice(1, excess);
  held.length = 0;
  for (const event of withoutChunks) held.push(event);
  return freed;
}
