/** A pending wait that can be given up. */
export interface Timer {
  cancel(): void;
}

/** The one injected place time comes from. Times are ms, monotonic, from an arbitrary origin. */
export interface Clock {
  now(): number;
  after(ms: number, run: () => void): Timer;
}

/** The machine's monotonic clock. */
export const realClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const handle = setTimeout(run, ms);
    return { cancel: () => clearTimeout(handle) };
  },
};

/** Resolves after `ms` on the clock given. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

/** What `promise` gives, or `late` when `ms` pass on the clock first. The timer never outlives the promise. */
export function within<T, L>(clock: Clock, ms: number, promise: PromiseLike<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => resolve(late));
    promise.then(
      (value) => {
        timer.cancel();
        resolve(value);
      },
      (reason) => {
        timer.cancel();
        reject(reason);
      },
    );
  });
}
