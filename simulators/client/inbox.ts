import type { Clock } from "../clock/clock.ts";
import type { MessageEvent } from "../trace/events.ts";

type Fits = (event: MessageEvent) => boolean;

export interface WaitOptions {
  /** Only messages after this one. */
  readonly since?: number;
  /** ms; Infinity waits for the inbox's end. */
  readonly deadlineMs: number;
  /** Gives up when this settles. */
  readonly stop?: PromiseLike<unknown>;
}

interface Waiter {
  readonly fits: Fits;
  settle(event: MessageEvent | undefined): void;
  reject(error: unknown): void;
}

export interface InboxOptions {
  readonly clock: Clock;
  readonly cap: number;
  /** Told when messages are let go because of the caps. */
  readonly onDropped?: () => void;
}

/** Text that is held in all, in characters: messages may be large as well as many. */
const HELD = 32 * 1024 * 1024;
const KEPT = 0.75;

/** Messages in the order they came, the newest `cap` of them, and those who wait for one. */
export class Inbox {
  readonly #clock: Clock;
  readonly #cap: number;
  readonly #onDropped: () => void;
  readonly #waiters = new Set<Waiter>();
  #held: MessageEvent[] = [];
  #size = 0;
  #ended = false;

  constructor(options: InboxOptions) {
    this.#clock = options.clock;
    this.#cap = options.cap;
    this.#onDropped = options.onDropped ?? (() => {});
  }

  get all(): readonly MessageEvent[] {
    return this.#held;
  }

  add(event: MessageEvent): void {
    this.#held.push(event);
    this.#size += event.message.text.length;
    if (this.#held.length > this.#cap || this.#size > HELD) this.#makeRoom();
    for (const waiter of [...this.#waiters]) {
      // What a caller's own test throws goes to that caller, not into the transport.
      try {
        if (waiter.fits(event)) waiter.settle(event);
      } catch (error) {
        waiter.reject(error);
      }
    }
  }

  #makeRoom(): void {
    let from = this.#held.length - 1;
    let size = this.#held[from]!.message.text.length;
    const most = Math.ceil(this.#cap * KEPT);
    while (from > 0 && this.#held.length - from < most) {
      const more = this.#held[from - 1]!.message.text.length;
      if (size + more > HELD * KEPT) break;
      size += more;
      from -= 1;
    }
    this.#held = this.#held.slice(from);
    this.#size = size;
    this.#onDropped();
  }

  /** Messages after `seq` and before `end`. */
  between(seq: number, end = Number.POSITIVE_INFINITY): readonly MessageEvent[] {
    const from = this.#firstAfter(seq);
    const to = end === Number.POSITIVE_INFINITY ? this.#held.length : this.#firstAfter(end - 1);
    return this.#held.slice(from, to);
  }

  /** The first message, past or future, that fits; undefined at the deadline or when nothing can come any more. */
  until(fits: Fits, options: WaitOptions): Promise<MessageEvent | undefined> {
    const from = options.since === undefined ? 0 : this.#firstAfter(options.since);
    for (let i = from; i < this.#held.length; i++) if (fits(this.#held[i]!)) return Promise.resolve(this.#held[i]);
    if (this.#ended || options.deadlineMs <= 0) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(options.deadlineMs)
        ? this.#clock.after(options.deadlineMs, () => waiter.settle(undefined))
        : undefined;
      const leave = () => {
        timer?.cancel();
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        fits,
        settle: (event) => {
          leave();
          resolve(event);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      this.#waiters.add(waiter);
      const give = () => waiter.settle(undefined);
      options.stop?.then(give, give);
    });
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
    for (const waiter of [...this.#waiters]) waiter.settle(undefined);
  }

  #firstAfter(seq: number): number {
    let low = 0;
    let high = this.#held.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#held[middle]!.seq > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
