/** What JSON.parse loses of a JSON text. */
export interface JsonScan {
  /** Exact source text of a top-level object's member value; the last one when the key is repeated. */
  rawMember(name: string): string | undefined;
  /** JSON pointers of keys that occur more than once in their object, at any depth. */
  readonly duplicates: readonly string[];
  /** Deepest nesting of objects and arrays; 0 for a scalar. */
  readonly depth: number;
}

/** Reads what JSON.parse loses; for text that is no JSON it gives what was read up to the fault. */
export function scanJson(_text: string): JsonScan {
  throw new Error("not written yet");
}
