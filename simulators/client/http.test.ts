import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { realClock } from "../clock/clock.ts";
import type { TraceEvent } from "../trace/events.ts";
import { headerOf } from "../wire/headers.ts";
import type { Revision } from "../wire/revisions.ts";
import { connect } from "./connect.ts";
import type { Connection, PeerOptions } from "./connection.ts";
import { answerJson, fakeClock, type Handler, type HttpTarget, serve, testRecorder } from "./targets.fixture.ts";

let target: HttpTarget;
let connection: Connection;
let events: readonly TraceEvent[];

async function open(revision: Revision, handler: Handler, options: Partial<PeerOptions> = {}) {
  target = await serve(handler);
  const clock = options.clock ?? realClock;
  const recorder = testRecorder(revision, "http", clock);
  const place = { transport: "http", url: target.url, headers: [["Authorization", "Bearer s3cret"]] } as const;
  connection = await connect({ revision, place, recorder, clock, ...options });
  events = recorder.events;
  return connection.peer;
}

afterEach(async () => {
  await connection.destroy();
  await connection.destroy();
  await target.stop();
});

const stream = { "Content-Type": "text/event-stream" };
const event = (value: unknown, id?: string) =>
  `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`;

const legacy: Handler = ({ method, json, headers }, response) => {
  if (method === "GET" && headers["last-event-id"] !== undefined) {
    response.writeHead(200, stream);
    return void response.end(event({ jsonrpc: "2.0", id: 3, result: { resumed: headers["last-event-id"] } }));
  }
  if (method === "GET") {
    response.writeHead(200, stream);
    return void response.write(event({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }));
  }
  if (method === "DELETE") return void response.writeHead(204).end();
  if (json?.id === undefined || json.result) return void response.writeHead(202).end();
  const result = (value: unknown) => ({ jsonrpc: "2.0", id: json.id, result: value });
  if (json.method === "initialize") {
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "t", version: "1" } };
    return answerJson(response, result(hello), 200, { "Mcp-Session-Id": "abc" });
  }
  if (json.method === "hang") return;
  if (json.method === "break") {
    response.writeHead(200, stream).write(event({ jsonrpc: "2.0", method: "notifications/x" }));
    return void setImmediate(() => response.destroy());
  }
  if (json.method === "poll") return void response.writeHead(200, stream).end("id: e1\nretry: 1\ndata: \n\n");
  if (json.method === "stream") {
    response.writeHead(200, stream);
    response.write(event({ jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } }));
    response.write(event({ jsonrpc: "2.0", id: "srv", method: "ping" }));
    return void response.end(event(result({})));
  }
  if (json.method === "null-id")
    return answerJson(response, { jsonrpc: "2.0", id: null, error: { code: -32600, message: "no" } }, 400);
  if (json.method === "wrong-id") return answerJson(response, { jsonrpc: "2.0", id: 999, result: {} });
  if (json.method === "text") return void response.writeHead(403, { "Content-Type": "text/plain" }).end("no");
  answerJson(response, result({}));
};

describe("a legacy session over Streamable HTTP", () => {
  it("carries the session and the revision agreed on, header for header", async () => {
    const peer = await open("2025-11-25", legacy);
    const hello = await peer.open();
    expect(hello).toMatchObject({
      kind: "result",
      status: 200,
      http: { mediaType: "application/json", ended: "complete" },
    });
    const reply = await peer.call("tools/list", {}, { headers: { accept: "application/json", "X-More": "1" } });
    const [first, initialized, third] = target.received;
    expect(first!.headers["mcp-session-id"]).toBeUndefined();
    expect(initialized!.headers).toMatchObject({ "mcp-session-id": "abc", "mcp-protocol-version": "2025-06-18" });
    expect(third!.rawHeaders.filter((_, i) => i % 2 === 0)).toEqual([
      "Host",
      "Content-Type",
      "accept",
      "MCP-Protocol-Version",
      "Mcp-Session-Id",
      "Authorization",
      "X-More",
      "Content-Length",
      "Connection",
    ]);
    expect(reply.sent.reproduce).toContain('-H "Mcp-Session-Id: $SESSION"');
    expect(reply.sent.reproduce).not.toContain("s3cret");
    expect(peer.http!.sessionId).toBe("abc");
    await peer.close();
    expect(target.received.at(-1)).toMatchObject({ method: "DELETE", headers: { "mcp-session-id": "abc" } });
  });

  it("takes what comes on a stream before the answer, and answers the server by POST", async () => {
    const peer = await open("2025-06-18", legacy);
    await peer.open();
    const call = peer.call("stream");
    const progress = await call.until((one) => one.message.method === "notifications/progress");
    expect(progress).toMatchObject({ stream: "body", channel: "s1" });
    const reply = await call;
    expect(reply.before.map((one) => one.message.method)).toEqual(["notifications/progress", "ping"]);
    await expect.poll(() => target.received.at(-1)?.json).toEqual({ jsonrpc: "2.0", id: "srv", result: {} });
    const kinds = events.filter((one) => one.exchange === reply.sent.exchange).map((one) => `${one.from} ${one.kind}`);
    expect(kinds.slice(0, 7)).toEqual([
      "peer http",
      "peer chunk",
      "peer frame",
      "peer message",
      "target http",
      "target chunk",
      "target frame",
    ]);
  });

  it("goes on with a stream that ended early", async () => {
    const peer = await open("2025-11-25", legacy);
    await peer.open();
    peer.nextId();
    expect(await peer.call("poll")).toMatchObject({ kind: "result", result: { resumed: "e1" }, rawId: "3" });
  });

  it("watches by the stand-alone stream", async () => {
    const peer = await open("2025-06-18", legacy);
    await peer.open();
    const watch = await peer.watch({ toolsListChanged: true });
    expect((await watch.next())?.message.method).toBe("notifications/tools/list_changed");
  });

  it("tells apart the ways in which no answer comes", async () => {
    const peer = await open("2025-06-18", legacy);
    expect(await peer.call("null-id")).toMatchObject({ kind: "error", error: { code: -32600 }, status: 400 });
    expect(await peer.call("wrong-id")).toMatchObject({
      kind: "none",
      why: "empty",
      note: expect.stringContaining("not to the id"),
    });
    expect(await peer.call("text")).toMatchObject({ kind: "none", why: "refused", status: 403, http: { body: "no" } });
    expect(await peer.call("break")).toMatchObject({ kind: "none", why: "closed" });
    expect(await peer.call("hang", {}, { deadlineMs: 50 })).toMatchObject({
      kind: "none",
      why: "deadline",
      status: undefined,
    });
    await target.stop();
    expect(await peer.call("ping")).toMatchObject({ kind: "none", why: "unreachable" });
  });

  it("delivers odd messages with the answer to their POST", async () => {
    const peer = await open("2025-06-18", legacy);
    const note = await peer.notify("notifications/x");
    expect(note.http).toMatchObject({ status: 202, ended: "complete" });
    expect(await note.reply()).toMatchObject({ kind: "none", why: "empty" });
    const text = await peer.sendText("{", { defect: "cut off" });
    expect(text.http?.status).toBe(202);
    const request = await peer.send({ jsonrpc: "2.0", id: "odd", method: "stream" });
    expect(await request.reply()).toMatchObject({ kind: "result", rawId: '"odd"' });
    expect(
      events.find((one) => one.kind === "http" && one.phase === "request" && one.defect === "cut off"),
    ).toBeDefined();
  });

  it("offers the wire beneath", async () => {
    const peer = await open("2025-06-18", legacy);
    const http = peer.http!;
    expect(headerOf(http.usualHeaders, "accept")).toBe("application/json, text/event-stream");
    const stream = await http.open("GET");
    expect((await stream.next())?.message.method).toBe("notifications/tools/list_changed");
    await stream.close();
    expect((await stream.ended).ended).toBe("aborted-by-peer");
    const part = await http.post(
      { jsonrpc: "2.0", id: 1, method: "stream" },
      { done: (messages) => messages.length === 1 },
    );
    expect(part).toMatchObject({ status: 200, ended: "aborted-by-peer", messages: [{ kind: "message" }] });
    expect(await http.request("DELETE", { path: "/other" })).toMatchObject({ status: 204 });
    expect(target.received.at(-1)!.url).toBe("/other");
    const raw = await http.bytes("GET / HTTP/1.1\r\n\r\n", { defect: "no Host" });
    expect(raw.toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("sends again what met a connection that the target had closed", async () => {
    const peer = await open("2025-06-18", ({ json }, response) => {
      answerJson(response, { jsonrpc: "2.0", id: json.id, result: {} });
      if (json.method === "first") response.on("close", () => response.socket?.destroy());
    });
    for (let i = 0; i < 5; i++) expect((await peer.call("first")).kind).toBe("result");
  });
});

const modern: Handler = ({ json }, response) => {
  const result = (value: object) => ({ jsonrpc: "2.0", id: json.id, result: { resultType: "complete", ...value } });
  const schema = {
    type: "object",
    properties: {
      r: { type: "string", "x-mcp-header": "Region" },
      o: { properties: { n: { type: "integer", "x-mcp-header": "N" } } },
    },
  };
  if (json.method === "tools/list")
    return answerJson(response, result({ tools: [{ name: "tö", inputSchema: schema }] }));
  if (json.method === "subscriptions/listen") {
    response.writeHead(200, stream);
    return void response.write(
      event({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { notifications: {} } }),
    );
  }
  answerJson(response, result({}));
};

describe("the modern era over Streamable HTTP", () => {
  it("mirrors the body in headers", async () => {
    const peer = await open("2026-07-28", modern);
    expect(peer.channel).toBe("c1");
    await peer.call("tools/list");
    await peer.call("tools/call", { name: "tö", arguments: { r: "ü", o: { n: 7 } } });
    expect(target.received.at(-1)!.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "=?base64?dMO2?=",
      "mcp-param-region": "=?base64?w7w=?=",
      "mcp-param-n": "7",
    });
    await peer.call(
      "resources/read",
      { uri: "a:b" },
      { headers: { "Mcp-Name": undefined }, meta: { "io.modelcontextprotocol/clientInfo": undefined } },
    );
    const last = target.received.at(-1)!;
    expect(last.headers["mcp-name"]).toBeUndefined();
    expect(Object.keys(last.json.params._meta)).toEqual([
      "io.modelcontextprotocol/protocolVersion",
      "io.modelcontextprotocol/clientCapabilities",
    ]);
    expect((await peer.another()).channel).toBe("c2");
  });

  it("cancels by closing the stream, and says so first", async () => {
    const peer = await open("2026-07-28", modern);
    const watch = await peer.watch({ toolsListChanged: true });
    expect((await watch.next())?.message.method).toBe("notifications/subscriptions/acknowledged");
    await watch.close();
    expect(await watch.ended).toMatchObject({ kind: "none", why: "closed" });
    expect(events.slice(-2)).toMatchObject([
      { kind: "intent", intent: "cancel-by-disconnect" },
      { kind: "http", phase: "end", how: "aborted-by-peer" },
    ]);
  });

  it("ends what hangs at the deadline of the injected clock", async () => {
    const clock = fakeClock();
    const peer = await open("2026-07-28", (_, response) => void response.writeHead(200, stream).write(": hi\n\n"), {
      clock,
    });
    const call = peer.call("tools/list");
    await call.sent;
    while (!events.some((one) => one.kind === "frame" && one.from === "target")) await pause(1);
    clock.pass(5000);
    expect(await call).toMatchObject({
      kind: "none",
      why: "deadline",
      status: 200,
      http: { body: ": hi\n\n", ended: "deadline" },
    });
  });
});
