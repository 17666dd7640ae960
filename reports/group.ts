import type { Report, RequirementResult, Run } from "../schemas/report.ts";
import { visible } from "./visible.ts";

/** One requirement's equal verdict in one or more runs. `result` is the first run's. */
export interface Shared {
  readonly result: RequirementResult;
  readonly runs: readonly Run[];
}

/** Shared results of one area in the same runs. */
export interface Group {
  readonly runs: readonly Run[];
  readonly area: string;
  readonly results: readonly Shared[];
}

/** Results that fit, those of one requirement in several runs put together, grouped by runs and area. */
export function groups(report: Report, fits: (result: RequirementResult) => boolean): readonly Group[] {
  const found = new Map<string, { runs: Run[]; area: string; results: Shared[] }>();
  for (const shared of sharedResults(report, fits)) {
    const key = `${shared.runs.map(runName).join()} ${shared.result.area}`;
    const group = found.get(key) ?? { runs: [...shared.runs], area: shared.result.area, results: [] };
    group.results.push(shared);
    found.set(key, group);
  }
  const position = (run: Run | undefined) => (run === undefined ? 0 : report.runs.indexOf(run));
  return [...found.values()].sort(
    (a, b) =>
      position(a.runs[0]) - position(b.runs[0]) ||
      b.runs.length - a.runs.length ||
      runNames(a.runs).localeCompare(runNames(b.runs)) ||
      a.area.localeCompare(b.area),
  );
}

/** Requirement ids by the reason given, most frequent reason first. */
export function byReason(
  report: Report,
  fits: (result: RequirementResult) => boolean,
): readonly { readonly reason: string; readonly ids: readonly string[] }[] {
  const reasons = new Map<string, Set<string>>();
  for (const run of report.runs)
    for (const result of run.requirements) {
      if (!fits(result)) continue;
      const reason = result.reason ?? "no reason given";
      const ids = reasons.get(reason) ?? new Set();
      reasons.set(reason, ids.add(result.id));
    }
  return [...reasons]
    .map(([reason, ids]) => ({ reason, ids: [...ids].sort() }))
    .sort((a, b) => b.ids.length - a.ids.length || a.reason.localeCompare(b.reason));
}

export function runName(run: Run): string {
  return visible(`${run.revision} over ${run.transport}`);
}

/** `2025-06-18 and 2026-07-28 over stdio; 2026-07-28 over http`. */
export function runNames(runs: readonly Run[]): string {
  const transports = [...new Set(runs.map((run) => run.transport))];
  const named = transports
    .map((transport) => {
      const revisions = runs.filter((run) => run.transport === transport).map((run) => run.revision);
      const last = revisions.pop();
      return `${revisions.length === 0 ? "" : `${revisions.join(", ")} and `}${last} over ${transport}`;
    })
    .join("; ");
  return visible(named);
}

function sharedResults(report: Report, fits: (result: RequirementResult) => boolean): readonly Shared[] {
  const found = new Map<string, { result: RequirementResult; runs: Run[] }>();
  for (const run of report.runs)
    for (const result of run.requirements) {
      if (!fits(result)) continue;
      const key = `${result.id} ${result.role} ${result.severity ?? ""} ${result.expected?.reason ?? ""}`;
      const shared = found.get(key);
      if (shared === undefined) found.set(key, { result, runs: [run] });
      else shared.runs.push(run);
    }
  return [...found.values()];
}
