import type { Run } from "../../schemas/report.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { eraOf } from "../../simulators/wire/revisions.ts";
import { applies } from "../../suites/applicability/evaluate.ts";
import type { Facts } from "../../suites/applicability/facts.ts";
import type { Lane, LaneJudgement } from "../lane/lane.ts";
import { concludes } from "../verdict/conclude.ts";
import { fold, totalsOf } from "../verdict/fold.ts";
import type { RunContext } from "./context.ts";
import type { Performance } from "./perform.ts";

/** What a run has brought together by its end. */
export interface RunRecord {
  readonly judgements: readonly LaneJudgement[];
  readonly lanes: readonly Pick<Lane, "facts">[];
  readonly performances: readonly Performance[];
  readonly capabilities: JsonObject;
  readonly info: JsonObject;
  readonly revisions: readonly string[];
  /** ms */
  readonly ms: number;
  /** Why the run proves nothing whatever was judged: the target does not speak the revision, or stopped answering. */
  readonly cutShort?: string;
}

/** The run as the report has it. */
export function recordRun(context: RunContext, record: RunRecord): Run {
  const results = foldRun(context, record);
  const answered = record.lanes.reduce((sum, lane) => sum + lane.facts.answered(), 0);
  const conclusion =
    record.cutShort === undefined ? concludes(results, answered) : { concluded: false, why: record.cutShort };
  const totals = totalsOf(results);
  const { name, version } = record.info;
  return {
    revision: context.revision,
    transport: context.target.transport,
    ...conclusion,
    conforms: conclusion.concluded && totals.fail === 0 && totals.error === 0,
    server: {
      ...(typeof name === "string" ? { name } : {}),
      ...(typeof version === "string" ? { version } : {}),
      capabilities: record.capabilities,
    },
    requirements: results,
    scenarios: record.performances.map(({ name: scenario, ms, trace }) => ({
      name: scenario,
      ms: Math.round(ms),
      ...(trace === undefined ? {} : { trace }),
    })),
    totals,
    ms: Math.round(record.ms),
  };
}

function foldRun(context: RunContext, record: RunRecord) {
  const judges = new Map<string, Set<string>>();
  const register = (id: string, judge: string) => judges.set(id, (judges.get(id) ?? new Set()).add(judge));
  for (const scenario of context.scenarios) for (const id of scenario.requirements) register(id, scenario.name);
  for (const monitor of context.monitors) for (const id of monitor.requirements) register(id, monitor.name);
  const facts = factsOf(context, record);
  return fold(context.requirements, record.judgements, {
    revision: context.revision,
    transport: context.target.transport,
    sourceOf: (requirement) => context.sourceOf(requirement, context.revision),
    judgesOf: (id) => judges.get(id) ?? new Set(),
    applies: (requirement) => applies(requirement.when, facts),
    needs: new Map(context.scenarios.map((scenario) => [scenario.name, scenario.needs])),
  });
}

function factsOf(context: RunContext, { lanes, capabilities, revisions }: RunRecord): Facts {
  const streams = lanes.map((lane) => lane.facts.getStream()).filter((stream) => stream !== undefined);
  return {
    role: "server",
    revision: context.revision,
    era: eraOf(context.revision),
    transport: context.target.transport,
    serverCapabilities: capabilities,
    clientCapabilities: Object.assign({}, ...context.scenarios.map((scenario) => scenario.capabilities)) as JsonObject,
    sessionIssued: lanes.some((lane) => lane.facts.sessionIssued()),
    getStream: streams.length === 0 ? undefined : streams.includes(true),
    eventIds: lanes.some((lane) => lane.facts.eventIds()),
    revisionsSupported: revisions as Facts["revisionsSupported"],
    uses: new Set(lanes.flatMap((lane) => [...lane.facts.uses])),
  };
}
