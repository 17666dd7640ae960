import type { Run } from "../../schemas/report.ts";
import { negotiationRules } from "../../simulators/server/rules/negotiation.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { eraOf, isRevision, type Revision } from "../../simulators/wire/revisions.ts";
import type { Facts } from "../../suites/applicability/facts.ts";
import type { ClientScenario } from "../../suites/kit/client/scenario.ts";
import type { LaneJudgement } from "../lane/lane.ts";
import type { Progress } from "../options.ts";
import { confirmed, timedFailures } from "../run/confirm.ts";
import { foldRun, summary } from "../run/summary.ts";
import { concludes } from "../verdict/conclude.ts";
import type { ClientRunContext } from "./context.ts";
import { type ClientLane, playLane } from "./lane.ts";
import { pack } from "./pack.ts";
import { judgeScenario } from "./perform.ts";

/** How a run of a client went; where it does not speak the revision, why. */
export type ClientOutcome =
  | { readonly speaks: true; readonly run: Run }
  | { readonly speaks: false; readonly why: string; readonly stderr: string; readonly run: Run };

type Performance = { readonly name: string; readonly ms: number; readonly trace: string | undefined };

/**
 * One revision over one transport: the first client shows whether the revision is spoken; then the rest follow, several at a time.
 * @throws AssayError when the client cannot be started.
 */
export async function driveClient(options: Omit<ClientRunContext, "collect">): Promise<ClientOutcome> {
  const judgements: LaneJudgement[] = [];
  const context: ClientRunContext = { ...options, collect: (judgement) => void judgements.push(judgement) };
  const { clock, revision, progress } = context;
  const { transport } = context.target;
  const started = clock.now();
  const [first = [], ...rest] = pack(context.scenarios);
  const lanes: ClientLane[] = [];
  const performances: Performance[] = [];
  // Whether there is a run to tell of is known once its first client is over.
  const untold: Progress[] = [];
  let tell = (step: Progress): void => void untold.push(step);
  const play = async (scenarios: readonly ClientScenario[], name: string) => {
    let began = clock.now();
    const lane = await context.slot(() => {
      began = clock.now();
      return playLane(name, scenarios, context);
    });
    lanes.push(lane);
    let action = 0;
    for (const scenario of scenarios) {
      const failed = await judgeScenario(scenario, lane, action, context);
      action += scenario.actions.length;
      const ms = (clock.now() - began) / scenarios.length;
      performances.push({ name: scenario.name, ms, trace: lane.trace });
      tell({ kind: "scenario-end", revision, transport, name: scenario.name, ms, failed });
    }
    await lane.conclude();
    return lane;
  };

  const lane = await play(first, first.length === 1 ? first[0]!.name : "packed 1");
  const why = refusal(lane, context);
  if (why !== undefined) {
    const run = recordRun(context, judgements, lanes, performances, clock.now() - started);
    return { speaks: false, why, stderr: lane.record.stderr, run };
  }
  progress({ kind: "run-begin", revision, transport, scenarios: context.scenarios.length });
  for (const step of untold) progress(step);
  tell = progress;
  await Promise.all(
    rest.map(async (scenarios, index) => {
      if (context.signal.aborted) return;
      await play(scenarios, scenarios.length === 1 ? scenarios[0]!.name : `packed ${index + 2}`);
    }),
  );
  const settled = await confirm(context, judgements);
  progress({ kind: "run-end", revision, transport });
  return { speaks: true, run: recordRun(context, settled, lanes, performances, clock.now() - started) };
}

/** Why the revision counts as not spoken; undefined when the client went on after it was told the revision. */
function refusal({ record }: ClientLane, { revision }: ClientRunContext): string | undefined {
  const opening = new Set(["initialize", "server/discover", "ping"]);
  const { requested, noted } = record;
  const went = requested.some(({ method }) => !opening.has(method));
  const initialized = noted.some(({ message }) => message.method === "notifications/initialized");
  if (went || (eraOf(revision) === "legacy" && initialized)) return undefined;
  const exit = record.exit === undefined ? "it had to be ended" : `it ended with status ${record.exit.code}`;
  if (requested.length === 0) return `the client sent nothing (${exit})`;
  const last = requested.at(-1)!;
  const asked = last.method === "initialize" ? ` for ${JSON.stringify(last.params.protocolVersion)}` : "";
  return `the client went no further than ${last.method}${asked} (${exit})`;
}

/** Plays the scenarios again whose failures rest on time, one by one and with four times the patience. */
async function confirm(
  context: ClientRunContext,
  judgements: readonly LaneJudgement[],
): Promise<readonly LaneJudgement[]> {
  const timed = timedFailures(judgements);
  if (timed.length === 0 || context.signal.aborted) return judgements;
  const names = new Set(timed.map(({ judgement }) => judgement.scenario));
  const again: LaneJudgement[] = [];
  const { firstMs, endMs, idleMs, exitMs } = context.patience;
  const { excerpts: _, ...rest } = context;
  const patient: ClientRunContext = {
    ...rest,
    patience: { firstMs: firstMs * 4, endMs: endMs * 2, idleMs: idleMs * 4, exitMs: exitMs * 4 },
    traceDir: context.traceDir === undefined ? undefined : `${context.traceDir}/confirm`,
    collect: (judgement) => void again.push(judgement),
  };
  context.progress({ kind: "confirm", text: [...names].join(", ") });
  for (const scenario of context.scenarios.filter(({ name }) => names.has(name))) {
    const lane = await context.slot(() => playLane(scenario.name, [scenario], patient));
    await judgeScenario(scenario, lane, 0, patient);
    await lane.conclude();
  }
  return confirmed(judgements, again);
}

function recordRun(
  context: ClientRunContext,
  judgements: readonly LaneJudgement[],
  lanes: readonly ClientLane[],
  performances: readonly Performance[],
  ms: number,
): Run {
  const judged = { ...context, transport: context.target.transport };
  const results = foldRun(judged, judgements, factsOf(context, lanes));
  const answered = lanes.reduce((sum, lane) => sum + lane.facts.answered(), 0);
  // What every server must show (`core`) is not what every client can.
  const conclusion = concludes(
    results.filter((result) => !result.core),
    answered,
  );
  return summary(judged, results, { ...lanes[0]!.self, conclusion, performances, ms });
}

/** Revisions that the client asked for in handshakes. */
function handshakes({ record }: ClientLane): readonly Revision[] {
  return record.requested.flatMap(({ method, params: { protocolVersion } }) =>
    method === "initialize" && typeof protocolVersion === "string" && isRevision(protocolVersion)
      ? [protocolVersion]
      : [],
  );
}

function factsOf(context: ClientRunContext, lanes: readonly ClientLane[]): Facts {
  return {
    role: "client",
    revision: context.revision,
    era: eraOf(context.revision),
    transport: context.target.transport,
    serverCapabilities: negotiationRules.declaredCapabilities(context.revision),
    clientCapabilities: Object.assign({}, ...lanes.map((lane) => lane.self.capabilities)) as JsonObject,
    sessionIssued: lanes.some((lane) => lane.facts.sessionIssued()),
    getStream: lanes.some((lane) => lane.facts.getStream() === true),
    eventIds: lanes.some((lane) => lane.facts.eventIds()),
    revisionsSupported: [...new Set([context.revision, ...lanes.flatMap(handshakes)])],
    uses: new Set(lanes.flatMap((lane) => [...lane.facts.uses])),
  };
}
