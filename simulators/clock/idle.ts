import type { Clock } from "./clock.ts";

/** A virtual clock for in-process proving: when nothing happens, it jumps to the next timer. */
export function createIdleClock(_options: { activity(): number }): Clock & { stop(): void } {
  throw new Error("not written yet");
}
