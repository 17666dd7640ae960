import type { Clock } from "../clock/clock.ts";
import type { Patience } from "./connection.ts";

const REQUESTS = 4;
/** Part of its time that a request to a silent target gets; an answer that comes after all ends the silence. */
const SILENT_PART = 0.1;
/** So many requests in all without an answer in time, and those to come get a part of their time only. */
const MANY = 12;
const PATCHY_PART = 0.2;

/**
 * Learns that a target has stopped answering, or answers only some of what it is asked, so that each further request does
 * not wait its whole time for nothing. What then comes too late is a failure that rests on time, and so confirmed first.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #after: { readonly requests: number; readonly ms: number };
  #missed = 0;
  #inAll: number;
  #since: number;

  constructor(clock: Clock, patience: Patience) {
    this.#clock = clock;
    this.#after = patience.silentAfter ?? { requests: REQUESTS, ms: 2 * patience.answerMs };
    this.#inAll = patience.short === true ? MANY : 0;
    this.#since = clock.now();
  }

  answered(): void {
    this.#missed = 0;
    this.#since = this.#clock.now();
  }

  missed(): void {
    this.#missed += 1;
    this.#inAll += 1;
  }

  /** Requests in a row, up to the latest, that were not answered in time. */
  get count(): number {
    return this.#missed;
  }

  get lasting(): boolean {
    return this.#missed >= this.#after.requests && this.#clock.now() - this.#since >= this.#after.ms;
  }

  get patchy(): boolean {
    return this.#inAll >= MANY;
  }

  /** How long to wait for an answer where one would wait `deadlineMs`, ms. */
  deadline(deadlineMs: number): number {
    if (!Number.isFinite(deadlineMs)) return deadlineMs;
    if (this.lasting) return deadlineMs * SILENT_PART;
    return this.patchy ? deadlineMs * PATCHY_PART : deadlineMs;
  }
}
