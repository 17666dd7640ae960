import type { Report, RequirementResult } from "../../schemas/report.ts";
import { type Kind, kindOf } from "../verdict.ts";

/** How a requirement fared in one run, what a reader has to know first. */
export const KINDS: readonly Kind[] = [
  "failure",
  "error",
  "warning",
  "expected",
  "inconclusive",
  "pass",
  "not-applicable",
];

/** In words: one of them, and several. */
export const WORDS: Readonly<Record<Kind, readonly [one: string, several: string]>> = {
  failure: ["failure", "failures"],
  error: ["error of mcp-assay", "errors of mcp-assay"],
  warning: ["warning", "warnings"],
  expected: ["expected failure", "expected failures"],
  inconclusive: ["inconclusive", "inconclusive"],
  pass: ["passed", "passed"],
  "not-applicable": ["not applicable", "not applicable"],
};

export const MARKS: Readonly<Record<Kind, string>> = {
  failure: "✗",
  error: "⚠",
  warning: "!",
  expected: "≈",
  inconclusive: "?",
  pass: "✓",
  "not-applicable": "–",
};

/** One for each kind: how a requirement fared in all runs is a word of them. */
export const LETTERS: Readonly<Record<Kind, string>> = {
  failure: "f",
  error: "e",
  warning: "w",
  expected: "x",
  inconclusive: "i",
  pass: "p",
  "not-applicable": "n",
};

/** One requirement with its results in all runs. */
export interface Row {
  readonly result: RequirementResult;
  /** By run, in the report's order. */
  readonly results: readonly (RequirementResult | undefined)[];
  readonly worst: Kind;
}

/** Every requirement once: the worst first, then by area and in the order of the report. */
export function rowsOf(report: Report): readonly Row[] {
  const found = new Map<string, (RequirementResult | undefined)[]>();
  report.runs.forEach((run, index) => {
    for (const result of run.requirements) {
      const key = `${result.id} ${result.role}`;
      const results = found.get(key) ?? [];
      results[index] = result;
      found.set(key, results);
    }
  });
  const rows = [...found.values()].map((sparse): Row => {
    const results = report.runs.map((_, index) => sparse[index]);
    const present = results.filter((result) => result !== undefined);
    const kinds = present.map(kindOf);
    const worst = KINDS.find((kind) => kinds.includes(kind)) ?? "inconclusive";
    // Its words are those of the newest revision where it fared worst.
    return { result: present.findLast((result) => kindOf(result) === worst) ?? present.at(-1)!, results, worst };
  });
  const rank = ({ worst }: Row) => KINDS.indexOf(worst);
  return rows.sort((a, b) => rank(a) - rank(b) || a.result.area.localeCompare(b.result.area));
}

/** Results of one run, counted. */
export function countsOf(results: readonly RequirementResult[]): Readonly<Record<Kind, number>> {
  const counts = { failure: 0, error: 0, warning: 0, expected: 0, inconclusive: 0, pass: 0, "not-applicable": 0 };
  for (const result of results) counts[kindOf(result)] += 1;
  return counts;
}

export function counted(count: number, [one, several]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : several}`;
}
