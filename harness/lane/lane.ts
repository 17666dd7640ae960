import { connect } from "../../simulators/client/connect.ts";
import { type Connection, DEFAULT_CAPS, type Patience } from "../../simulators/client/connection.ts";
import type { Clock } from "../../simulators/clock/clock.ts";
import type { Recorder } from "../../simulators/trace/events.ts";
import { traceWriter } from "../../simulators/trace/file.ts";
import { createRecorder } from "../../simulators/trace/recorder.ts";
import { createReducer } from "../../simulators/trace/reduce.ts";
import type { Revision } from "../../simulators/wire/revisions.ts";
import { attachMonitors } from "../../suites/kit/attach.ts";
import type { Judgement } from "../../suites/kit/judgement.ts";
import type { Monitor } from "../../suites/kit/monitor.ts";
import type { ExcerptBudget } from "../excerpt/budget.ts";
import { type Excerpt, ExcerptKeeper } from "../excerpt/keeper.ts";
import { reproducible } from "../excerpt/reproducible.ts";
import type { ServerTarget } from "../target/target.ts";
import { enough } from "./enough.ts";
import type { FactsObserver } from "./observe.ts";
import { observeFacts } from "./observe.ts";

/** A judgement with the lane it was made in. */
export interface LaneJudgement {
  readonly judgement: Judgement;
  readonly lane: string;
  readonly trace: string | undefined;
  /** Of a failure: the steps around it, where excerpts are kept. */
  readonly excerpt?: Excerpt["steps"];
}

/** What every lane of a run shares. */
export interface LaneContext {
  readonly revision: Revision;
  readonly target: ServerTarget;
  readonly clock: Clock;
  readonly seed: number;
  readonly catalogue: string;
  readonly patience: Patience;
  readonly monitors: readonly Monitor[];
  readonly inForce: ReadonlySet<string>;
  readonly secrets: readonly string[];
  readonly traceDir: string | undefined;
  /** Absent: no excerpts are kept. */
  readonly excerpts?: ExcerptBudget;
  readonly collect: (judgement: LaneJudgement) => void;
  /** Called off: nothing is waited for any more. */
  readonly signal: AbortSignal;
  /** Told of every event, e.g. so that a virtual clock knows when nothing is happening. */
  readonly onEvent?: () => void;
}

/**
 * One instance of the target with its one trace: a process (stdio), or a session or client (http, sse). Scenarios that
 * share an instance share its lane, since request ids and order have no meaning across a trace's border.
 */
export interface Lane {
  readonly name: string;
  readonly trace: string | undefined;
  readonly recorder: Recorder;
  readonly connection: Connection;
  readonly facts: FactsObserver;
  readonly judge: (judgement: Judgement) => void;
  /** Closes politely, lets the monitors conclude, and takes everything down. Idempotent. */
  finish(options?: { readonly polite?: boolean }): Promise<void>;
}

/**
 * Opens a lane. Nothing has been sent yet (stdio: the process is started).
 * @throws AssayError when the target cannot be started.
 */
export async function openLane(
  name: string,
  context: LaneContext,
  patience: Patience = context.patience,
): Promise<Lane> {
  const { target, revision, clock } = context;
  const recorder = createRecorder(
    {
      role: "server",
      revision,
      transport: target.transport,
      lane: name,
      seed: context.seed,
      catalogue: context.catalogue,
    },
    // Judged as it comes, written as it comes: nothing reads it again.
    { clock, heldEvents: 1 },
  );
  const trace =
    context.traceDir === undefined
      ? undefined
      : `${revision}-${target.transport}-${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}.jsonl`;
  const writer =
    trace === undefined ? undefined : traceWriter(`${context.traceDir}/${trace}`, { secrets: context.secrets });
  if (writer !== undefined) {
    for (const event of recorder.events) writer.listener(event);
    recorder.listen(writer.listener);
  }
  if (context.onEvent !== undefined) recorder.listen(context.onEvent);
  const reducer = createReducer(recorder.head);
  const place = target.place();
  const keeper =
    context.excerpts && new ExcerptKeeper(`${revision} ${target.transport}`, context.excerpts, context.secrets);
  if (keeper !== undefined) recorder.listen((event) => keeper.take(event));
  let connection: Connection | undefined;
  const collect = enough((judgement) => {
    const settled = excused(judgement, connection?.unread);
    const excerpt = settled.outcome === "fail" ? keeper?.around(settled) : undefined;
    context.collect({
      judgement: settled.outcome === "fail" ? reproducible(settled, excerpt, target, place) : settled,
      lane: name,
      trace,
      ...(excerpt === undefined ? {} : { excerpt: excerpt.steps }),
    });
  });
  const conclude = attachMonitors(reducer, context.monitors, {
    revision,
    transport: target.transport,
    lane: name,
    inForce: context.inForce,
    emit: collect,
  });
  const facts = observeFacts(reducer, recorder);
  recorder.listen((event) => reducer.take(event));
  const opened = await connect({
    revision,
    place,
    recorder,
    clock,
    patience,
    caps: DEFAULT_CAPS,
    scenario: name,
  });
  connection = opened;
  // Whoever waits on this lane is told at once; a turn later, so that what is called off is not judged.
  const drop = () => clock.after(0, () => void opened.destroy());
  if (context.signal.aborted) drop();
  else context.signal.addEventListener("abort", drop, { once: true });
  let finished: Promise<void> | undefined;
  const finish = async (polite: boolean) => {
    if (polite) await opened.peer.close();
    recorder.record({ kind: "intent", from: "harness", intent: "close", what: "trace ends" });
    await opened.destroy();
    context.signal.removeEventListener("abort", drop);
    conclude();
    await writer?.close();
  };
  return {
    name,
    trace,
    recorder,
    connection: opened,
    facts,
    judge: collect,
    finish: ({ polite = true } = {}) => {
      finished ??= finish(polite && !context.signal.aborted);
      return finished;
    },
  };
}

/** What a target is said not to have sent in time may be among what was not read: that is no failure of its own. */
function excused(judgement: Judgement, unread: string | undefined): Judgement {
  if (unread === undefined || judgement.outcome !== "fail" || !judgement.timed) return judgement;
  const { requirement, judge, scenario, facet } = judgement;
  return {
    requirement,
    judge,
    scenario,
    ...(facet === undefined ? {} : { facet }),
    outcome: "inconclusive",
    reason: `not all that the target sent was read: ${unread}`,
  };
}
