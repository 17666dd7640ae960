import type { Definitions } from "./node.ts";

/** What a revision has after the one before it: what it changes and adds laid over it, what it removed left out. */
export function revise<
  const Previous extends Definitions,
  const Changes extends Definitions,
  const Removed extends readonly (keyof Previous)[] = readonly [],
>(
  previous: Previous,
  changes: Changes,
  { removed }: { removed?: Removed } = {},
): Omit<Previous, keyof Changes | Removed[number]> & Changes {
  const kept = Object.entries(previous).filter(([name]) => !removed?.includes(name));
  return { ...Object.fromEntries(kept), ...changes } as Omit<Previous, keyof Changes | Removed[number]> & Changes;
}
