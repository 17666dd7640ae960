import type { Report, RequirementResult, Run, StaleEntry } from "../../schemas/report.ts";
import type { Catalogue } from "../../suites/requirements/load.ts";
import { exitStatus } from "../exit.ts";
import { nearest } from "../nearest.ts";
import { type Baseline, type BaselineEntry, covers, entryFor, placeOf, UNTRIAGED } from "./baseline.ts";

export interface GateOptions {
  readonly failOn: "must" | "should";
  readonly baseline?: Baseline;
  readonly catalogue: Catalogue;
  /** Some judges did not run: that something passes does not show that it no longer fails. */
  readonly partial: boolean;
}

/** The report with what the baseline expects marked, and whether the run passes by what was asked of it. */
export function gated(report: Report, options: GateOptions): Report {
  const { baseline, failOn } = options;
  const gate = { failOn, passed: false, stale: [] };
  if (baseline === undefined) return settled({ ...report, gate });
  const looks = baseline.entries.map((entry) => ({ entry, look: lookAt(entry, report, options) }));
  const stale = looks.flatMap(({ entry, look }): readonly StaleEntry[] => {
    if (look !== "passes" && look !== "unknown") return [];
    const near =
      look === "unknown"
        ? nearest(
            entry.requirement,
            options.catalogue.requirements.map(({ id }) => id),
          )
        : undefined;
    return [{ ...entry, problem: look, ...(near === undefined ? {} : { nearest: near }) }];
  });
  return settled({
    ...report,
    runs: report.runs.map((run) => marked(run, baseline)),
    gate: { ...gate, baseline: baseline.file, stale },
    notes: [
      ...report.notes,
      ...noteOn(
        looks.filter(({ look }) => look === "unseen").map(({ entry }) => entry),
        (count) => `${baseline.file}: ${count} not looked at in this run`,
      ),
      ...noteOn(
        baseline.entries.filter(({ reason }) => reason === UNTRIAGED),
        (count) => `${baseline.file}: ${count} ${UNTRIAGED}; write a reason for each`,
      ),
    ],
  });
}

type Look = "fails" | "passes" | "unknown" | "unseen";

/** What has become of an expected failure. */
export function lookAt(entry: BaselineEntry, report: Report, options: Omit<GateOptions, "failOn">): Look {
  if (options.catalogue.byId(entry.requirement) === undefined) return "unknown";
  const verdicts = new Set(
    report.runs
      .filter((run) => covers(entry, run))
      .flatMap((run) => run.requirements.filter(({ id }) => id === entry.requirement).map(({ verdict }) => verdict)),
  );
  if (verdicts.has("fail")) return "fails";
  return verdicts.has("pass") && !options.partial ? "passes" : "unseen";
}

function marked(run: Run, baseline: Baseline): Run {
  const mark = (result: RequirementResult): RequirementResult => {
    const entry = result.verdict === "fail" ? entryFor(baseline, run, result) : undefined;
    return entry === undefined ? result : { ...result, expected: { reason: entry.reason } };
  };
  return { ...run, requirements: run.requirements.map(mark) };
}

function settled(report: Report & Required<Pick<Report, "gate">>): Report {
  return { ...report, gate: { ...report.gate, passed: exitStatus(report) === 0 } };
}

const NAMED = 5;

function noteOn(entries: readonly BaselineEntry[], say: (count: string) => string): readonly string[] {
  if (entries.length === 0) return [];
  const named = entries.slice(0, NAMED).map(placeOf).join(", ");
  const rest = entries.length > NAMED ? ` and ${entries.length - NAMED} more` : "";
  return [`${say(entries.length === 1 ? "1 entry" : `${entries.length} entries`)}: ${named}${rest}`];
}
