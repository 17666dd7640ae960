import type { Change, Diff } from "./diff.ts";
import { clip } from "./evidence.ts";
import { code, escaped } from "./markdown-text.ts";
import { Paper } from "./paper.ts";
import type { TerminalOptions } from "./terminal.ts";
import { plural } from "./verdict.ts";
import { visible } from "./visible.ts";

/** Turns a comparison of two reports into text of one format. */
export type DiffRenderer = (diff: Diff, options: TerminalOptions) => string;

/** The formats of a comparison by their name on the command line. */
export const DIFF_FORMATS: Readonly<Record<string, DiffRenderer>> = {
  terminal: terminalDiff,
  markdown: markdownDiff,
  json: (diff) => `${JSON.stringify(diff, null, 2)}\n`,
};

const GROUPS = [
  ["worse", "Worse", "✗"],
  ["better", "Better", "✓"],
  ["newlyJudged", "Newly judged", "+"],
  ["lost", "Lost", "-"],
] as const;

/** Changes of one kind shown; the rest is counted. */
const SHOWN = 50;

interface Merged {
  readonly first: Change;
  readonly runs: readonly string[];
}

function terminalDiff(diff: Diff, options: TerminalOptions): string {
  const paper = new Paper(options);
  const { color } = paper;
  const paint = { worse: color.red, better: color.green, newlyJudged: color.cyan, lost: color.yellow };
  paper.line(color.bold((diff.worse.length > 0 ? color.red : color.green)(headline(diff))));
  for (const [key, title, mark] of GROUPS) {
    const merged = mergedOf(diff[key]);
    if (merged.length === 0) continue;
    paper.heading(`${title} (${merged.length})`);
    const shown = options.verbose ? merged : merged.slice(0, SHOWN);
    for (const { first, runs } of shown) {
      paper.item(2, paint[key](mark), `${color.cyan(visible(first.requirement))}  ${transition(first)}`);
      paper.text(4, visible(first.statement));
      if (first.why !== undefined) paper.text(4, visible(clip(first.why, 300)));
      paper.text(4, color.dim(visible(runs.join("; "))));
    }
    if (shown.length < merged.length) paper.text(2, color.dim(`and ${merged.length - shown.length} more (--verbose)`));
  }
  return paper.toString();
}

function markdownDiff(diff: Diff): string {
  const parts = GROUPS.flatMap(([key, title]) => {
    const merged = mergedOf(diff[key]);
    if (merged.length === 0) return [];
    const rest = merged.length > SHOWN ? `- and ${merged.length - SHOWN} more\n` : "";
    return [`\n#### ${title} (${merged.length})\n\n${merged.slice(0, SHOWN).map(markdownItem).join("")}${rest}`];
  });
  return `### ${diff.worse.length > 0 ? "❌" : "✅"} ${escaped(headline(diff))}\n${parts.join("")}`;
}

function markdownItem({ first, runs }: Merged): string {
  const why = first.why === undefined ? "" : `<br>\n  ${code(first.why, 200)}`;
  const where = escaped(runs.join("; "), 200);
  return `- ${escaped(first.requirement)} ${escaped(transition(first))}: ${escaped(first.statement, 200)}${why}<br>\n  ${where}\n`;
}

function headline(diff: Diff): string {
  const counts = GROUPS.map(([key, title]) => `${mergedOf(diff[key]).length} ${title.toLowerCase()}`);
  const changed = GROUPS.some(([key]) => diff[key].length > 0);
  return changed ? counts.join(", ") : `nothing changed in ${plural(diff.same, "verdict")}`;
}

function transition({ before, after }: Change): string {
  return `${before ?? "absent"} -> ${after ?? "absent"}`;
}

/** One requirement's equal change in several runs is told once. */
function mergedOf(changes: readonly Change[]): readonly Merged[] {
  const found = new Map<string, { first: Change; runs: string[] }>();
  for (const change of changes) {
    const key = JSON.stringify([change.requirement, change.before, change.after]);
    const known = found.get(key) ?? { first: change, runs: [] };
    known.runs.push(`${change.revision} over ${change.transport}`);
    found.set(key, known);
  }
  return [...found.values()];
}
