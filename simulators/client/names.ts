import type { Recorder } from "../trace/events.ts";

const counters = new WeakMap<Recorder, Map<string, number>>();

/** The next name with this prefix (`s1`, `s2`, ...), unique within the trace whichever connection asks. */
export function nameIn(recorder: Recorder, prefix: string): string {
  const counts = counters.get(recorder) ?? new Map<string, number>();
  counters.set(recorder, counts);
  const next = (counts.get(prefix) ?? 0) + 1;
  counts.set(prefix, next);
  return `${prefix}${next}`;
}
