/** A deterministic source of draws; the same seed gives the same sequence everywhere. */
export interface Random {
  /** An integer, min and max included. */
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  /** `length` lower-case letters and digits. */
  word(length: number): string;
  /** A source of its own, the same for the same label, whatever else was drawn here. */
  fork(label: string): Random;
}

/** Makes a source of draws from a seed and a label (scenario, revision, transport ...). */
export function seeded(seed: number, label = ""): Random {
  let state = hash(`${seed}:${label}`);
  // mulberry32: small, fast, good enough for choosing inputs; nothing here is a secret.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
    word: (length) => Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz0123456789"[integer(0, 35)]).join(""),
    fork: (inner) => seeded(seed, `${label}/${inner}`),
  };
}

function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h | 0;
}
