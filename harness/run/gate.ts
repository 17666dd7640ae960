/** Lets many users in at once, or one alone. Those who want to be alone wait until the others have left, first come first served. */
export interface Gate {
  together<T>(use: () => Promise<T>): Promise<T>;
  alone<T>(use: () => Promise<T>): Promise<T>;
}

export function createGate(): Gate {
  let users = 0;
  let taken = false;
  const waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];
  const admit = () => {
    while (waiting[0] !== undefined && !taken && (!waiting[0].alone || users === 0)) {
      const next = waiting.shift()!;
      if (next.alone) taken = true;
      else users += 1;
      next.enter();
    }
  };
  const enter = (alone: boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ alone, enter: resolve });
      admit();
    });
  const use = async <T>(alone: boolean, run: () => Promise<T>): Promise<T> => {
    await enter(alone);
    try {
      return await run();
    } finally {
      if (alone) taken = false;
      else users -= 1;
      admit();
    }
  };
  return { together: (run) => use(false, run), alone: (run) => use(true, run) };
}

/** Runs `work` over the items, at most `limit` at once, in order of start. */
export async function eachOf<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
