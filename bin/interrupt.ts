const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** What the work gave, and the exit status of the signal that interrupted it, if one did. */
export interface Interrupted<T> {
  readonly value: T;
  readonly status: 130 | 143 | undefined;
}

/** Runs work that SIGINT and SIGTERM end early through its abort signal; the second of them ends the process at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<Interrupted<T>> {
  const abort = new AbortController();
  let status: 130 | 143 | undefined;
  const onSignal = (signal: keyof typeof STATUS) => {
    if (status !== undefined) process.exit(STATUS[signal]);
    status = STATUS[signal];
    abort.abort(signal);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  try {
    return { value: await work(abort.signal), status };
  } catch (error) {
    if (status === undefined) throw error;
    throw new InterruptedError(status, error);
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}

/** The work broke off because of a signal. */
export class InterruptedError extends Error {
  readonly status: 130 | 143;

  constructor(status: 130 | 143, cause: unknown) {
    super("interrupted", { cause });
    this.name = "InterruptedError";
    this.status = status;
  }
}
