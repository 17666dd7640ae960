import { afterEach, describe, expect, it } from "vitest";
import { realClock } from "../clock/clock.ts";
import type { TraceEvent } from "../trace/events.ts";
import type { Revision } from "../wire/revisions.ts";
import { connect } from "./connect.ts";
import type { Connection, PeerOptions } from "./connection.ts";
import { fakeClock, script, testRecorder } from "./targets.fixture.ts";

const LEGACY = `lines((m, line) => {
  if (line === "odd") return send({ jsonrpc: "2.0", error: { code: -32700, message: "no JSON" } });
  if (m?.result || m?.error) return send({ jsonrpc: "2.0", method: "notifications/heard", params: m });
  if (m.id === undefined) { if (m.method === "notifications/cancelled") send({ jsonrpc: "2.0", id: m.params.requestId, result: { late: true } }); return; }
  const reply = (result) => send({ jsonrpc: "2.0", id: m.id, result });
  if (m.method === "initialize") return reply({ protocolVersion: m.params.protocolVersion, capabilities: { resources: { subscribe: true } }, serverInfo: { name: "t", version: "1" } });
  if (m.method === "slow") return;
  if (m.method === "exit") return process.exit(7);
  if (m.method === "typed") return send({ jsonrpc: "2.0", id: String(m.id), result: {} });
  if (m.method === "ask") { send({ jsonrpc: "2.0", id: "q-1", method: m.params.what, params: {} }); return reply({}); }
  if (m.method === "progress") { send({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: m.params._meta.progressToken, progress: 1 } }); return reply({}); }
  if (m.method === "resources/subscribe") { reply({}); return send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: m.params.uri } }); }
  if (m.method === "ping") return reply({});
  send({ jsonrpc: "2.0", id: m.id, error: { code: -32601, message: "what?" } });
});
process.stdin.on("end", () => process.exit(0));`;

const MODERN = `lines((m) => {
  const reply = (result) => send({ jsonrpc: "2.0", id: m.id, result: { resultType: "complete", ...result } });
  if (m.method === "server/discover") return reply({ supportedVersions: ["2026-07-28"], capabilities: {}, seen: m.params });
  if (m.method === "subscriptions/listen") return send({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { _meta: { "io.modelcontextprotocol/subscriptionId": m.id }, notifications: m.params.notifications } });
  if (m.method === "notifications/cancelled") return send({ jsonrpc: "2.0", id: m.params.requestId, result: { resultType: "complete" } });
  if (m.method === "tools/call") {
    if (m.params.inputResponses) return reply({ got: m.params.inputResponses, state: m.params.requestState, id: m.id });
    return reply({ resultType: "input_required", inputRequests: { a: { method: "roots/list", params: {} } }, requestState: "s" });
  }
});`;

let connection: Connection;
let events: readonly TraceEvent[];

async function open(source: string, revision: Revision, options: Partial<PeerOptions> = {}) {
  const clock = options.clock ?? realClock;
  const recorder = testRecorder(revision, "stdio", clock);
  const place = { transport: "stdio", launch: script(source) } as const;
  connection = await connect({ revision, place, recorder, clock, scenario: "one", ...options });
  events = recorder.events;
  return connection.peer;
}

afterEach(async () => {
  await connection.destroy();
  await connection.gone;
});

describe("a legacy session over stdio", () => {
  it("shakes hands, calls, and records every layer before the next", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    const hello = await peer.open();
    expect(hello).toMatchObject({ kind: "result", method: "initialize", rawId: "1", http: undefined });
    expect(peer.server).toMatchObject({ info: { name: "t" }, protocolVersion: "2025-06-18" });
    const reply = await peer.call("nothing/here");
    expect(reply).toMatchObject({ kind: "error", error: { code: -32601 }, rawId: "2" });
    expect(events.slice(1, 8).map((event) => `${event.from} ${event.kind}`)).toEqual([
      "harness process",
      "peer chunk",
      "peer frame",
      "peer message",
      "target chunk",
      "target frame",
      "target message",
    ]);
    expect(events[7]).toMatchObject({
      scenario: "one",
      stream: "stdout",
      channel: peer.channel,
      process: peer.channel,
    });
    expect(reply.sent.reproduce).toMatch(
      /^\(printf '%s\\n' '\{.*initialize.*' '\{.*initialized.*' '\{.*nothing\/here.*'; sleep 3\) \| node server\.js$/,
    );
  });

  it("relates progress, answers what the server asks, and watches resources", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    await peer.open();
    const reply = await peer.call("progress", {}, { progress: true });
    expect(reply.before.map((event) => event.message.method)).toEqual(["notifications/progress"]);
    const heard = async (what: string) => {
      const since = peer.messages().at(-1)!.seq;
      await peer.call("ask", { what });
      return (await peer.until((event) => event.message.method === "notifications/heard", { since }))?.message.params;
    };
    expect(await heard("ping")).toMatchObject({ id: "q-1", result: {} });
    expect(await heard("roots/list")).toMatchObject({ error: { code: -32601 } });
    peer.answer("roots", () => ({ roots: [] }));
    expect(await heard("roots/list")).toMatchObject({ result: { roots: [] } });
    const watch = await peer.watch({ resourceSubscriptions: ["a:b"] });
    expect((await watch.next())?.message.params).toEqual({ uri: "a:b" });
    expect(watch.seen).toHaveLength(1);
    await watch.close();
    expect(await watch.ended).toMatchObject({ kind: "none", why: "closed" });
    expect(await peer.alive()).toBe(true);
  });

  it("tags what it sends with the scenario that sends it, and answers likewise", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    await peer.open();
    const other = connection.as("two");
    const [a, b] = await Promise.all([peer.call("ping"), other.call("ping")]);
    expect([a, b].map((reply) => reply.kind === "result" && reply.message.scenario)).toEqual(["one", "two"]);
  });

  it("settles a call only by its exact id, and gives errors without id to odd deliveries alone", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    const typed = peer.call("typed", {}, { deadlineMs: 300 });
    const odd = await peer.sendText("odd", { defect: "no JSON" });
    expect(await odd.reply()).toMatchObject({ kind: "error", error: { code: -32700 } });
    expect(await typed).toMatchObject({ kind: "none", why: "deadline" });
    expect(events.find((event) => event.kind === "message" && event.defect === "no JSON")).toMatchObject({
      from: "peer",
    });
    const raw = await peer.send({ jsonrpc: "2.0", id: "x", method: "ping" });
    expect(await raw.reply()).toMatchObject({ kind: "result", rawId: '"x"' });
  });

  it("cuts raw bytes into the lines that the target sees", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    await peer.stdio!.write('{"jsonrpc":"2.0","id":9,', {});
    await peer.stdio!.write('"method":"ping"}\n', {});
    expect((await peer.until((event) => event.message.rawId === "9"))?.message.kind).toBe("result");
    expect(events.find((event) => event.kind === "frame" && event.from === "peer")).toMatchObject({ range: [0, 41] });
  });

  it("cancels by notification, still taking the late answer", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    const call = peer.call("slow");
    await peer.cancel(call, "enough");
    expect(await call).toMatchObject({ kind: "result", result: { late: true } });
  });

  it("says that the target closed, whatever is then sent", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    expect(await peer.call("exit")).toMatchObject({ kind: "none", why: "closed" });
    expect(await peer.stdio!.exited()).toMatchObject({ code: 7 });
    expect(await peer.call("ping")).toMatchObject({ kind: "none", why: "closed" });
    expect(await peer.alive()).toBe(false);
    expect(events.at(-1)).toMatchObject({ kind: "process", phase: "exit", code: 7 });
  });

  it("ends a process politely, and starts another as a second client", async () => {
    const peer = await open(LEGACY, "2025-06-18");
    const second = await peer.another();
    expect(second.channel).not.toBe(peer.channel);
    expect((await second.open()).kind).toBe("result");
    await peer.close();
    expect(await peer.stdio!.exited()).toMatchObject({ code: 0, signal: null });
    expect(await second.alive()).toBe(true);
  });

  it("waits on the injected clock alone", async () => {
    const clock = fakeClock();
    const peer = await open(LEGACY, "2025-06-18", { clock });
    await peer.open();
    const call = peer.call("slow", {}, { deadlineMs: 3_600_000 });
    await call.sent;
    clock.pass(3_600_000);
    expect(await call).toMatchObject({ kind: "none", why: "deadline", ms: 3_600_000 });
    const quiet = peer.quiet();
    clock.pass(250);
    expect(await quiet).toEqual([]);
    await peer.stdio!.signal("SIGKILL");
    await connection.gone;
  });

  it("survives a target that closes its input", async () => {
    const peer = await open(
      "process.stdin.destroy(); require('node:fs').closeSync(0); send('{}'); setInterval(() => {}, 1000)",
      "2025-06-18",
    );
    await peer.until(() => true);
    for (let i = 0; i < 20; i++) await peer.notify("notifications/x", { filler: "x".repeat(100_000) });
    expect(await peer.call("ping")).toMatchObject({ kind: "none", why: "closed" });
  });

  it("cuts lines at the cap", async () => {
    const caps = { lineBytes: 1000, bodyBytes: 1000, heldEvents: 10 };
    const peer = await open(`send("x".repeat(5000)); setInterval(() => {}, 1000)`, "2025-06-18", { caps });
    const event = await peer.until(() => true);
    expect(event?.message).toMatchObject({ kind: "invalid", layer: "bytes" });
    expect(events.find((one) => one.kind === "frame")).toMatchObject({ defect: "oversize", range: [0, 5001] });
  });
});

describe("the modern era over stdio", () => {
  it("puts metadata on each request", async () => {
    const peer = await open(MODERN, "2026-07-28", { capabilities: { roots: {} } });
    const reply = await peer.open();
    expect(reply.kind === "result" && reply.result["seen"]).toEqual({ _meta: peer.meta });
    expect(peer.meta).toMatchObject({
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { roots: {} },
    });
    expect(peer.server?.supportedVersions).toEqual(["2026-07-28"]);
  });

  it("listens, telling subscriptions apart, and cancels them", async () => {
    const peer = await open(MODERN, "2026-07-28");
    const first = await peer.watch({ toolsListChanged: true });
    const second = await peer.watch({ promptsListChanged: true });
    expect((await second.next())?.message.params?.["notifications"]).toEqual({ promptsListChanged: true });
    expect((await first.next())?.message.params?.["notifications"]).toEqual({ toolsListChanged: true });
    await first.close();
    expect(await first.ended).toMatchObject({ kind: "result" });
    expect(first.seen).toHaveLength(1);
  });

  it("retries with the input asked for, under a new id, when told how", async () => {
    const peer = await open(MODERN, "2026-07-28");
    const untold = await peer.call("tools/call", { name: "t" });
    expect(untold).toMatchObject({ kind: "result", result: { resultType: "input_required" } });
    peer.answer("roots", () => ({ roots: [] }));
    const told = await peer.call("tools/call", { name: "t" });
    expect(told).toMatchObject({
      kind: "result",
      result: { got: { a: { roots: [] } }, state: "s", id: 3 },
      rawId: "3",
    });
  });
});
