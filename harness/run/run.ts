import { setMaxListeners } from "node:events";
import type { Run } from "../../schemas/report.ts";
import type { Target } from "../../suites/kit/target.ts";
import type { LaneContext, LaneJudgement } from "../lane/lane.ts";
import { confirmed, timedFailures } from "./confirm.ts";
import type { RunContext } from "./context.ts";
import { openRun } from "./open.ts";
import { profile } from "./profile.ts";
import { recordRun } from "./record.ts";
import { createStage } from "./stage.ts";

/** When confirming begins no further scenario and when it ends, ms; what was not confirmed by then is not counted. */
const CONFIRMATION = { lastBeginMs: 40_000, endMs: 90_000 };
/** The same where the target was given up: long enough for one patient request. */
const LAST_LOOK = { lastBeginMs: 25_000, endMs: 25_000 };

/** How a run went; where the target does not speak the revision, why, and what its refusal was judged to be. */
export type RunOutcome =
  | {
      readonly speaks: true;
      readonly run: Run;
      /** What the target lists. */
      readonly tools: readonly string[];
    }
  | {
      readonly speaks: false;
      readonly why: string;
      readonly answered: boolean;
      readonly clean: boolean;
      readonly run: Run;
    };

/**
 * One revision over one transport: opens it, performs the scenarios by isolation class, confirms what rests on time, and
 * folds the judgements. `supported` is asked once it is open, for all the revisions that the target speaks.
 * @throws AssayError when the target cannot be started.
 */
export async function drive(context: RunContext, supported: () => Promise<readonly string[]>): Promise<RunOutcome> {
  const started = context.clock.now();
  const elapsed = () => context.clock.now() - started;
  const judgements: LaneJudgement[] = [];
  const lanes = laneContext(context, (judgement) => judgements.push(judgement));
  const opened = await context.gate.together(() => openRun(lanes));
  const { lane } = opened;
  if (!opened.speaks) {
    const { why, answered, clean } = opened;
    const self = lane.connection.peer.server;
    const record = {
      // Which versions it grants can only be judged of revisions that it is known to speak.
      judgements: judgements.filter(({ judgement }) => !judgement.requirement.startsWith("versioning.")),
      lanes: [lane],
      performances: [],
      capabilities: self?.capabilities ?? {},
      info: self?.info ?? {},
      revisions: [],
      ms: elapsed(),
      cutShort: why,
    };
    return { speaks: false, why, answered, clean, run: recordRun(context, record) };
  }
  const revisions = await supported();
  const target = await profile(lane.connection.as("profile"), {
    seed: context.seed,
    revisions,
    callTools: context.callTools,
    fixture: context.fixture,
  });
  const { revision } = context;
  const { transport } = context.target;
  context.progress({ kind: "run-begin", revision, transport, scenarios: context.scenarios.length });
  const stage = createStage(context, lanes, lane, target, failedAmong(judgements));
  await stage.performAll(context.scenarios);
  const { givenUp } = stage;
  const settled = await confirm(context, judgements, target, givenUp === undefined ? CONFIRMATION : LAST_LOOK);
  const { capabilities, info } = target;
  const run = recordRun(context, {
    judgements: settled,
    lanes: stage.lanes,
    performances: stage.performances,
    capabilities,
    info,
    revisions,
    ms: elapsed(),
    ...(givenUp === undefined ? {} : { cutShort: givenUp }),
  });
  context.progress({ kind: "run-end", revision, transport });
  return { speaks: true, run, tools: target.tools.map(({ name }) => name) };
}

function laneContext(context: RunContext, collect: LaneContext["collect"]): LaneContext {
  return { ...context, inForce: new Set(context.requirements.map((requirement) => requirement.id)), collect };
}

function failedAmong(judgements: readonly LaneJudgement[]): (requirement: string) => boolean {
  return (requirement) =>
    judgements.some(({ judgement }) => judgement.outcome === "fail" && judgement.requirement === requirement);
}

/** Runs again, alone and with four times the patience, the scenarios whose failures rest on time (for an exit twice: it is quick or it never comes). */
async function confirm(
  context: RunContext,
  judgements: readonly LaneJudgement[],
  target: Target,
  budget: typeof CONFIRMATION,
): Promise<readonly LaneJudgement[]> {
  const timed = timedFailures(judgements);
  if (timed.length === 0 || context.signal.aborted) return judgements;
  const names = new Set(timed.map((entry) => entry.judgement.scenario));
  const again: LaneJudgement[] = [];
  const { answerMs, quietMs, exitMs } = context.patience;
  const [closing, end] = [new AbortController(), new AbortController()];
  const timers = [
    context.clock.after(budget.lastBeginMs, () => closing.abort()),
    context.clock.after(budget.endMs, () => end.abort()),
  ];
  const signal = AbortSignal.any([context.signal, end.signal]);
  // Every scenario under way listens for it.
  setMaxListeners(0, signal);
  const { excerpts: _, ...rest } = context;
  const patient: RunContext = {
    ...rest,
    signal,
    closing: closing.signal,
    patience: { answerMs: answerMs * 4, quietMs: quietMs * 4, exitMs: exitMs * 2 },
    timeoutMs: context.timeoutMs * 4,
    concurrency: 1,
    progress: () => {},
    // Its lanes have the same names: the first traces stay as the findings cite them.
    traceDir: context.traceDir === undefined ? undefined : `${context.traceDir}/confirm`,
  };
  context.progress({ kind: "confirm", text: [...names].join(", ") });
  const lanes = laneContext(patient, (judgement) => again.push(judgement));
  const opened = await context.gate.together(() => openRun(lanes));
  if (opened.speaks)
    await createStage(patient, lanes, opened.lane, target, failedAmong(again)).performAll(
      context.scenarios.filter((scenario) => names.has(scenario.name)),
    );
  for (const timer of timers) timer.cancel();
  return confirmed(judgements, again);
}
