import type { Report, RequirementResult } from "../schemas/report.ts";
import { visible } from "./visible.ts";

/** What a result is to a reader: a failure that the baseline expects is no news. */
export type Kind = "failure" | "warning" | "expected" | "error" | "inconclusive" | "not-applicable" | "pass";

export function kindOf(result: RequirementResult): Kind {
  if (result.verdict !== "fail") return result.verdict;
  return result.expected !== undefined ? "expected" : (result.severity ?? "failure");
}

/** Whether a result fails the run by what was asked of it. */
export function failsRun(result: RequirementResult, report: Report): boolean {
  const kind = kindOf(result);
  return kind === "failure" || (kind === "warning" && report.gate?.failOn === "should");
}

/** Requirements, each counted once however many runs it is in. */
export function countOf(report: Report, fits: (result: RequirementResult) => boolean): number {
  return new Set(
    report.runs.flatMap((run) => run.requirements.filter(fits).map((result) => `${result.id} ${result.role}`)),
  ).size;
}

/** `1 failure`, `2 failures`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The verdict in one line. `known`: it fails, as the baseline says it does; `open`: nothing is known. */
export interface Headline {
  readonly text: string;
  readonly tone: "good" | "known" | "bad" | "open";
}

export function headlineOf(report: Report): Headline {
  const failures = countOf(report, ({ verdict, severity }) => verdict === "fail" && severity === "failure");
  const fresh = countOf(report, (result) => kindOf(result) === "failure");
  if (report.runs.length === 0)
    return { text: `NOTHING CONCLUDED: the ${report.target.role} answered in no revision`, tone: "open" };
  if (!report.concluded)
    return { text: `NOTHING CONCLUDED${failures > 0 ? `, ${plural(failures, "failure")}` : ""}`, tone: "open" };
  const others = otherFaults(report);
  if (report.conforms)
    return others.length === 0
      ? { text: "CONFORMS", tone: "good" }
      : { text: `CONFORMS, but the run fails: ${others.join("; ")}`, tone: "bad" };
  const unexpected = failures - fresh;
  const which = fresh === 0 ? (failures === 1 ? ", expected" : ", all expected") : `, ${unexpected} of them expected`;
  const why = [
    ...(failures === 0 ? [] : [`${plural(failures, "failure")}${unexpected === 0 ? "" : which}`]),
    ...others,
    ...(report.runs.every((run) => run.concluded) ? [] : ["not every run concluded"]),
    ...(report.runs.some((run) => run.totals.error > 0) ? ["mcp-assay itself broke in places"] : []),
  ];
  return { text: `DOES NOT CONFORM: ${why.join("; ")}`, tone: report.gate?.passed === true ? "known" : "bad" };
}

function otherFaults({ gate, ...report }: Report): readonly string[] {
  const warnings = gate?.failOn === "should" ? countOf(report, (result) => kindOf(result) === "warning") : 0;
  const stale = gate?.stale.length ?? 0;
  return [
    ...(warnings === 0 ? [] : [`${plural(warnings, "warning")} (--fail-on should)`]),
    ...(stale === 0 ? [] : [`${plural(stale, "outdated entry", "outdated entries")} of the baseline`]),
  ];
}

/** Why an entry of the baseline fails the run, in one sentence. */
export function staleText(entry: NonNullable<Report["gate"]>["stale"][number]): string {
  const place = visible(
    [
      entry.requirement,
      ...(entry.revision === undefined ? [] : [`in ${entry.revision}`]),
      ...(entry.transport === undefined ? [] : [`over ${entry.transport}`]),
    ].join(" "),
  );
  if (entry.problem === "passes") return `${place} is expected to fail and passes: remove it from the baseline`;
  const meant = entry.nearest === undefined ? "" : `; did you mean ${visible(entry.nearest)}?`;
  return `${place} is in the baseline and is no requirement that mcp-assay knows${meant}`;
}
