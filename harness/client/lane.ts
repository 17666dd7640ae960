import type { Orders } from "../../simulators/client/app/orders.ts";
import { within } from "../../simulators/clock/clock.ts";
import { TRACE_ENDS } from "../../simulators/trace/reduce.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { attachMonitors } from "../../suites/kit/attach.ts";
import type { ClientScenario } from "../../suites/kit/client/scenario.ts";
import type { Judgement } from "../../suites/kit/judgement.ts";
import { enough } from "../lane/enough.ts";
import { type FactsObserver, observeFacts } from "../lane/observe.ts";
import { openTape } from "../lane/tape.ts";
import { INTERRUPTED, unlessInterrupted } from "../run/interrupt.ts";
import type { ClientRunContext } from "./context.ts";
import { LaneRecord } from "./record.ts";
import { serve } from "./serve.ts";
import type { ClientProcess } from "./target.ts";

/** Lines that an application may print; one that prints more is ended. */
const LINES = 20_000;

/** One client with the server that was played to it, once it is over. */
export interface ClientLane {
  readonly name: string;
  readonly trace: string | undefined;
  readonly record: LaneRecord;
  readonly facts: FactsObserver;
  readonly judge: (judgement: Judgement) => void;
  /** What the client said of itself: in `initialize`, or in the `_meta` of its requests. */
  readonly self: {
    readonly capabilities: JsonObject;
    readonly info: { readonly name?: unknown; readonly version?: unknown };
  };
  /** Lets the monitors conclude; judgements of scenarios come before. */
  conclude(): Promise<void>;
}

/**
 * Starts one client, plays the server to it as its scenarios have it, and waits until it is over.
 * @throws AssayError when the client cannot be started.
 */
export async function playLane(
  name: string,
  scenarios: readonly ClientScenario[],
  context: ClientRunContext,
): Promise<ClientLane> {
  const { target, revision } = context;
  const { seed, catalogue } = context;
  const { transport } = target;
  const { recorder, reducer, keeper, trace, close } = openTape(
    { role: "client", revision, transport, lane: name, seed, catalogue },
    context,
  );
  const judge = enough((judgement) => {
    const excerpt = judgement.outcome === "fail" ? keeper?.around(judgement)?.steps : undefined;
    context.collect({ judgement, lane: name, trace, ...(excerpt === undefined ? {} : { excerpt }) });
  });
  // They judge by the revision of the run, which not every server that a scenario has speaks.
  const foreign = scenarios.some(({ serves }) => serves !== undefined && !serves.includes(revision));
  const finishMonitors = attachMonitors(reducer, foreign ? [] : context.monitors, {
    revision,
    transport,
    lane: name,
    inForce: new Set(context.requirements.map((requirement) => requirement.id)),
    emit: judge,
  });
  const facts = observeFacts(reducer, recorder);
  const record = new LaneRecord(reducer);
  let self: ClientLane["self"] = { capabilities: {}, info: {} };
  reducer.on("request", ({ conversation: { client } }) => {
    self = { capabilities: client.capabilities ?? self.capabilities, info: client.info ?? self.info };
  });
  let events = 0;
  recorder.listen((event) => {
    if (event.from === "target") events += 1;
    reducer.take(event);
  });

  const served = await serve(scenarios, context, recorder);
  let client: ClientProcess | undefined;
  try {
    client = await target.start(ordersOf(name, scenarios, context), served.place);
    let lines = 0;
    let flooded = () => {};
    const flood = new Promise<void>((resolve) => {
      flooded = resolve;
    });
    client.onLine((line) => {
      lines += 1;
      if (lines > LINES) return flooded();
      events += 1;
      recorder.record({ kind: "app", from: "app", text: line });
      record.printed(line);
    });
    record.exit = await over(client, scenarios, context, { events: () => events, spoke: () => record.spoke, flood });
    record.stderr = client.stderr();
    record.visited = served.visited;
  } finally {
    await client?.end();
    await served.close();
  }
  return {
    name,
    trace,
    record,
    facts,
    judge,
    get self() {
      return self;
    },
    conclude: async () => {
      recorder.record({ kind: "intent", from: "harness", intent: "close", what: TRACE_ENDS });
      finishMonitors();
      await close();
    },
  };
}

function ordersOf(name: string, scenarios: readonly ClientScenario[], { revision }: ClientRunContext): Orders {
  return {
    actions: scenarios.flatMap((scenario) => scenario.actions),
    capabilities: scenarios[0]?.capabilities ?? {},
    answers: scenarios.flatMap((scenario) => scenario.answers),
    revision: scenarios.some((scenario) => scenario.serves !== undefined) ? "auto" : revision,
    scenario: name,
  };
}

/** Waits until a client has ended; ends it when its time is up, when it says nothing, or when nothing happens any more. Gives its own exit. */
async function over(
  client: ClientProcess,
  scenarios: readonly ClientScenario[],
  { patience, clock, signal }: ClientRunContext,
  seen: { events(): number; spoke(): boolean; readonly flood: Promise<void> },
): Promise<LaneRecord["exit"]> {
  const deadline = clock.now() + patience.endMs + scenarios.reduce((sum, one) => sum + (one.timeoutMs ?? 0), 0);
  let quietSince = clock.now();
  let before = seen.events();
  const ended = Promise.race([client.exited, seen.flood.then(() => "flood" as const)]);
  for (;;) {
    // A client that tells how its actions end is over when it says so; another is over when nothing comes of it.
    const allowed = seen.spoke() ? deadline - clock.now() : before === 0 ? patience.firstMs : patience.idleMs;
    const due = Math.min(deadline, quietSince + allowed);
    const waited = within(clock, Math.max(1, due - clock.now()), ended, undefined);
    const exit = await unlessInterrupted(signal, waited);
    if (exit === INTERRUPTED || exit === "flood") break;
    if (exit !== undefined) return exit;
    if (clock.now() >= deadline) break;
    const now = seen.events();
    if (now === before && !seen.spoke()) break;
    before = now;
    quietSince = clock.now();
  }
  client.signal("SIGTERM");
  if ((await within(clock, patience.exitMs, client.exited, undefined)) === undefined) client.signal("SIGKILL");
  return undefined;
}
