import { parse } from "yaml";
import { isObject } from "./json.ts";

/**
 * What the two schemas disagree on: ours refuses what the official one accepts (`stricter`), ours accepts what the
 * official one refuses (`looser`), or ours has no such definition (`missing`).
 */
export interface Difference {
  readonly revision: string;
  readonly answer: "stricter" | "looser" | "missing";
  /** The definition that the value was judged by. */
  readonly root: string;
  /** The definition in which the keyword stands. */
  readonly definition: string;
  readonly member: string;
  readonly keyword: string;
  readonly rule?: string;
}

/** An entry of the list: which differences it explains, and why they are right. A member that is left out fits all. */
export interface Entry {
  readonly answer: Difference["answer"];
  readonly revisions?: readonly string[];
  readonly roots?: readonly string[];
  readonly definitions?: readonly string[];
  /** As in {@link Difference}; `*` at its start or end stands for anything. */
  readonly members?: readonly string[];
  readonly keywords?: readonly string[];
  readonly rules?: readonly string[];
  readonly reason: string;
}

const KEYS = ["answer", "revisions", "roots", "definitions", "members", "keywords", "rules", "reason"];
const ANSWERS = ["stricter", "looser", "missing"];

/** Reads the list. @throws Error naming the entry that is not in form */
export function parseEntries(yaml: string): readonly Entry[] {
  const entries: unknown = parse(yaml) ?? [];
  if (!Array.isArray(entries)) throw new Error("differences.yaml: expected a sequence of entries");
  return entries.map((entry: unknown, index) => {
    const wrong = faultOf(entry);
    if (wrong !== undefined) throw new Error(`differences.yaml, entry ${index + 1}: ${wrong}`);
    return entry as Entry;
  });
}

function faultOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return "expected a mapping";
  const odd = Object.keys(entry).find((key) => !KEYS.includes(key));
  if (odd !== undefined) return `${odd} is none of ${KEYS.join(", ")}`;
  if (!ANSWERS.includes(String(entry["answer"]))) return `answer: expected one of ${ANSWERS.join(", ")}`;
  if (typeof entry["reason"] !== "string" || entry["reason"].length < 20) return "reason: expected why this is right";
  const lists = KEYS.slice(1, -1).filter((key) => entry[key] !== undefined);
  if (lists.every((key) => key === "revisions")) return "expected roots, definitions, members, keywords or rules";
  const list = lists.find((key) => !Array.isArray(entry[key]) || entry[key].some((one) => typeof one !== "string"));
  return list === undefined ? undefined : `${list}: expected a list of strings`;
}

/** Matches differences with entries, and keeps account of what each entry was good for. */
export class DifferenceList {
  readonly #entries: readonly Entry[];
  /** For each entry the values of each of its lists that a difference had. */
  readonly #used: readonly Map<string, Set<string>>[];

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
    this.#used = entries.map(() => new Map());
  }

  /** Whether an entry explains the difference. */
  explains(difference: Difference): boolean {
    const fitting = this.#entries.map((entry) => matchOf(entry, difference));
    fitting.forEach((used, index) => {
      for (const [list, value] of used ?? []) {
        const values = this.#used[index]!;
        values.set(list, (values.get(list) ?? new Set()).add(value));
      }
    });
    return fitting.some((used) => used !== undefined);
  }

  /** What no difference needed, one line each; of use once all revisions were compared. */
  stale(): readonly string[] {
    return this.#entries.flatMap((entry, index) => {
      const used = this.#used[index]!;
      const name = `entry ${index + 1} (${entry.reason})`;
      if (used.size === 0) return [`${name}: there is no such difference any more`];
      return LISTS.flatMap(([list]) =>
        (entry[list] ?? [])
          .filter((value) => !used.get(list)?.has(value))
          .map((value) => `${name}: no such difference with ${value} of its ${list}`),
      );
    });
  }
}

const LISTS = [
  ["revisions", "revision"],
  ["roots", "root"],
  ["definitions", "definition"],
  ["members", "member"],
  ["keywords", "keyword"],
  ["rules", "rule"],
] as const;

function matchOf(entry: Entry, difference: Difference): readonly (readonly [string, string])[] | undefined {
  if (entry.answer !== difference.answer) return undefined;
  const used: (readonly [string, string])[] = [["answer", entry.answer]];
  for (const [list, key] of LISTS) {
    const values = entry[list];
    if (values === undefined) continue;
    const value = values.find((pattern) => matches(pattern, difference[key] ?? ""));
    if (value === undefined) return undefined;
    used.push([list, value]);
  }
  return used;
}

function matches(pattern: string, value: string): boolean {
  if (pattern.startsWith("*")) return value.endsWith(pattern.slice(1));
  return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : pattern === value;
}

/** A difference in one line, as the list has it. */
export function worded({ answer, definition, member, keyword, rule }: Difference): string {
  const place = member === "" ? definition : `${definition}: ${member}`;
  return `${answer} at ${place}, ${keyword}${rule === undefined ? "" : ` (${rule})`}`;
}
