import { expect, test } from "vitest";
import { readMessage } from "../wire/message.ts";
import type { Signal, SignalName } from "./context.ts";
import type { HeadEvent, MessageEvent, Source, TraceEvent, Unplaced } from "./events.ts";
import { IdLedger } from "./ids.ts";
import { createReducer, TRACE_ENDS } from "./reduce.ts";

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

/** A reducer fed by hand, with the signals it gave. */
function trace(facts: Partial<HeadEvent> = {}) {
  const head: HeadEvent = {
    kind: "head",
    format: 1,
    seq: 0,
    t: 0,
    from: "harness",
    role: "server",
    revision: "2025-11-25",
    transport: "stdio",
    lane: "l",
    seed: 1,
    catalogue: "c",
    ...facts,
  };
  const reducer = createReducer(head);
  let seq = 1;
  const take = (event: Unplaced) =>
    reducer.take({ seq: seq++, t: 0, channel: "c1", process: "p1", ...event } as TraceEvent);
  const message = (from: Source, text: string | object, more: Partial<MessageEvent> = {}) =>
    take({
      kind: "message",
      from,
      message: readMessage(typeof text === "string" ? text : JSON.stringify({ jsonrpc: "2.0", ...text })),
      ...more,
    });
  const collect = <N extends SignalName>(name: N) => {
    const signals: Signal<N>[] = [];
    reducer.on(name, (signal) => signals.push(signal));
    return signals;
  };
  return {
    reducer,
    take,
    collect,
    peer: (text: string | object, more?: Partial<MessageEvent>) => message("peer", text, more),
    target: (text: string | object, more?: Partial<MessageEvent>) => message("target", text, more),
    http: (phase: "request" | "response" | "end", exchange: string, more: object = {}) =>
      take({
        kind: "http",
        phase,
        from: phase === "request" ? "peer" : "target",
        exchange,
        method: "POST",
        target: "/",
        headers: [],
        status: 200,
        reason: "",
        how: "complete",
        ...more,
      } as Unplaced),
    over: () => take({ kind: "intent", from: "harness", intent: "close", what: TRACE_ENDS }),
  };
}

test("answers meet their requests, by side and id, and later ones are counted", () => {
  const { collect, peer, target } = trace();
  const responses = collect("response");
  peer({ id: 1, method: "tools/list" });
  target({ id: 1, method: "roots/list" });
  peer({ id: 1, result: { roots: [] } });
  target('{"jsonrpc":"2.0","id":1.0,"result":{}}');
  target({ id: 1, result: {} });
  target({ id: "1", result: {} });
  expect(responses.map(({ request, known }) => [request?.method, request?.answers, known])).toEqual([
    ["roots/list", 1, true],
    ["tools/list", 2, true],
    ["tools/list", 2, true],
    [undefined, undefined, false],
  ]);
});

test("ids beyond 2^53 are told apart", () => {
  const { collect, peer, target } = trace();
  const responses = collect("response");
  peer('{"jsonrpc":"2.0","id":9007199254740993,"method":"a"}');
  target('{"jsonrpc":"2.0","id":9007199254740992,"result":{}}');
  target('{"jsonrpc":"2.0","id":9007199254740993,"result":{}}');
  expect(responses.map(({ request }) => request?.method)).toEqual([undefined, "a"]);
});

test("batches are taken apart", () => {
  const { collect, peer, target } = trace({ revision: "2025-03-26" });
  const batches = collect("batch");
  const responses = collect("response");
  peer('[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}]');
  target('[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}]');
  expect(batches).toHaveLength(2);
  expect(responses.map(({ request, seen }) => [request?.method, seen.batched])).toEqual([
    ["b", true],
    ["a", true],
  ]);
});

test("the legacy handshake is kept", () => {
  const { collect, peer, target } = trace();
  const phases: string[] = [];
  const notifications = collect("notification");
  const responses = collect("response");
  peer({ id: 1, method: "initialize", params: { capabilities: { roots: {} }, clientInfo: { name: "c" } } });
  target({ id: 1, result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s" } } });
  phases.push(responses[0]!.conversation.phase);
  peer({ method: "notifications/initialized" });
  const { conversation } = notifications[0]!;
  expect([...phases, conversation.phase]).toEqual(["initialized", "ready"]);
  expect(conversation).toMatchObject({
    agreed: "2025-06-18",
    client: { capabilities: { roots: {} } },
    server: { capabilities: { tools: {} } },
  });
});

test("what answers a deliberate defect is marked, and only that", () => {
  const { collect, peer, target } = trace();
  const responses = collect("response");
  peer({ id: 1, method: "nonsense" }, { defect: "unknown method" });
  peer("{broken", { defect: "broken JSON" });
  peer({ id: 2, method: "ping" });
  target({ id: 1, error: { code: -32601, message: "" } });
  target('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}');
  target({ id: 2, result: {} });
  for (let id = 3; id < 20; id++) {
    peer({ id, method: "ping" });
    target({ id, result: {} });
  }
  target({ id: 77, result: {} });
  expect(responses.filter((signal) => signal.defect !== undefined).map((signal) => signal.defect)).toEqual([
    "unknown method",
    "broken JSON",
  ]);
  expect(responses.at(-1)).toMatchObject({ known: false, defect: undefined });
});

test("progress and cancellation find their request", () => {
  const { collect, peer, target, over } = trace();
  const notifications = collect("notification");
  const unanswered = collect("unanswered");
  peer({ id: 5, method: "tools/call", params: { _meta: { progressToken: "t" } } });
  target({ method: "notifications/progress", params: { progressToken: "t", progress: 1 } });
  target({ method: "notifications/progress", params: { progressToken: "t", progress: 2 } });
  peer({ method: "notifications/cancelled", params: { requestId: 5 } });
  over();
  expect(notifications[1]!.request).toMatchObject({ progress: [1, 2], cancelled: 4 });
  expect(unanswered).toEqual([]);
});

test("subscriptions are followed from request to teardown", () => {
  const { collect, peer, target } = trace({ revision: "2026-07-28" });
  const notifications = collect("notification");
  const params = { _meta: { [SUBSCRIPTION]: 1 } };
  peer({
    id: 1,
    method: "subscriptions/listen",
    params: {
      notifications: { toolsListChanged: true },
      _meta: { "io.modelcontextprotocol/clientCapabilities": { x: {} } },
    },
  });
  target({ method: "notifications/subscriptions/acknowledged", params: { ...params, notifications: {} } });
  target({ method: "notifications/tools/list_changed", params });
  target({ method: "notifications/tools/list_changed", params: { _meta: { [SUBSCRIPTION]: "1" } } });
  expect(notifications.map((signal) => signal.subscription?.acknowledgedAt)).toEqual([2, 2, undefined]);
  expect(notifications[0]!.conversation.client.capabilities).toEqual({ x: {} });
  target({ method: "notifications/cancelled", params: { requestId: 1 } });
  target({ id: 1, result: {} });
  expect(notifications[0]!.subscription).toMatchObject({ asked: { toolsListChanged: true }, honoured: {}, closed: 5 });
});

test("an exchange carries its messages; its end says what stayed unanswered and why", () => {
  const { collect, peer, target, http, over } = trace({ transport: "http", revision: "2026-07-28" });
  const unanswered = collect("unanswered");
  const exchanges = collect("exchange");
  const responses = collect("response");
  const request = (exchange: string, id: number) => {
    http("request", exchange, { scenario: `s${id}` });
    peer({ id, method: "tools/list" }, { exchange });
  };
  request("x1", 1);
  http("response", "x1", { headers: [["Content-Type", "text/event-stream; charset=utf-8"]] });
  target({ method: "notifications/message", params: {} }, { exchange: "x1" });
  target({ id: 1, result: {} }, { exchange: "x1" });
  http("end", "x1");
  request("x2", 2);
  http("end", "x2", { how: "aborted-by-peer" });
  request("x3", 3);
  http("response", "x3", { status: 503 });
  http("end", "x3");
  request("x4", 4);
  http("end", "x4", { how: "aborted-by-target" });
  request("x5", 5);
  target('{"jsonrpc":"2.0","error":{"code":-32600,"message":""}}', { exchange: "x5" });
  http("end", "x5");
  over();
  expect(exchanges[0]!.exchange).toMatchObject({
    streaming: true,
    sent: [{ seq: 2 }],
    received: [{ seq: 4 }, { seq: 5 }],
  });
  expect(responses[0]!.exchange?.name).toBe("x1");
  expect(unanswered.map(({ request: { rawId }, why, scenario }) => [rawId, why, scenario])).toEqual([
    ["3", "refused", "s3"],
    ["4", "exchange-ended", "s4"],
  ]);
});

test("what a process leaves unanswered is told apart from what the peer cut off", () => {
  for (const [closing, why] of [
    [false, "process-exited"],
    [true, "closed-by-peer"],
  ] as const) {
    const { collect, peer, take, reducer } = trace();
    const unanswered = collect("unanswered");
    const ends = collect("end");
    peer({ id: 1, method: "ping" });
    if (closing) take({ kind: "process", phase: "stdin-end", from: "peer" });
    take({ kind: "process", phase: "exit", from: "target", code: 1 });
    reducer.finish();
    reducer.finish();
    expect(unanswered.map((signal) => signal.why)).toEqual([why]);
    expect(ends).toHaveLength(1);
  }
});

test("an answer to a request long settled is still known", () => {
  const { collect, peer, target } = trace();
  const responses = collect("response");
  for (let id = 0; id < 12_550; id++) {
    peer({ id, method: "ping" });
    target({ id, result: {} });
  }
  target({ id: 0, result: {} });
  expect(responses.at(-1)).toMatchObject({ request: undefined, known: true });
});

test("a ledger joins what is adjacent", () => {
  const ledger = new IdLedger();
  for (const id of ["5", "3", "4", '"a"', "-1", "1.5"]) ledger.add(id);
  expect(["3", "4.0", "5", '"\\u0061"', "-1", "1.5"].every((id) => ledger.has(id))).toBe(true);
  expect(["2", "6", '"5"', "0"].some((id) => ledger.has(id))).toBe(false);
});
