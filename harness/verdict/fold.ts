import type { Finding, RequirementResult, Totals } from "../../schemas/report.ts";
import type { Revision } from "../../simulators/wire/revisions.ts";
import type { Judgement } from "../../suites/kit/judgement.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { LaneJudgement } from "../lane/lane.ts";
import { severityOf } from "./severity.ts";

export interface FoldOptions {
  /** The target's role (default: server). */
  readonly role?: "server" | "client";
  readonly revision: Revision;
  readonly transport?: string;
  readonly sourceOf: (requirement: Requirement) => string;
  /** Names of the judges registered for a requirement in this run. */
  readonly judgesOf: (id: string) => ReadonlySet<string>;
  /** true, false, or undefined when it cannot be told. */
  readonly applies: (requirement: Requirement) => boolean | undefined;
  /** Ids that scenarios build on: scenario name to ids. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

/** Folds the judgements of one run into one result per requirement, in catalogue order. */
export function fold(
  requirements: readonly Requirement[],
  judgements: readonly LaneJudgement[],
  options: FoldOptions,
): readonly RequirementResult[] {
  const failed = new Set(
    judgements.filter(({ judgement }) => judgement.outcome === "fail").map(({ judgement }) => judgement.requirement),
  );
  const byId = new Map<string, LaneJudgement[]>();
  for (const entry of judgements) {
    const settled = blocked(entry, failed, options.needs);
    const known = byId.get(settled.judgement.requirement);
    if (known === undefined) byId.set(settled.judgement.requirement, [settled]);
    else known.push(settled);
  }
  return (
    requirements
      // Generated entries are no list of what a target owes: what was not met with is not told of.
      .filter(({ generated, id }) => !generated || byId.has(id))
      .map((requirement) => foldOne(requirement, byId.get(requirement.id) ?? [], options))
  );
}

function foldOne(requirement: Requirement, entries: readonly LaneJudgement[], options: FoldOptions): RequirementResult {
  const judgements = entries.map((entry) => entry.judgement);
  const findings = mergeFindings(requirement, entries, options.transport);
  const passed = judgements.filter((judgement) => judgement.outcome === "pass");
  const concluded = new Set(judgements.filter(concludes).map((judgement) => judgement.judge));
  const registered = new Set([...options.judgesOf(requirement.id), ...judgements.map((judgement) => judgement.judge)]);
  const base = {
    id: requirement.id,
    role: options.role ?? "server",
    level: requirement.level,
    basis: requirement.basis,
    area: requirement.area,
    judges: { concluded: concluded.size, of: registered.size },
    ...(requirement.facets === undefined ? {} : { facets: facetsOf(requirement.facets, judgements) }),
    statement: requirement.statement,
    source: options.sourceOf(requirement),
    ...(requirement.core ? { core: true } : {}),
    findings,
  };
  if (findings.length > 0)
    return {
      ...base,
      verdict: "fail",
      severity: findings.some((finding) => finding.severity === "failure") ? "failure" : "warning",
    };
  const broke = judgements.find((judgement) => judgement.outcome === "error");
  if (broke !== undefined) return { ...base, verdict: "error", reason: broke.reason };
  if (passed.length > 0) return { ...base, verdict: "pass" };
  const applies = options.applies(requirement);
  if (applies === false)
    return { ...base, verdict: "not-applicable", reason: `holds when: ${requirement.applies_when}` };
  return {
    ...base,
    verdict: "inconclusive",
    reason: whyInconclusive(requirement, judgements, registered.size, applies),
  };
}

function whyInconclusive(
  requirement: Requirement,
  judgements: readonly Judgement[],
  judges: number,
  applies: boolean | undefined,
): string {
  const reasons = new Set(
    judgements.flatMap((judgement) => (judgement.outcome === "inconclusive" ? [judgement.reason] : [])),
  );
  if (reasons.size > 0) return [...reasons].join("; ");
  if (requirement.stimulus === "none") return "not observable on the wire";
  if (judges === 0) return "no check of this version judges it";
  if (applies === undefined) return `not provoked; holds when: ${requirement.applies_when}`;
  return "not provoked in this run";
}

function concludes(judgement: Judgement): boolean {
  return judgement.outcome === "pass" || judgement.outcome === "fail";
}

function facetsOf(facets: readonly string[], judgements: readonly Judgement[]) {
  const failed = new Set(
    judgements.filter((judgement) => judgement.outcome === "fail").map((judgement) => judgement.facet),
  );
  const passed = new Set(
    judgements.filter((judgement) => judgement.outcome === "pass").map((judgement) => judgement.facet),
  );
  return { passed: facets.filter((facet) => passed.has(facet) && !failed.has(facet)).length, of: facets.length };
}

/** One cause, one finding: equal in judge and in what was seen, counted, with the first trace. */
function mergeFindings(
  requirement: Requirement,
  entries: readonly LaneJudgement[],
  transport: string | undefined,
): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const { judgement, trace, excerpt } of entries) {
    if (judgement.outcome !== "fail") continue;
    const weight = severityOf(requirement, judgement, transport);
    if (weight === undefined) continue;
    const { evidence } = judgement;
    const key = JSON.stringify([judgement.judge, judgement.facet, weight.severity, kindOf(evidence.seen)]);
    const known = merged.get(key);
    if (known !== undefined) {
      merged.set(key, { ...known, count: known.count + 1 });
      continue;
    }
    merged.set(key, {
      scenario: judgement.scenario,
      judge: judgement.judge,
      severity: weight.severity,
      count: 1,
      ...(judgement.facet === undefined ? {} : { facet: judgement.facet }),
      ...(evidence.sent === undefined ? {} : { sent: evidence.sent }),
      accepted: evidence.accepted,
      seen: evidence.seen,
      events: evidence.events,
      ...(trace === undefined ? {} : { trace }),
      ...(excerpt === undefined || excerpt.length === 0 ? {} : { excerpt: [...excerpt] }),
      ...(evidence.reproduce === undefined ? {} : { reproduce: evidence.reproduce }),
      ...(weight.note === undefined ? {} : { note: weight.note }),
    });
  }
  return [...merged.values()];
}

/** What was seen without what varies from one sighting to the next: numbers and quoted text. */
export function kindOf(seen: string): string {
  return seen.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\d+/g, "0");
}

function blocked(entry: LaneJudgement, failed: ReadonlySet<string>, needs: FoldOptions["needs"]): LaneJudgement {
  const { judgement } = entry;
  if (judgement.outcome !== "fail") return entry;
  const broken = needs.get(judgement.judge)?.find((id) => id !== judgement.requirement && failed.has(id));
  if (broken === undefined) return entry;
  const { requirement, judge, scenario } = judgement;
  return {
    ...entry,
    judgement: { requirement, judge, scenario, outcome: "inconclusive", reason: `blocked by ${broken}` },
  };
}

/** Counts by verdict; a warning is counted apart from a failure. */
export function totalsOf(results: readonly RequirementResult[]): Totals {
  const count = (test: (result: RequirementResult) => boolean) => results.filter(test).length;
  return {
    pass: count((result) => result.verdict === "pass"),
    fail: count((result) => result.verdict === "fail" && result.severity === "failure"),
    warning: count((result) => result.verdict === "fail" && result.severity === "warning"),
    inconclusive: count((result) => result.verdict === "inconclusive"),
    "not-applicable": count((result) => result.verdict === "not-applicable"),
    error: count((result) => result.verdict === "error"),
  };
}
