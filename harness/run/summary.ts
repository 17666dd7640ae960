import type { RequirementResult, Run } from "../../schemas/report.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import { applies } from "../../suites/applicability/evaluate.ts";
import type { Facts } from "../../suites/applicability/facts.ts";
import type { Monitor } from "../../suites/kit/monitor.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { LaneJudgement } from "../lane/lane.ts";
import { fold, totalsOf } from "../verdict/fold.ts";

/** What was judged in a run, of a server or of a client. */
export interface Judged {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly requirements: readonly Requirement[];
  readonly sourceOf: (requirement: Requirement, revision: Revision) => string;
  readonly scenarios: readonly {
    readonly name: string;
    readonly requirements: readonly string[];
    readonly needs: readonly string[];
  }[];
  readonly monitors: readonly Monitor[];
}

/** Folds the judgements of a run under the facts that it showed. */
export function foldRun(
  judged: Judged,
  judgements: readonly LaneJudgement[],
  facts: Facts,
): readonly RequirementResult[] {
  const { revision, transport, sourceOf, scenarios, monitors } = judged;
  const judges = new Map<string, Set<string>>();
  const register = (id: string, judge: string) => judges.set(id, (judges.get(id) ?? new Set()).add(judge));
  for (const scenario of scenarios) for (const id of scenario.requirements) register(id, scenario.name);
  for (const monitor of monitors) for (const id of monitor.requirements) register(id, monitor.name);
  return fold(judged.requirements, judgements, {
    role: facts.role,
    revision,
    transport,
    sourceOf: (requirement) => sourceOf(requirement, revision),
    judgesOf: (id) => judges.get(id) ?? new Set(),
    applies: (requirement) => applies(requirement.when, facts),
    needs: new Map(scenarios.map(({ name, needs }) => [name, needs])),
  });
}

/** What else the report says of a run. */
export interface Shown {
  readonly conclusion: { readonly concluded: boolean; readonly why?: string };
  /** What the target said of itself. */
  readonly info: { readonly name?: unknown; readonly version?: unknown };
  readonly capabilities: JsonObject;
  readonly performances: readonly {
    readonly name: string;
    readonly ms: number;
    readonly trace: string | undefined;
  }[];
  /** ms */
  readonly ms: number;
}

/** The run as the report has it. */
export function summary(
  { revision, transport }: Pick<Judged, "revision" | "transport">,
  requirements: readonly RequirementResult[],
  { conclusion, info, capabilities, performances, ms }: Shown,
): Run {
  const totals = totalsOf(requirements);
  return {
    revision,
    transport,
    ...conclusion,
    conforms: conclusion.concluded && totals.fail === 0 && totals.error === 0,
    server: {
      ...(typeof info.name === "string" ? { name: info.name } : {}),
      ...(typeof info.version === "string" ? { version: info.version } : {}),
      capabilities,
    },
    requirements,
    scenarios: performances.map(({ name, ms: took, trace }) => ({
      name,
      ms: Math.round(took),
      ...(trace === undefined ? {} : { trace }),
    })),
    totals,
    ms: Math.round(ms),
  };
}
