import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../wire/json.ts";
import { createServer } from "./create.ts";
import type { HttpHost } from "./host-http.ts";
import { META } from "./names.ts";

const BOTH_TYPES = "application/json, text/event-stream";
const MODERN_META = { [META.protocolVersion]: "2026-07-28", [META.clientCapabilities]: {} };
const MODERN_HEADERS = { "MCP-Protocol-Version": "2026-07-28" };

let host: HttpHost;
afterEach(() => host.close());

type Headers = { readonly [name: string]: string };

function post(
  message: JsonObject | string,
  headers: Headers = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const body = typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message });
  return fetch(host.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: BOTH_TYPES, ...headers },
    body,
    signal,
  });
}

function modern(id: number, method: string, params: JsonObject, headers: Headers = {}): Promise<Response> {
  const { _meta, ...rest } = params;
  const message = { id, method, params: { _meta: { ...MODERN_META, ...(_meta as JsonObject) }, ...rest } };
  return post(message, { ...MODERN_HEADERS, "Mcp-Method": method, ...headers });
}

async function session(protocolVersion: string): Promise<Headers> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const answer = await post({ id: 0, method: "initialize", params });
  const headers = {
    "Mcp-Session-Id": answer.headers.get("mcp-session-id") ?? "",
    "MCP-Protocol-Version": protocolVersion,
  };
  expect((await post({ method: "notifications/initialized" }, headers)).status).toBe(202);
  return headers;
}

/** `data` of the events, as they come. */
async function* events(response: Response): AsyncGenerator<{ readonly id: string | undefined; readonly data: string }> {
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
      const data = field("data");
      if (data !== undefined) yield { id: field("id"), data };
    }
  }
}

describe("without a handshake", () => {
  it("answers one JSON object", async () => {
    host = await createServer().listenHttp();
    const answer = await modern(1, "tools/list", {});
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toMatchObject({ id: 1, result: { resultType: "complete", cacheScope: "public" } });
  });

  it("answers a stream where progress was asked for", async () => {
    host = await createServer().listenHttp();
    const params = { _meta: { progressToken: 7 }, name: "test_tool_with_progress" };
    const answer = await modern(1, "tools/call", params, { "Mcp-Name": "test_tool_with_progress" });
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    const seen = await all(events(answer));
    expect(seen.map(({ data }) => JSON.parse(data).params?.progress ?? JSON.parse(data).id)).toEqual([0, 50, 100, 1]);
    expect(seen.every(({ id }) => id === undefined)).toBe(true);
  });

  it.each([
    ["no Mcp-Method", "tools/list", {}, { "Mcp-Method": "" }, 400, -32020],
    ["another Mcp-Method", "tools/list", {}, { "Mcp-Method": "tools/call" }, 400, -32020],
    ["another version header", "tools/list", {}, { "MCP-Protocol-Version": "2025-11-25" }, 400, -32020],
    ["no Mcp-Name", "tools/call", { name: "version" }, {}, 400, -32020],
    [
      "a mirrored argument without its header",
      "tools/call",
      { name: "route", arguments: { region: "eu" } },
      { "Mcp-Name": "route" },
      400,
      -32020,
    ],
    [
      "a header without its argument",
      "tools/call",
      { name: "route", arguments: { region: "eu" } },
      { "Mcp-Name": "route", "Mcp-Param-Region": "eu", "Mcp-Param-Priority": "1" },
      400,
      -32020,
    ],
    ["an unknown method", "no/such", {}, {}, 404, -32601],
    [
      "a version that nobody knows",
      "tools/list",
      { _meta: { [META.protocolVersion]: "1900-01-01" } },
      { "MCP-Protocol-Version": "1900-01-01" },
      400,
      -32022,
    ],
  ])("refuses %s", async (_what, method, params, headers, status, code) => {
    host = await createServer().listenHttp();
    const answer = await modern(1, method, params as JsonObject, headers as unknown as Headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ id: 1, error: { code } });
  });

  it("reads mirrored headers, encoded and numeric", async () => {
    host = await createServer().listenHttp();
    const params = { name: "route", arguments: { region: "dü", priority: 42 } };
    const region = `=?base64?${Buffer.from("dü").toString("base64")}?=`;
    const answer = await modern(1, "tools/call", params, {
      "mcp-name": "route",
      "mcp-param-region": region,
      "mcp-param-priority": "42.0",
    });
    expect(answer.status).toBe(200);
  });

  it("takes a closed stream for a cancellation", async () => {
    host = await createServer().listenHttp();
    const gone = new AbortController();
    const name = "assay_slow";
    const params = { _meta: MODERN_META, name, arguments: { ms: 60_000 } };
    const answer = await post(
      { id: 1, method: "tools/call", params },
      { ...MODERN_HEADERS, "Mcp-Method": "tools/call", "Mcp-Name": name },
      gone.signal,
    );
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    gone.abort();
    await expect.poll(running).toBe(0);
  });

  it("answers GET by 405, a foreign Origin by 403, other media types by 415 and 406", async () => {
    host = await createServer().listenHttp();
    expect((await fetch(host.url, { headers: MODERN_HEADERS })).status).toBe(405);
    expect((await modern(1, "tools/list", {}, { Origin: "http://evil.example" })).status).toBe(403);
    expect((await modern(1, "tools/list", {}, { Origin: "http://localhost:1" })).status).toBe(200);
    expect((await modern(1, "tools/list", {}, { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await modern(1, "tools/list", {}, { Accept: "text/html" })).status).toBe(406);
  });
});

describe("with a handshake", () => {
  it("issues a session, demands it, and forgets it when deleted", async () => {
    host = await createServer().listenHttp();
    const headers = await session("2025-06-18");
    expect((await post({ id: 1, method: "tools/list" }, headers)).status).toBe(200);
    expect((await post({ id: 2, method: "tools/list" })).status).toBe(400);
    expect(
      (await post({ id: 3, method: "tools/list" }, { ...headers, "MCP-Protocol-Version": "1999-01-01" })).status,
    ).toBe(400);
    expect((await fetch(host.url, { method: "DELETE", headers })).status).toBe(200);
    expect((await post({ id: 4, method: "tools/list" }, headers)).status).toBe(404);
  });

  it("primes a stream of 2025-11-25, breaks it off and gives the rest to who comes back", async () => {
    host = await createServer().listenHttp();
    const headers = await session("2025-11-25");
    const seen = await all(
      events(await post({ id: 1, method: "tools/call", params: { name: "test_reconnection" } }, headers)),
    );
    expect(seen).toEqual([{ id: expect.any(String), data: "" }]);
    const again = { ...headers, Accept: "text/event-stream", "Last-Event-ID": seen[0]!.id! };
    const broken = await all(events(await fetch(host.url, { headers: again })));
    expect(broken.filter(({ data }) => data)).toEqual([]);
    const [last] = await all(events(await fetch(host.url, { headers: again })));
    expect(JSON.parse(last!.data)).toMatchObject({ id: 1, result: { content: [{ type: "text" }] } });
  });

  it("tells of a changed list on the GET stream alone", async () => {
    host = await createServer().listenHttp();
    const headers = await session("2025-06-18");
    const stream = events(await fetch(host.url, { headers: { ...headers, Accept: "text/event-stream" } }));
    const called = await all(
      events(await post({ id: 1, method: "tools/call", params: { name: "test_trigger_tool_change" } }, headers)),
    );
    expect(called.map(({ data }) => JSON.parse(data).id)).toEqual([1]);
    expect(JSON.parse((await stream.next()).value.data).method).toBe("notifications/tools/list_changed");
  });

  it("serves HTTP+SSE on two endpoints", async () => {
    host = await createServer().listenSse();
    const stream = events(await fetch(host.url));
    const endpoint = new URL((await stream.next()).value.data, host.url);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(
      (await fetch(endpoint, { method: "POST", headers: { "Content-Type": "application/json" }, body })).status,
    ).toBe(202);
    expect(JSON.parse((await stream.next()).value.data)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });
});

async function running(): Promise<number> {
  const answer = await modern(2, "tools/call", { name: "assay_counter_read" }, { "Mcp-Name": "assay_counter_read" });
  const { result } = (await answer.json()) as { result: { structuredContent: { running: number } } };
  return result.structuredContent.running;
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const seen: T[] = [];
  for await (const item of items) seen.push(item);
  return seen;
}
