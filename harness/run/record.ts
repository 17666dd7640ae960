import type { Run } from "../../schemas/report.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { eraOf } from "../../simulators/wire/revisions.ts";
import type { Facts } from "../../suites/applicability/facts.ts";
import type { Lane, LaneJudgement } from "../lane/lane.ts";
import { concludes } from "../verdict/conclude.ts";
import type { RunContext } from "./context.ts";
import type { Performance } from "./perform.ts";
import { foldRun, summary } from "./summary.ts";

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
  const judged = { ...context, transport: context.target.transport };
  const results = foldRun(judged, record.judgements, factsOf(context, record));
  const answered = record.lanes.reduce((sum, lane) => sum + lane.facts.answered(), 0);
  const conclusion =
    record.cutShort === undefined ? concludes(results, answered) : { concluded: false, why: record.cutShort };
  return summary(judged, results, { ...record, conclusion });
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
