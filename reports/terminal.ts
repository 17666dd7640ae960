import type { Report, Totals } from "../schemas/report.ts";
import { writeFinding } from "./finding.ts";
import { byReason, groups, runNames } from "./group.ts";
import { Paper } from "./paper.ts";
import { headlineOf, type Kind, kindOf, plural, staleText } from "./verdict.ts";
import { visible, visibleLines } from "./visible.ts";

export interface TerminalOptions {
  readonly color: boolean;
  /** Nothing folded. */
  readonly verbose: boolean;
  /** Columns; default 100. */
  readonly width?: number;
}

const FOLDED_REASONS = 8;
const FOLDED_IDS = 5;
/** With their headings: a row stays within 80 columns. */
const COLUMNS = [
  ["pass", "pass"],
  ["fail", "fail"],
  ["warning", "warn"],
  ["inconclusive", "inconcl."],
  ["not-applicable", "n/a"],
  ["error", "error"],
] as const satisfies readonly (readonly [keyof Totals, string])[];

/** The report for an engineer at a terminal: what is wrong first, with its evidence; then what is unknown, and totals. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const paper = new Paper(options);
  headline(paper, report);
  staleEntries(paper, report);
  findings(paper, report, "Failures", "failure", false);
  findings(paper, report, "Warnings", "warning", !options.verbose && report.gate?.failOn !== "should");
  findings(paper, report, "Expected failures", "expected", !options.verbose);
  reasons(paper, report, "Errors of mcp-assay itself (please report them)", "error", true);
  reasons(paper, report, "Inconclusive", "inconclusive", options.verbose);
  if (options.verbose) reasons(paper, report, "Not applicable", "not-applicable", true);
  totals(paper, report);
  for (const note of report.notes) {
    const [first = "", ...more] = visibleLines(note);
    paper.item(0, paper.color.dim("note:"), first);
    for (const line of more) paper.line(`  ${line}`);
  }
  if (report.runs.length > 0) {
    paper.line();
    paper.line(verdictLine(paper, report));
  }
  return paper.toString();
}

function headline(paper: Paper, report: Report): void {
  const { target } = report;
  const name = [target.name ?? `unnamed ${target.role}`, target.version]
    .filter((part) => part !== undefined)
    .map(visible)
    .join(" ");
  paper.line(verdictLine(paper, report));
  paper.text(
    2,
    `${paper.color.bold(name)}  ${paper.color.dim(visible([target.url, target.command?.join(" ")].filter((part) => part !== undefined).join("  ")))}`,
  );
  paper.text(2, basis(report));
  const open = report.runs.filter((run) => !run.concluded);
  for (const why of new Set(open.map((run) => run.why))) {
    const runs = runNames(open.filter((run) => run.why === why));
    paper.text(2, paper.color.yellow(`did not conclude: ${runs}: ${visible(why ?? "no reason given")}`));
  }
}

function verdictLine({ color }: Paper, report: Report): string {
  const { text, tone } = headlineOf(report);
  const paint = { good: color.green, known: color.yellow, bad: color.red, open: color.yellow }[tone];
  return paint(color.bold(text));
}

function basis(report: Report): string {
  const judged = new Set(
    report.runs.flatMap((run) =>
      run.requirements
        .filter((result) => result.verdict === "pass" || result.verdict === "fail")
        .map((result) => result.id),
    ),
  );
  const runs = `${plural(report.runs.length, "run")} (${runNames(report.runs)})`;
  const grounds =
    report.runs.length === 0
      ? "nothing was judged"
      : `rests on ${plural(judged.size, "requirement")} judged in ${runs}`;
  const starts = report.target.command === undefined ? "" : `, ${plural(report.target.starts, "start")}`;
  return `${grounds}, ${seconds(report.ms)}${starts}, seed ${report.assay.seed}, mcp-assay ${visible(report.assay.version)}`;
}

function staleEntries(paper: Paper, { gate }: Report): void {
  if (gate === undefined || gate.stale.length === 0) return;
  paper.heading(`Baseline ${visible(gate.baseline ?? "")} (${gate.stale.length})`);
  for (const entry of gate.stale) {
    paper.item(2, paper.color.red("✗"), staleText(entry));
    paper.field("reason", visible(entry.reason));
  }
}

function findings(paper: Paper, report: Report, title: string, kind: Kind, brief: boolean): void {
  const found = groups(report, (result) => kindOf(result) === kind);
  if (found.length === 0) return;
  paper.heading(`${title} (${found.reduce((count, group) => count + group.results.length, 0)})`);
  let runs = "";
  for (const group of found) {
    const names = runNames(group.runs);
    if (names !== runs) paper.heading(names);
    runs = names;
    paper.line(` ${paper.color.underline(visible(group.area))}`);
    for (const shared of group.results) writeFinding(paper, shared, brief);
  }
}

function reasons(
  paper: Paper,
  report: Report,
  title: string,
  verdict: "inconclusive" | "not-applicable" | "error",
  whole: boolean,
): void {
  const found = byReason(report, (result) => result.verdict === verdict);
  if (found.length === 0) return;
  const count = new Set(found.flatMap((entry) => entry.ids)).size;
  paper.heading(`${title} (${plural(count, "requirement")})`);
  const shown = whole ? found : found.slice(0, FOLDED_REASONS);
  for (const { reason, ids } of shown) {
    paper.item(2, paper.color.dim(String(ids.length).padStart(3)), visible(reason));
    const listed = visible(
      whole || ids.length <= FOLDED_IDS + 1
        ? ids.join(", ")
        : `${ids.slice(0, FOLDED_IDS).join(", ")} and ${ids.length - FOLDED_IDS} more`,
    );
    for (const line of listed === "" ? [] : [listed]) paper.text(6, paper.color.dim(line));
  }
  if (shown.length < found.length)
    paper.text(2, paper.color.dim(`and ${found.length - shown.length} more reasons (--verbose)`));
}

function totals(paper: Paper, report: Report): void {
  if (report.runs.length === 0) return;
  paper.heading("Totals");
  const rows = report.runs.map((run) => [
    visible(run.revision),
    visible(run.transport),
    ...COLUMNS.map(([column]) => String(run.totals[column])),
    seconds(run.ms),
    conclusion(run),
  ]);
  paper.table(2, 2, [["revision", "over", ...COLUMNS.map(([, head]) => head), "time", ""], ...rows]);
  if (report.notes.length > 0) paper.line();
}

function conclusion(run: Report["runs"][number]): string {
  if (!run.concluded) return "open";
  return run.conforms ? "conforms" : "does not";
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
