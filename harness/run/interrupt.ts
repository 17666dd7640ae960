/** Given instead of a result when the run was called off. */
export const INTERRUPTED = Symbol("interrupted");

/** What `work` gives, or `INTERRUPTED` as soon as the run is called off. */
export async function unlessInterrupted<T>(signal: AbortSignal, work: PromiseLike<T>): Promise<T | typeof INTERRUPTED> {
  if (signal.aborted) return INTERRUPTED;
  let stop!: () => void;
  const called = new Promise<typeof INTERRUPTED>((resolve) => {
    stop = () => resolve(INTERRUPTED);
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, called]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
