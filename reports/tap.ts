import { stringify } from "yaml";
import type { Report, RequirementResult, Run } from "../schemas/report.ts";
import { clip, evidenceOf, safe } from "./evidence.ts";
import { runName } from "./group.ts";
import { sourceLink } from "./source.ts";
import { failsRun, headlineOf, kindOf, staleText } from "./verdict.ts";

interface Point {
  readonly ok: boolean;
  readonly name: string;
  readonly directive?: readonly ["SKIP" | "TODO", reason: string];
  readonly diagnosis?: object;
  /** The subtest that it closes. */
  readonly within?: readonly Point[];
}

const REASON = 500;

/** TAP version 14: a subtest a run, a test point a requirement. */
export function renderTap(report: Report): string {
  const points: readonly Point[] = [
    ...report.runs.map((run) => {
      const within = pointsOf(run, report);
      return { ok: within.every(passes), name: runName(run), within };
    }),
    ...(report.gate?.stale ?? []).map((entry) => ({ ok: false, name: `baseline: ${staleText(entry)}` })),
    ...(report.runs.length > 0
      ? []
      : [{ ok: false, name: headlineOf(report).text, diagnosis: { notes: report.notes.map(safe) } }]),
  ];
  return `TAP version 14\n${written(points)}`;
}

const passes = (point: Point) => point.ok || point.directive !== undefined;

function pointsOf(run: Run, report: Report): readonly Point[] {
  const points = run.requirements.map((result) => pointOf(result, run, report));
  if (run.concluded) return points;
  return [{ ok: false, name: "the run concludes", diagnosis: { why: safe(run.why ?? "") } }, ...points];
}

function pointOf(result: RequirementResult, run: Run, report: Report): Point {
  const name = `${result.id}: ${result.statement}`;
  const reason = result.reason ?? "no reason given";
  switch (kindOf(result)) {
    case "failure":
    case "warning":
      return { ok: !failsRun(result, report), name, diagnosis: diagnosisOf(result, run) };
    case "expected":
      return {
        ok: false,
        name,
        directive: ["TODO", `expected: ${result.expected?.reason}`],
        diagnosis: diagnosisOf(result, run),
      };
    case "error":
      return { ok: false, name, diagnosis: { error: safe(reason) } };
    case "inconclusive":
      return { ok: true, name, directive: ["SKIP", `inconclusive: ${reason}`] };
    case "not-applicable":
      return { ok: true, name, directive: ["SKIP", `not applicable: ${reason}`] };
    case "pass":
      return { ok: true, name };
  }
}

function diagnosisOf(result: RequirementResult, run: Run): object {
  return {
    severity: result.severity,
    level: result.level,
    source: sourceLink(run.revision, result.source),
    findings: result.findings.map(evidenceOf),
  };
}

function written(points: readonly Point[]): string {
  const lines = points.flatMap((point, index) => {
    const { within, diagnosis, directive } = point;
    const inner = within === undefined ? "" : `# Subtest: ${escaped(point.name)}\n${indented(written(within), 4)}`;
    const mark = directive === undefined ? "" : ` # ${directive[0]} ${escaped(clip(directive[1], REASON))}`;
    const yaml =
      diagnosis === undefined
        ? ""
        : indented(
            `---\n${stringify(diagnosis, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" })}...\n`,
            2,
          );
    return [`${inner}${point.ok ? "ok" : "not ok"} ${index + 1} - ${escaped(point.name)}${mark}\n${yaml}`];
  });
  return `1..${points.length}\n${lines.join("")}`;
}

/** A hash begins a directive. */
function escaped(text: string): string {
  return safe(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}

function indented(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(by));
}
