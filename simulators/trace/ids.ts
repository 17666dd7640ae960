import type { Source } from "./events.ts";

const MAX_RANGES = 100_000;
const MAX_STRINGS = 100_000;

/** One spelling for ids (or tokens) that are the same JSON value: `1.0` is `1`; beyond 2^53 every spelling stands for itself. */
export function canonicalId(rawId: string): string {
  if (rawId.startsWith('"')) return rawId.includes("\\") ? JSON.stringify(JSON.parse(rawId)) : rawId;
  const value = Number(rawId);
  return rawId !== "" && Number.isSafeInteger(value) ? String(value + 0) : rawId;
}

/** The key of a request among those of its channel. */
export function requestKey(from: Source, rawId: string): string {
  return `${from} ${canonicalId(rawId)}`;
}

/** Which ids were used, in bounded memory: integers as ranges, all else in a capped set. */
export class IdLedger {
  /** Ranges with both ends included, sorted and apart. */
  readonly #ranges: [low: number, high: number][] = [];
  readonly #others = new Set<string>();

  has(rawId: string): boolean {
    const id = canonicalId(rawId);
    const value = Number(id);
    if (!isInteger(id, value)) return this.#others.has(id);
    const range = this.#ranges[this.#rangeUpTo(value)];
    return range !== undefined && value <= range[1];
  }

  add(rawId: string): void {
    const id = canonicalId(rawId);
    const value = Number(id);
    if (isInteger(id, value)) this.#addInteger(value);
    else if (this.#others.size < MAX_STRINGS) this.#others.add(id);
  }

  #addInteger(value: number): void {
    const at = this.#rangeUpTo(value);
    const before = this.#ranges[at];
    const after = this.#ranges[at + 1];
    if (before && value <= before[1]) return;
    const joinsBefore = before?.[1] === value - 1;
    const joinsAfter = after?.[0] === value + 1;
    if (joinsBefore && joinsAfter) {
      before[1] = after[1];
      this.#ranges.splice(at + 1, 1);
    } else if (joinsBefore) before[1] = value;
    else if (joinsAfter) after[0] = value;
    else if (this.#ranges.length < MAX_RANGES) this.#ranges.splice(at + 1, 0, [value, value]);
  }

  /** Index of the last range that begins at or before the value; -1 when there is none. */
  #rangeUpTo(value: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]![0] <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function isInteger(id: string, value: number): boolean {
  return id !== "" && !id.startsWith('"') && Number.isSafeInteger(value);
}
