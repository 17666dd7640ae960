import type { Run } from "../../schemas/report.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import type { Scenario } from "../../suites/kit/scenario.ts";
import type { Target } from "../../suites/kit/target.ts";
import { applies } from "../../suites/applicability/evaluate.ts";
import type { Facts } from "../../suites/applicability/facts.ts";
import type { Lane, LaneContext, LaneJudgement } from "../lane/lane.ts";
import { concludes } from "../verdict/conclude.ts";
import { fold, totalsOf } from "../verdict/fold.ts";
import { confirmed, timedFailures } from "./confirm.ts";
import type { RunContext } from "./context.ts";
import { openRun } from "./open.ts";
import type { Performance } from "./perform.ts";
import { profile } from "./profile.ts";
import { createStage, type Stage } from "./stage.ts";
import { eraOf } from "../../simulators/wire/revisions.ts";

export type RunOutcome = { readonly run: Run; readonly server: JsonObject } | { readonly why: string; readonly answered: boolean };

/**
 * One revision over one transport: opens it, performs the scenarios by isolation class, confirms what rests on time, and
 * folds the judgements. When the target does not speak the revision, tells why.
 */
export async function drive(context: RunContext, supported: () => Promise<readonly string[]>): Promise<RunOutcome> {
  const started = context.clock.now();
  const judgements: LaneJudgement[] = [];
  const lanes = laneContext(context, (judgement) => judgements.push(judgement));
  const opened = await context.gate.together(() => openRun(lanes));
  if (!opened.speaks) return opened;
  const { lane } = opened;
  const revisions = await supported();
  const target = await profile(lane.connection.as("profile"), {
    seed: context.seed,
    revisions,
    callTools: context.callTools,
    fixture: context.fixture,
  });
  context.progress({ kind: "run-begin", revision: context.revision, transport: context.target.transport, scenarios: context.scenarios.length });
  const stage = createStage(context, lanes, lane, target);
  await stage.performAll(context.scenarios);
  const settled = await confirm(context, judgements, target);
  const results = foldRun(context, settled, stage.lanes, revisions, target);
  const answered = stage.lanes.reduce((sum, each) => sum + each.facts.answered(), 0);
  const conclusion = concludes(results, answered);
  const totals = totalsOf(results);
  context.progress({ kind: "run-end", revision: context.revision, transport: context.target.transport });
  const { name, version } = target.info;
  return {
    server: target.info,
    run: {
      revision: context.revision,
      transport: context.target.transport,
      ...conclusion,
      conforms: conclusion.concluded && totals.fail === 0 && totals.error === 0,
      server: {
        ...(typeof name === "string" ? { name } : {}),
        ...(typeof version === "string" ? { version } : {}),
        capabilities: target.capabilities,
      },
      requirements: results,
      scenarios: stage.performances.map(({ name: scenario, ms, trace }: Performance) => ({ name: scenario, ms: Math.round(ms), ...(trace === undefined ? {} : { trace }) })),
      totals,
      ms: Math.round(context.clock.now() - started),
    },
  };
}

function laneContext(context: RunContext, collect: LaneContext["collect"]): LaneContext {
  return { ...context, inForce: new Set(context.requirements.map((requirement) => requirement.id)), collect };
}

/** Runs again, alone and with four times the patience, the scenarios whose failures rest on time. */
async function confirm(context: RunContext, judgements: readonly LaneJudgement[], target: Target): Promise<readonly LaneJudgement[]> {
  const timed = timedFailures(judgements);
  if (timed.length === 0 || context.signal.aborted) return judgements;
  const names = new Set(timed.map((entry) => entry.judgement.scenario));
  const again: LaneJudgement[] = [];
  const { answerMs, quietMs, exitMs } = context.patience;
  const patient = { ...context, patience: { answerMs: answerMs * 4, quietMs: quietMs * 4, exitMs: exitMs * 4 }, timeoutMs: context.timeoutMs * 4, concurrency: 1 };
  context.progress({ kind: "confirm", text: [...names].join(", ") });
  const lanes = laneContext(patient, (judgement) => again.push(judgement));
  const opened = await openRun(lanes);
  if (opened.speaks) await createStage(patient, lanes, opened.lane, target).performAll(context.scenarios.filter((scenario) => names.has(scenario.name)));
  return confirmed(judgements, again);
}

function foldRun(context: RunContext, judgements: readonly LaneJudgement[], lanes: Stage["lanes"], revisions: readonly string[], target: Target) {
  const judges = new Map<string, Set<string>>();
  const register = (id: string, judge: string) => judges.set(id, (judges.get(id) ?? new Set()).add(judge));
  for (const scenario of context.scenarios) for (const id of scenario.requirements) register(id, scenario.name);
  for (const monitor of context.monitors) register(monitor.requirement, monitor.name);
  const facts = factsOf(context, lanes, revisions, target);
  return fold(context.requirements, judgements, {
    revision: context.revision,
    sourceOf: (requirement) => context.sourceOf(requirement, context.revision),
    judgesOf: (id) => judges.get(id) ?? new Set(),
    applies: (requirement) => applies(requirement.when, facts),
    needs: new Map(context.scenarios.map((scenario) => [scenario.name, scenario.needs])),
  });
}

function factsOf(context: RunContext, lanes: readonly Lane[], revisions: readonly string[], target: Target): Facts {
  const streams = lanes.map((lane) => lane.facts.getStream()).filter((stream) => stream !== undefined);
  return {
    role: "server",
    revision: context.revision,
    era: eraOf(context.revision),
    transport: context.target.transport,
    serverCapabilities: target.capabilities,
    clientCapabilities: Object.assign({}, ...context.scenarios.map((scenario: Scenario) => scenario.capabilities)) as JsonObject,
    sessionIssued: lanes.some((lane) => lane.facts.sessionIssued()),
    getStream: streams.length === 0 ? undefined : streams.includes(true),
    eventIds: lanes.some((lane) => lane.facts.eventIds()),
    revisionsSupported: revisions as Facts["revisionsSupported"],
    uses: new Set(lanes.flatMap((lane) => [...lane.facts.uses])),
  };
}
