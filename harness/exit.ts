import type { Report } from "../schemas/report.ts";

/** 0 the target conforms, 1 it does not, 3 no run concluded, 4 the harness broke. Interruption is the caller's to know. */
export function exitStatus(report: Report, failOn: "must" | "should" = "must"): 0 | 1 | 3 | 4 {
  if (!report.runs.some((run) => run.concluded)) return 3;
  const warned = failOn === "should" && report.runs.some((run) => run.totals.warning > 0);
  if (report.runs.some((run) => run.totals.fail > 0) || warned) return 1;
  if (report.runs.some((run) => run.totals.error > 0)) return 4;
  return report.conforms ? 0 : 1;
}
