import type { TraceStep } from "../../schemas/report.ts";
import type { TraceEvent } from "../../simulators/trace/events.ts";
import type { PlacedStep } from "./steps.ts";

const STEPS = 2_000;
const BYTES = 1024 * 1024;

/** A step with the event it was made of. */
export interface Held extends PlacedStep {
  /** Only of what the peer sent: it is ours, and small. */
  readonly event: TraceEvent | undefined;
}

/** The last steps of a lane, bounded in number and bytes. */
export class Recent {
  readonly #held: Held[] = [];
  #from = 0;
  #bytes = 0;

  push(held: Held): void {
    this.#held.push(held);
    this.#bytes += sizeOf(held.step);
    while (this.#held.length - this.#from > STEPS || (this.#bytes > BYTES && this.#held.length - this.#from > 1)) {
      this.#bytes -= sizeOf(this.#held[this.#from]!.step);
      this.#from += 1;
    }
    // What is out is let go many at a time, so that it costs little per step.
    if (this.#from > 64 && this.#from > this.#held.length / 2) {
      this.#held.splice(0, this.#from);
      this.#from = 0;
    }
  }

  all(): readonly Held[] {
    return this.#held.slice(this.#from);
  }
}

/** About what a step takes as JSON. */
export function sizeOf({ text, base64, head }: TraceStep): number {
  return 200 + (text?.length ?? 0) + (base64?.length ?? 0) + (head?.length ?? 0);
}
