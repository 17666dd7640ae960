/** Repeatable draws: the same seed gives the same ones on every machine. */
export interface Draws {
  /** An integer from 0 up to, not including, `below`. */
  readonly int: (below: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

/** Draws by mulberry32, seeded with any text. */
export function drawsOf(seed: string): Draws {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return { int, pick: (values) => values[int(values.length)]! };
}

/** A positive 31-bit number for a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return hash >>> 1;
}
