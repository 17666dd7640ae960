import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../wire/json.ts";
import { LEGACY, REVISIONS } from "../wire/revisions.ts";
import { createServer, type SimulatedServerOptions } from "./create.ts";
import { META } from "./names.ts";

const MODERN_META = { [META.protocolVersion]: "2026-07-28", [META.clientCapabilities]: {} };

/** A server process whose output lines are awaited one by one. */
function start(options: SimulatedServerOptions = {}) {
  const process = createServer(options).launch("p1");
  const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  return {
    process,
    text: (line: string) => process.stdin.write(`${line}\n`),
    send: (message: JsonObject) => process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    line: async () => (await lines.next()).value as string,
    next: async () => JSON.parse((await lines.next()).value as string),
    rest: async () => {
      const left: string[] = [];
      for (let one = await lines.next(); !one.done; one = await lines.next()) left.push(one.value);
      return left;
    },
  };
}

function initialize(protocolVersion: string): JsonObject {
  return {
    id: 0,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
}

describe("over stdio, with a handshake", () => {
  it.each(LEGACY)("agrees to %s and serves it", async (revision) => {
    const server = start();
    server.send(initialize(revision));
    expect((await server.next()).result.protocolVersion).toBe(revision);
    server.send({ method: "notifications/initialized" });
    server.send({ id: "one", method: "tools/list" });
    expect(await server.next()).toMatchObject({
      id: "one",
      result: { tools: expect.any(Array), nextCursor: expect.any(String) },
    });
  });

  it("offers its newest revision for one that it does not know", async () => {
    const server = start();
    server.send(initialize("1999-01-01"));
    expect((await server.next()).result.protocolVersion).toBe("2025-11-25");
  });

  it("answers a batch in 2025-03-26 by an array, and refuses one elsewhere", async () => {
    const batch = '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"bad":1}]';
    const server = start();
    server.send(initialize("2025-03-26"));
    await server.next();
    server.text(batch);
    expect(await server.next()).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", error: expect.objectContaining({ code: -32600 }) },
    ]);
    const later = start();
    later.send(initialize("2025-06-18"));
    await later.next();
    later.text(batch);
    expect(await later.next()).toEqual({ jsonrpc: "2.0", error: expect.objectContaining({ code: -32600 }) });
  });

  it("tells of a changed list only after the handshake is complete", async () => {
    const server = start();
    server.send(initialize("2025-11-25"));
    await server.next();
    server.send({ id: 1, method: "tools/call", params: { name: "test_trigger_tool_change" } });
    expect((await server.next()).id).toBe(1);
    server.send({ method: "notifications/initialized" });
    server.send({ id: 2, method: "tools/call", params: { name: "test_trigger_tool_change" } });
    expect((await server.next()).method).toBe("notifications/tools/list_changed");
    expect((await server.next()).id).toBe(2);
  });
});

describe("over stdio, without a handshake", () => {
  it("serves any first request, and echoes an id as it was spelled", async () => {
    const server = start();
    server.text(
      `{"jsonrpc":"2.0","id":9007199254740993,"method":"server/discover","params":${JSON.stringify({ _meta: MODERN_META })}}`,
    );
    const line = await server.line();
    expect(line).toContain('"id":9007199254740993,');
    expect(JSON.parse(line).result).toMatchObject({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      cacheScope: "public",
    });
  });

  it.each([
    ["no _meta", {}, -32602],
    ["no version", { _meta: { [META.clientCapabilities]: {} } }, -32602],
    ["no capabilities", { _meta: { [META.protocolVersion]: "2026-07-28" } }, -32602],
    ["an unknown version", { _meta: { ...MODERN_META, [META.protocolVersion]: "1900-01-01" } }, -32022],
  ])("refuses a request with %s", async (_what, params, code) => {
    const server = start();
    server.send({ id: 1, method: "tools/list", params });
    expect(await server.next()).toMatchObject({ id: 1, error: { code } });
  });

  it("acknowledges a subscription, delivers what was asked for, and closes it at the end of input", async () => {
    const server = start();
    const listen = { _meta: MODERN_META, notifications: { toolsListChanged: true } };
    server.send({ id: "sub", method: "subscriptions/listen", params: listen });
    expect(await server.next()).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: { toolsListChanged: true } },
    });
    server.send({ id: 1, method: "tools/call", params: { _meta: MODERN_META, name: "test_trigger_prompt_change" } });
    expect((await server.next()).id).toBe(1);
    server.send({ id: 2, method: "tools/call", params: { _meta: MODERN_META, name: "test_trigger_tool_change" } });
    expect(await server.next()).toMatchObject({
      method: "notifications/tools/list_changed",
      params: { _meta: { [META.subscriptionId]: "sub" } },
    });
    expect((await server.next()).id).toBe(2);
    server.process.stdin.end();
    expect(await server.next()).toMatchObject({ method: "notifications/cancelled", params: { requestId: "sub" } });
    expect(await server.next()).toMatchObject({ id: "sub", result: { resultType: "complete" } });
    expect(await server.process.exited).toEqual({ code: 0, signal: null });
  });

  it("stops a cancelled call and says no more of it", async () => {
    const server = start();
    server.send({
      id: 1,
      method: "tools/call",
      params: { _meta: { ...MODERN_META, progressToken: "t" }, name: "assay_slow", arguments: { ms: 60_000 } },
    });
    expect((await server.next()).method).toBe("notifications/progress");
    server.send({ method: "notifications/cancelled", params: { requestId: 1 } });
    server.send({ id: 2, method: "tools/call", params: { _meta: MODERN_META, name: "assay_counter_read" } });
    expect(await server.next()).toMatchObject({ id: 2, result: { structuredContent: { running: 0 } } });
    server.process.stdin.end();
    expect(await server.rest()).toEqual([]);
  });

  it("asks for input by its result, and takes it on the retry", async () => {
    const server = start();
    const _meta = { ...MODERN_META, [META.clientCapabilities]: { elicitation: {} } };
    const params = { _meta, name: "test_input_required_result_request_state" };
    server.send({ id: 1, method: "tools/call", params });
    const { result } = await server.next();
    expect(result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
    const inputResponses = { confirm: { action: "accept", content: { ok: true } } };
    server.send({
      id: 2,
      method: "tools/call",
      params: { ...params, inputResponses, requestState: result.requestState },
    });
    expect(await server.next()).toMatchObject({ id: 2, result: { resultType: "complete" } });
    server.send({
      id: 3,
      method: "tools/call",
      params: { ...params, inputResponses, requestState: `x${result.requestState}` },
    });
    expect(await server.next()).toMatchObject({ id: 3, error: { code: -32602 } });
    server.send({ id: 4, method: "tools/call", params: { ...params, _meta: MODERN_META } });
    expect(await server.next()).toMatchObject({
      id: 4,
      error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } },
    });
  });
});

it.each(REVISIONS)("serves %s alone", async (revision) => {
  const server = start({ revisions: [revision] });
  server.send(initialize(revision));
  const answer = await server.next();
  if (revision === "2026-07-28") expect(answer.error).toMatchObject({ code: -32022, data: { supported: [revision] } });
  else expect(answer.result.protocolVersion).toBe(revision);
});

it("answers what is no message, and nothing to what expects no answer", async () => {
  const server = start();
  server.text("{ no json");
  expect(await server.next()).toEqual({ jsonrpc: "2.0", error: expect.objectContaining({ code: -32700 }) });
  server.text('{"jsonrpc":"2.0","method":"notifications/unknown","params":[]}');
  server.text('{"jsonrpc":"1.0","id":5,"method":"ping"}');
  expect(await server.next()).toMatchObject({ id: 5, error: { code: -32600 } });
});
