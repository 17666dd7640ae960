import { connect } from "../../simulators/client/connect.ts";
import { type Connection, DEFAULT_CAPS, type Patience } from "../../simulators/client/connection.ts";
import type { Recorder } from "../../simulators/trace/events.ts";
import { TRACE_ENDS } from "../../simulators/trace/reduce.ts";
import type { Revision } from "../../simulators/wire/revisions.ts";
import { attachMonitors } from "../../suites/kit/attach.ts";
import type { Judgement } from "../../suites/kit/judgement.ts";
import type { Monitor } from "../../suites/kit/monitor.ts";
import type { Excerpt } from "../excerpt/keeper.ts";
import { reproducible } from "../excerpt/reproducible.ts";
import type { ServerTarget } from "../target/target.ts";
import { enough } from "./enough.ts";
import type { FactsObserver } from "./observe.ts";
import { observeFacts } from "./observe.ts";
import { openTape, type TapeContext } from "./tape.ts";

/** A judgement with the lane it was made in. */
export interface LaneJudgement {
  readonly judgement: Judgement;
  readonly lane: string;
  readonly trace: string | undefined;
  /** Of a failure: the steps around it, where excerpts are kept. */
  readonly excerpt?: Excerpt["steps"];
}

/** What every lane of a run shares. */
export interface LaneContext extends TapeContext {
  readonly revision: Revision;
  readonly target: ServerTarget;
  readonly seed: number;
  readonly catalogue: string;
  readonly patience: Patience;
  readonly monitors: readonly Monitor[];
  readonly inForce: ReadonlySet<string>;
  readonly collect: (judgement: LaneJudgement) => void;
  /** Called off: nothing is waited for any more. */
  readonly signal: AbortSignal;
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
  const { seed, catalogue } = context;
  const { transport } = target;
  const { recorder, reducer, keeper, trace, close } = openTape(
    { role: "server", revision, transport, lane: name, seed, catalogue },
    context,
  );
  const place = target.place();
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
    transport,
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
    recorder.record({ kind: "intent", from: "harness", intent: "close", what: TRACE_ENDS });
    await opened.destroy();
    context.signal.removeEventListener("abort", drop);
    conclude();
    await close();
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
