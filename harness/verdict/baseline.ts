import { readFileSync, statSync } from "node:fs";
import { isMap, isSeq, parseDocument } from "yaml";
import type { RequirementResult, Run } from "../../schemas/report.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { nearest } from "../nearest.ts";
import { AssayError } from "../options.ts";

/** A failure that is known, and why it is put up with. */
export interface BaselineEntry {
  readonly requirement: string;
  /** Where it is expected; everywhere unless given. */
  readonly revision?: string;
  readonly transport?: string;
  readonly reason: string;
}

/** The failures that a target is expected to show. */
export interface Baseline {
  readonly file: string;
  /** The text of the file; empty where there is none yet. */
  readonly text: string;
  /** In the order of the file. */
  readonly entries: readonly BaselineEntry[];
}

/** The reason of entries that nobody has given one yet: accepted, and told of. */
export const UNTRIAGED = "not yet triaged";

const KEYS = ["requirement", "revision", "transport", "reason"] as const;
const TRANSPORTS = ["stdio", "http", "sse"];
const LARGEST = 4 * 1024 * 1024;

/**
 * Reads a baseline: a YAML list of `requirement`, `reason` and, to narrow it, `revision` and `transport`.
 * @throws AssayError when it cannot be read or an entry is not as it should be.
 */
export function readBaseline(file: string, options: { readonly mayBeAbsent?: boolean } = {}): Baseline {
  let text: string;
  try {
    if (statSync(file).size > LARGEST) throw wrong(file, "expected less than 4 MiB, got more; is it a baseline?");
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof AssayError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && options.mayBeAbsent) return { file, text: "", entries: [] };
    throw wrong(file, code === "ENOENT" ? "there is no such file; --update-baseline writes it" : `got ${code}`);
  }
  return parseBaseline(file, text);
}

/** @throws AssayError naming the file and the line. */
export function parseBaseline(file: string, text: string): Baseline {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw wrong(file, `expected YAML: ${error.message.split("\n")[0]}`);
  const { contents } = document;
  if (contents === null) return { file, text, entries: [] };
  const lineOf = (node: unknown) => {
    const start = (node as { readonly range?: readonly number[] }).range?.[0] ?? 0;
    return text.slice(0, start).split("\n").length;
  };
  if (!isSeq(contents)) throw wrong(file, 'expected a list of entries such as "- requirement: tools.list-names"');
  const entries = contents.items.map((item) => entryOf(`${file}:${lineOf(item)}`, item));
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const key = placeOf(entry);
    if (seen.has(key)) throw wrong(`${file}:${lineOf(contents.items[index])}`, `${key} stands there twice`);
    seen.add(key);
  }
  return { file, text, entries };
}

/** The entry that expects this failure. */
export function entryFor(baseline: Baseline, run: Run, result: RequirementResult): BaselineEntry | undefined {
  return baseline.entries.find((entry) => entry.requirement === result.id && covers(entry, run));
}

/** Whether an entry speaks of a run. */
export function covers(entry: BaselineEntry, run: Run): boolean {
  return (
    (entry.revision === undefined || entry.revision === run.revision) &&
    (entry.transport === undefined || entry.transport === run.transport)
  );
}

/** `tools.list-names in 2025-11-25 over stdio`. */
export function placeOf({ requirement, revision, transport }: Omit<BaselineEntry, "reason">): string {
  return `${requirement}${revision === undefined ? "" : ` in ${revision}`}${transport === undefined ? "" : ` over ${transport}`}`;
}

function entryOf(place: string, item: unknown): BaselineEntry {
  if (!isMap(item)) throw wrong(place, `expected an entry with ${KEYS.join(", ")}`);
  const given = item.toJSON() as Record<string, unknown>;
  for (const [key, value] of Object.entries(given)) {
    if (!(KEYS as readonly string[]).includes(key)) {
      const near = nearest(key, KEYS);
      const meant = near === undefined ? "" : `; did you mean ${near}?`;
      throw wrong(place, `expected only ${KEYS.join(", ")}, got ${JSON.stringify(key)}${meant}`);
    }
    if (typeof value !== "string" || value.trim() === "")
      throw wrong(place, `${key}: expected text, got ${JSON.stringify(value)}`);
  }
  const { requirement, revision, transport, reason } = given as Partial<BaselineEntry>;
  if (requirement === undefined) throw wrong(place, "expected a requirement's id, got an entry without one");
  if (reason === undefined)
    throw wrong(place, `${requirement}: expected a reason; write "reason: ..." why this failure is put up with`);
  known(place, "revision", revision, REVISIONS);
  known(place, "transport", transport, TRANSPORTS);
  return {
    requirement,
    ...(revision === undefined ? {} : { revision }),
    ...(transport === undefined ? {} : { transport }),
    reason: reason.trim(),
  };
}

function known(place: string, key: string, value: string | undefined, values: readonly string[]): void {
  if (value === undefined || values.includes(value)) return;
  const near = nearest(value, values);
  const meant = near === undefined ? "" : `; did you mean ${near}?`;
  throw wrong(place, `${key} ${JSON.stringify(value)}: expected one of ${values.join(", ")}${meant}`);
}

function wrong(place: string, message: string): AssayError {
  return new AssayError("baseline.wrong", 2, `--baseline ${place}: ${message}`);
}
