import type { Side } from "../protocol/builder/methods.ts";

/** A message that conforms, with who sends it and, for a response, to what. */
export interface Sample {
  readonly message: Readonly<Record<string, unknown>>;
  readonly from: Side;
  readonly requestMethod?: string;
}

const client = (method: string, params: unknown): Sample => ({ from: "client", message: request(method, params) });
const server = (method: string, params: unknown): Sample => ({ from: "server", message: request(method, params) });
const note = (from: Side, method: string, params: unknown): Sample => ({
  from,
  message: { jsonrpc: "2.0", method, params },
});
const answer = (from: Side, requestMethod: string, result: unknown): Sample => ({
  from,
  requestMethod,
  message: { jsonrpc: "2.0", id: 7, result },
});
const refusal = (code: number, data?: unknown): Sample => ({
  from: "server",
  message: { jsonrpc: "2.0", id: 7, error: { code, message: "No.", ...(data !== undefined && { data }) } },
});

function request(method: string, params: unknown) {
  return { jsonrpc: "2.0", id: "r1", method, params };
}

const tool = { name: "weather", inputSchema: { type: "object", properties: { city: { type: "string" } } } };
const text = { type: "text", text: "Rain.", annotations: { audience: ["user"], priority: 0.5 } };
const image = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
const blob = {
  type: "resource",
  resource: { uri: "file:///a.bin", blob: "AAEC", mimeType: "application/octet-stream" },
};
const time = "2026-01-02T03:04:05Z";

const everywhere = [
  client("initialize", {
    protocolVersion: "2024-11-05",
    capabilities: { roots: { listChanged: true }, sampling: {} },
    clientInfo: { name: "a-client", version: "1" },
  }),
  answer("server", "initialize", {
    protocolVersion: "2024-11-05",
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} },
    serverInfo: { name: "a-server", version: "1", unknown: true },
    instructions: "Ask.",
  }),
  note("client", "notifications/initialized", {}),
  answer("client", "ping", {}),
  answer("server", "tools/list", { tools: [tool], nextCursor: "2" }),
  client("tools/call", { name: "weather", arguments: { city: "Bern" }, _meta: { progressToken: 3 } }),
  answer("server", "tools/call", { content: [text, image, blob], isError: false }),
  note("server", "notifications/progress", { progressToken: 3, progress: 0.5, total: 1 }),
  note("server", "notifications/message", { level: "info", data: null }),
  note("client", "notifications/cancelled", { requestId: 4, reason: "late" }),
  answer("server", "resources/read", { contents: [{ uri: "memo://1", text: "x" }] }),
  client("completion/complete", {
    ref: { type: "ref/prompt", name: "greet" },
    argument: { name: "who", value: "w" },
  }),
  answer("server", "completion/complete", { completion: { values: ["world"], total: 1, hasMore: false } }),
  answer("server", "prompts/get", { messages: [{ role: "user", content: text }] }),
  server("sampling/createMessage", { messages: [{ role: "user", content: text }], maxTokens: 10 }),
  answer("client", "sampling/createMessage", { role: "assistant", content: text, model: "m" }),
  answer("client", "roots/list", { roots: [{ uri: "file:///home" }] }),
  refusal(-32601, ["anything"]),
];

const since20250618 = [
  server("elicitation/create", {
    message: "Who?",
    requestedSchema: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1 },
        age: { type: "integer", minimum: 0 },
        color: { type: "string", enum: ["red", "blue"] },
        sure: { type: "boolean" },
      },
      required: ["name"],
    },
  }),
  answer("client", "elicitation/create", { action: "accept", content: { name: "Ada", age: 36, sure: true } }),
  answer("server", "tools/list", {
    tools: [{ ...tool, title: "Weather", outputSchema: { type: "object" }, _meta: { "com.example/x.y": 1, "": 2 } }],
  }),
  answer("server", "tools/call", {
    content: [{ type: "resource_link", uri: "memo://1", name: "memo" }],
    structuredContent: { a: 1 },
  }),
];

const task = { taskId: "t", status: "working", createdAt: time, lastUpdatedAt: time };

const of20251125 = [
  client("tools/call", { name: "weather", task: { ttl: 60000 } }),
  answer("server", "tools/call", { task: { ...task, ttl: null, pollInterval: 500 } }),
  answer("server", "tasks/get", { ...task, ttl: 60000 }),
  answer("server", "tasks/result", { content: [] }),
  server("elicitation/create", { mode: "url", message: "Sign", url: "https://example.com/s", elicitationId: "e" }),
  server("elicitation/create", {
    message: "Pick",
    requestedSchema: {
      type: "object",
      properties: {
        one: { type: "string", oneOf: [{ const: "a", title: "A" }], default: "a" },
        many: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] }, minItems: 1 },
      },
    },
  }),
  answer("client", "sampling/createMessage", {
    role: "assistant",
    content: [text, { type: "tool_use", id: "u", name: "weather", input: {} }],
    model: "m",
    stopReason: "toolUse",
  }),
  refusal(-32042, {
    elicitations: [{ mode: "url", message: "Sign", url: "https://example.com/s", elicitationId: "e" }],
  }),
];

const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, extensions: { "com.example/x": {} } },
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
};
const complete = { resultType: "complete" };
const kept = { ...complete, ttlMs: 0, cacheScope: "private" };
const subscription = { "io.modelcontextprotocol/subscriptionId": "r1" };

const of20260728 = [
  client("server/discover", { _meta }),
  answer("server", "server/discover", { ...kept, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
  answer("server", "tools/list", { ...kept, tools: [{ ...tool, outputSchema: { oneOf: [] } }] }),
  client("tools/call", { name: "weather", _meta, inputResponses: { q: { action: "decline" } }, requestState: "s" }),
  answer("server", "tools/call", { ...complete, content: [text], structuredContent: 5 }),
  answer("server", "tools/call", {
    resultType: "input_required",
    inputRequests: {
      q: { method: "elicitation/create", params: { mode: "url", message: "Sign", url: "https://example.com" } },
      r: { method: "roots/list" },
    },
  }),
  answer("server", "tools/call", { ...task, resultType: "task", ttlMs: 1000 }),
  answer("server", "tools/call", { resultType: "com.example/stream", at: "x" }),
  answer("server", "tasks/get", { ...task, ...complete, status: "completed", ttlMs: null, result: {} }),
  client("subscriptions/listen", { _meta, notifications: { toolsListChanged: true, resourceSubscriptions: ["a:b"] } }),
  note("server", "notifications/subscriptions/acknowledged", { _meta: subscription, notifications: {} }),
  answer("server", "subscriptions/listen", { ...complete, _meta: subscription }),
  refusal(-32022, { supported: ["2026-07-28"], requested: "1900-01-01" }),
  refusal(-32021, { requiredCapabilities: { elicitation: {} } }),
];

/** Conforming messages of each revision. */
export const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  "2024-11-05": everywhere,
  "2025-03-26": [...everywhere, answer("server", "tools/call", { content: [{ ...image, type: "audio" }] })],
  "2025-06-18": [...everywhere, ...since20250618],
  "2025-11-25": [...everywhere, ...since20250618, ...of20251125],
  "2026-07-28": of20260728,
};
