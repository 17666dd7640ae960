import type { Clock } from "../clock/clock.ts";
import type { Patience } from "./connection.ts";

/** So many requests in a row without an answer, over so many times the time for one, and the target counts as fallen silent. */
const REQUESTS = 4;
const ANSWERS = 2;
/** Part of its time that a request to a silent target gets; an answer that comes after all ends the silence. */
const PART = 0.1;

/** Learns that a target has stopped answering, so that each further request does not wait its whole time for nothing. */
export class Silence {
  readonly #clock: Clock;
  readonly #patience: Patience;
  #missed = 0;
  #since: number;

  constructor(clock: Clock, patience: Patience) {
    this.#clock = clock;
    this.#patience = patience;
    this.#since = clock.now();
  }

  answered(): void {
    this.#missed = 0;
    this.#since = this.#clock.now();
  }

  missed(): void {
    this.#missed += 1;
  }

  /** Requests in a row, up to the latest, that were not answered in time. */
  get count(): number {
    return this.#missed;
  }

  get lasting(): boolean {
    return this.#missed >= REQUESTS && this.#clock.now() - this.#since >= ANSWERS * this.#patience.answerMs;
  }

  /** How long to wait for an answer where one would wait `deadlineMs`, ms. */
  deadline(deadlineMs: number): number {
    return this.lasting && Number.isFinite(deadlineMs) ? deadlineMs * PART : deadlineMs;
  }
}
