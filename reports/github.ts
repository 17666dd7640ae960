import type { Report } from "../schemas/report.ts";
import { clip, safe } from "./evidence.ts";
import { groups, runNames, type Shared } from "./group.ts";
import { failsRun, headlineOf, kindOf, plural, staleText } from "./verdict.ts";

type Level = "error" | "warning" | "notice";

interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly text: string;
}

/** GitHub shows no more than ten of each level from one step; the first says how it stands. */
const SHOWN = 9;
const LONGEST = 900;

/** Workflow commands that GitHub turns into annotations of a run. */
export function renderGithub(report: Report): string {
  const { text, tone } = headlineOf(report);
  const head: Annotation = { level: tone === "bad" || tone === "open" ? "error" : "notice", title: "mcp-assay", text };
  const all: readonly Annotation[] = [
    ...report.runs
      .filter((run) => !run.concluded)
      .map((run) => ({
        level: "error" as const,
        title: `${run.revision} over ${run.transport} did not conclude`,
        text: run.why ?? "no reason given",
      })),
    ...(report.gate?.stale ?? []).map((entry) => ({
      level: "error" as const,
      title: "baseline",
      text: staleText(entry),
    })),
    ...about(report, (result) => failsRun(result, report), "error"),
    ...about(report, (result) => kindOf(result) === "warning" && !failsRun(result, report), "warning"),
    ...about(report, (result) => kindOf(result) === "expected", "notice"),
  ];
  return [head, ...(["error", "warning", "notice"] as const).flatMap((level) => capped(all, level))]
    .map(command)
    .join("");
}

function about(report: Report, fits: Parameters<typeof groups>[1], level: Level): readonly Annotation[] {
  return groups(report, fits).flatMap((group) => group.results.map((shared) => annotation(shared, level)));
}

function annotation({ result, runs }: Shared, level: Level): Annotation {
  const [finding] = result.findings;
  const lines = [
    `${result.level}: ${result.statement}`,
    `Seen: ${safe(finding?.seen ?? "")}`,
    `Accepted: ${(finding?.accepted ?? []).map(safe).join(", or ")}`,
    ...(result.expected === undefined ? [] : [`Expected: ${safe(result.expected.reason)}`]),
    `In ${runNames(runs)}.`,
  ];
  return { level, title: result.id, text: lines.map((line) => clip(line, LONGEST)).join("\n") };
}

function capped(all: readonly Annotation[], level: Level): readonly Annotation[] {
  const own = all.filter((one) => one.level === level);
  if (own.length <= SHOWN) return own;
  const shown = own.slice(0, SHOWN - 1);
  const rest = own.length - shown.length;
  return [...shown, { level, title: "mcp-assay", text: `${plural(rest, `more ${level}`)}; the report has them all` }];
}

function command({ level, title, text }: Annotation): string {
  return `::${level} title=${property(title)}::${data(text)}\n`;
}

/** The line breaks are ours: each line is written out for itself before. */
function data(text: string): string {
  return text
    .split("\n")
    .map((line) => safe(line).replaceAll("%", "%25"))
    .join("%0A");
}

function property(text: string): string {
  return safe(text).replaceAll("%", "%25").replaceAll(":", "%3A").replaceAll(",", "%2C");
}
