import { within } from "../clock/clock.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Call } from "./call.ts";
import { idKey } from "./channel.ts";
import { isObject, objectOr, Refused, unless } from "./rules/refusal.ts";
import { failed } from "./world/results.ts";
import { type Asked, InputRequired, type Running } from "./world/world.ts";

/** ms that a client is given to answer a request of the server's. */
const ANSWER_MS = 60_000;
/** ms for which a requestState is good. */
const STATE_MS = 300_000;
/** How often one call may ask. */
const ROUNDS = 10;

const CAPABILITY_OF: { readonly [method: string]: string } = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

type Work = (running: Running) => JsonObject | InputRequired | Promise<JsonObject | InputRequired>;

/**
 * Runs what may need the client's input. Modern: the need is the result, and a retry brings the answers
 * (2026-07-28/basic/patterns/mrtr). Legacy: the server asks, and runs it again with the answers.
 */
export async function withInputs(call: Call, work: Work): Promise<JsonObject> {
  return call.request.era === "modern" ? once(call, work) : inRounds(call, work);
}

async function once(call: Call, work: Work): Promise<JsonObject> {
  const { request, rules } = call;
  const { params, clientCapabilities, server } = request;
  unless(rules.inputResponsesShape(request, rules));
  const binding = JSON.stringify([request.method, params.name, params.arguments]);
  let state: JsonObject | undefined;
  if (params.requestState !== undefined) {
    state = rules.openState(params.requestState as string, server.stateKey, { binding, now: server.clock.now() });
    if (!state) throw new Refused(rules.invalidState());
  }
  const done = await work(running(call, params.inputResponses as JsonObject | undefined, state));
  if (!(done instanceof InputRequired)) return done;

  const missing = undeclared(done, clientCapabilities);
  if (missing) throw new Refused(rules.missingCapability(missing));
  const sealed =
    done.state &&
    rules.sealState({ data: done.state, binding, expires: server.clock.now() + STATE_MS }, server.stateKey);
  return {
    resultType: "input_required",
    inputRequests: done.requests,
    ...(sealed === undefined ? {} : { requestState: sealed }),
  };
}

async function inRounds(call: Call, work: Work): Promise<JsonObject> {
  let inputs: JsonObject | undefined;
  let state: JsonObject | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const done = await work(running(call, inputs, state));
    if (!(done instanceof InputRequired)) return done;
    const answers: { [key: string]: JsonValue } = {};
    for (const [key, asked] of Object.entries(done.requests)) {
      const { method } = asked;
      if (!call.rules.mayAsk(method, call.request.channel)) return failed(`The client does not offer ${method}`);
      const answer = await ask(call, asked, done.answerMs ?? ANSWER_MS);
      if (answer?.error) return failed(`The client answered ${method} with an error: ${answer.error.message}`);
      if (!isObject(answer?.result)) return failed(`The client did not answer ${method}`);
      answers[key] = answer.result;
    }
    inputs = answers;
    state = done.state;
  }
  return failed("The client's answers lead nowhere");
}

/** Sends a request to a legacy client; undefined when no answer came. */
async function ask(call: Call, asked: Asked, answerMs: number): Promise<WireMessage | undefined> {
  const { method, params } = asked;
  const { channel, server } = call.request;
  channel.asks += 1;
  const id = asked.id ?? channel.asks;
  const answered = new Promise<WireMessage | undefined>((resolve) => {
    channel.asked.set(idKey(id), resolve);
    call.job.controller.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const token = call.rules.askToken(channel.asks);
  const meta = token === undefined ? {} : { _meta: { progressToken: token } };
  call.send({ jsonrpc: "2.0", id, method, params: { ...params, ...meta } }, "request");
  const patience = call.rules.askPatience(answerMs);
  const answer = await (patience === undefined ? answered : within(server.clock, patience, answered, "late" as const));
  channel.asked.delete(idKey(id));
  if (answer !== "late") return answer;
  call.notify("notifications/cancelled", { requestId: id, reason: "no answer in time" });
  return undefined;
}

function running(call: Call, inputs: JsonObject | undefined, state: JsonObject | undefined): Running {
  const { server, revision, clientCapabilities } = call.request;
  return {
    world: server.world,
    clock: server.clock,
    signal: call.rules.cancelReachesWork() ? call.job.controller.signal : new AbortController().signal,
    revision,
    clientCapabilities,
    inputs,
    state,
    progress: call.progress,
    log: call.log,
    interrupt: call.interrupt,
  };
}

/** The capabilities that are asked for and not declared; undefined when all are. An elicitation `{}` stands for form mode. */
function undeclared(needed: InputRequired, declared: JsonObject): JsonObject | undefined {
  const missing: { [capability: string]: JsonValue } = {};
  for (const { method } of Object.values(needed.requests)) {
    const capability = CAPABILITY_OF[method]!;
    const offered = declared[capability];
    const urlOnly =
      capability === "elicitation" && isObject(offered) && "url" in offered && !("form" in objectOr(offered));
    if (!isObject(offered) || urlOnly) missing[capability] = {};
  }
  return Object.keys(missing).length === 0 ? undefined : missing;
}
