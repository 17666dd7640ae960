/** Bytes of excerpts in one report. */
const REPORT = 20 * 1024 * 1024;
/** Failures under one key that get an excerpt; the fold keeps the first of those that are equal. */
const EACH = 2;

/** What excerpts may take of a report, shared by all its lanes. */
export interface ExcerptBudget {
  /** Whether one more excerpt is wanted under this key; counts it if so. */
  wants(key: string): boolean;
  /** Whether so many bytes are left; takes them if so. */
  take(bytes: number): boolean;
}

export function excerptBudget(bytes = REPORT): ExcerptBudget {
  const counts = new Map<string, number>();
  let left = bytes;
  return {
    wants(key) {
      const count = counts.get(key) ?? 0;
      if (count >= EACH || left <= 0) return false;
      counts.set(key, count + 1);
      return true;
    },
    take(size) {
      if (size > left) return false;
      left -= size;
      return true;
    },
  };
}
