import { nearest } from "../../harness/nearest.ts";
import { AssayError } from "../../harness/options.ts";

const LISTED = 8;

/** A mistake on the command line: exit status 2 and one sentence that names the flag. */
export function wrong(flag: string, got: string, expected: string, known: readonly string[] = []): AssayError {
  const near = nearest(got, known);
  return new AssayError(
    "options.wrong",
    2,
    `${flag} ${quoted(got)}: expected ${expected}${near === undefined ? "" : `; did you mean ${quoted(near)}?`}`,
  );
}

/**
 * Sees that every value is one of those known.
 * @throws AssayError naming the first that is not, and the nearest that is.
 */
export function assertKnown<T extends string>(
  flag: string,
  values: readonly string[],
  known: readonly T[],
  what: string,
): asserts values is readonly T[] {
  for (const value of values) {
    if ((known as readonly string[]).includes(value)) continue;
    throw wrong(flag, value, known.length <= LISTED ? `one of ${known.join(", ")}` : what, known);
  }
}

function quoted(text: string): string {
  return text === "" || /\s/.test(text) ? JSON.stringify(text) : text;
}
