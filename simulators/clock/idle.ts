import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./clock.ts";

const QUIET_MS = 3;
/** A wait this long says that the process was preempted: what it should have seen may still be on its way. */
const PREEMPTED_MS = 4 * QUIET_MS;
const TURNS = 8;

interface Pending {
  readonly due: number;
  readonly run: () => void;
}

/**
 * A virtual clock for peers that live in one process: its timers fire when due in real time or, when nothing is
 * happening, at once, by a jump of the clock to the next of them.
 * @param options.activity a count that changes whenever something happens, such as the events recorded so far
 */
export function createIdleClock(options: { activity(): number }): Clock & { stop(): void } {
  const timers: Pending[] = [];
  let jumped = 0;
  let watching = false;
  let stopped = false;

  const now = () => performance.now() + jumped;

  const runDue = () => {
    let ran = false;
    for (let next = timers[0]; next && next.due <= now() && !stopped; next = timers[0]) {
      timers.shift();
      ran = true;
      runOne(next);
    }
    return ran;
  };

  const watch = async () => {
    if (watching) return;
    watching = true;
    while (timers.length > 0 && !stopped) {
      const before = options.activity();
      const began = performance.now();
      await wait(QUIET_MS);
      for (let i = 0; i < TURNS; i++) await turn();
      if (stopped || runDue()) continue;
      if (options.activity() !== before || performance.now() - began > PREEMPTED_MS) continue;
      const next = timers[0];
      if (!next) continue;
      jumped += Math.max(0, next.due - now());
      runDue();
    }
    watching = false;
  };

  return {
    now,
    after(ms, run) {
      const timer: Pending = { due: now() + Math.max(0, ms), run };
      const later = timers.findIndex(({ due }) => due > timer.due);
      timers.splice(later === -1 ? timers.length : later, 0, timer);
      void watch();
      return {
        cancel() {
          const at = timers.indexOf(timer);
          if (at !== -1) timers.splice(at, 1);
        },
      };
    },
    stop() {
      stopped = true;
      timers.length = 0;
    },
  };
}

/** What a timer throws surfaces as it would from setTimeout, and the clock goes on. */
function runOne(timer: Pending): void {
  try {
    timer.run();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
