import type { Report, RequirementResult } from "../schemas/report.ts";

/**
 * 0 the target conforms or fails only where the baseline expects it, 1 it does not, 3 no run concluded, 4 the harness broke.
 * Interruption is the caller's to know.
 */
export function exitStatus(report: Report, failOn: "must" | "should" = report.gate?.failOn ?? "must"): 0 | 1 | 3 | 4 {
  if (!report.runs.some((run) => run.concluded)) return 3;
  const failed = report.runs.some((run) => run.requirements.some((result) => fails(result, failOn)));
  if (failed || (report.gate?.stale.length ?? 0) > 0) return 1;
  if (report.runs.some((run) => run.totals.error > 0)) return 4;
  return report.runs.every((run) => run.concluded) ? 0 : 1;
}

/** Whether a result fails the run. */
export function fails(result: RequirementResult, failOn: "must" | "should"): boolean {
  if (result.verdict !== "fail" || result.expected !== undefined) return false;
  return result.severity === "failure" || failOn === "should";
}
