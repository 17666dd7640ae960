import type { Report, RequirementResult } from "../schemas/report.ts";
import { byReason, groups, runName, runNames, type Shared } from "./group.ts";
import { code, escaped } from "./markdown-text.ts";
import { sourceLink } from "./source.ts";
import { failsRun, headlineOf, kindOf, plural, staleText } from "./verdict.ts";

/** A comment on GitHub holds 65,536 characters; a job's summary more. */
const LARGEST = 60_000;
const REASONS = 8;
const MARKS = { good: "✅", known: "☑️", bad: "❌", open: "❔" } as const;

/** For the summary of a job or a comment on a pull request: short, what fails first. */
export function renderMarkdown(report: Report): string {
  const { text, tone } = headlineOf(report);
  const { target } = report;
  const name = [target.name ?? `unnamed ${target.role}`, target.version].filter((part) => part !== undefined).join(" ");
  const blocks = [
    `### ${MARKS[tone]} ${escaped(text)}\n\n${code(name)}, seed ${report.assay.seed}, mcp-assay ${escaped(report.assay.version)}\n\n`,
    ...(report.runs.length === 0 ? [] : [totals(report)]),
    ...report.runs
      .filter((run) => !run.concluded)
      .map((run) => `- ${escaped(runName(run))} did not conclude: ${code(run.why ?? "no reason given")}\n`),
    ...titled(
      "Baseline",
      (report.gate?.stale ?? []).map((entry) => `- ${escaped(staleText(entry))}\n`),
    ),
    ...titled(
      report.gate?.failOn === "should" ? "Failures and warnings" : "Failures",
      items(report, (result) => failsRun(result, report)),
    ),
    ...titled(
      "Errors of mcp-assay itself",
      items(report, (result) => result.verdict === "error"),
    ),
    ...folded(
      "Warnings",
      items(report, (result) => kindOf(result) === "warning" && !failsRun(result, report)),
    ),
    ...folded(
      "Expected failures",
      items(report, (result) => kindOf(result) === "expected"),
    ),
    ...folded("Inconclusive, by reason", reasons(report), byReason(report, isInconclusive).length),
    ...report.notes.map((note) => `- ${code(note)}\n`),
  ];
  return bounded(blocks);
}

function totals(report: Report): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const columns = ["pass", "fail", "warning", "inconclusive", "not-applicable", "error"] as const;
  return [
    row(["run", ...columns]),
    row(["---", ...columns.map(() => "--:")]),
    ...report.runs.map((run) => row([escaped(runName(run)), ...columns.map((column) => String(run.totals[column]))])),
  ].join("");
}

function items(report: Report, fits: (result: RequirementResult) => boolean): readonly string[] {
  return groups(report, fits).flatMap((group) => group.results.map(item));
}

function item({ result, runs }: Shared): string {
  const [finding] = result.findings;
  const more = result.findings.length > 1 ? ` (and ${plural(result.findings.length - 1, "more finding")})` : "";
  const lines = [
    `- **${escaped(result.statement)}**`,
    `[${escaped(result.id)}](<${sourceLink(runs[0]!.revision, result.source)}>) ${result.level}${result.basis === "implied" ? ", implied" : ""}, ${escaped(runNames(runs))}`,
    ...(result.expected === undefined ? [] : [`expected: ${code(result.expected.reason)}`]),
    ...(result.reason === undefined ? [] : [code(result.reason)]),
    ...(finding === undefined
      ? []
      : [
          ...(finding.sent === undefined ? [] : [`sent ${code(finding.sent)}`]),
          `seen ${code(finding.seen)}${more}`,
          `accepted ${finding.accepted.map((text) => code(text)).join(" or ")}`,
        ]),
  ];
  return `${lines.join("<br>\n  ")}\n`;
}

const isInconclusive = (result: RequirementResult) => result.verdict === "inconclusive";

function reasons(report: Report): readonly string[] {
  const all = byReason(report, isInconclusive);
  const shown = all.slice(0, REASONS).map(({ reason, ids }) => `- ${ids.length}: ${code(reason)}\n`);
  const rest = all.length - shown.length;
  return rest === 0 ? shown : [...shown, `- and ${plural(rest, "more reason")}\n`];
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`\n#### ${title} (${lines.length})\n\n`, ...lines];
}

function folded(title: string, lines: readonly string[], count = lines.length): readonly string[] {
  if (lines.length === 0) return [];
  // In one block: what opens is closed.
  const kept = withinBudget(lines, LARGEST / 4);
  return [`\n<details><summary>${title} (${count})</summary>\n\n${kept}\n</details>\n\n`];
}

function bounded(blocks: readonly string[]): string {
  return withinBudget(blocks, LARGEST);
}

/** As many as fit, and how many do not. */
function withinBudget(blocks: readonly string[], budget: number): string {
  let text = "";
  for (const [index, block] of blocks.entries()) {
    if (bytes(text) + bytes(block) > budget)
      return `${text}\n- and ${blocks.length - index} more; the report has them\n`;
    text += block;
  }
  return text;
}

const bytes = (text: string) => Buffer.byteLength(text);
