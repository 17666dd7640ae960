// A client over @modelcontextprotocol/client 2.x that does what mcp-assay asks of it (docs/client-driver.md).
//   mcp-assay client -- node sdk2.mjs
//   mcp-assay client --transport stdio -- node sdk2.mjs

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Client,
  ProtocolError,
  SdkError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const order = (name, otherwise) => {
  const text = process.env[name] ?? otherwise;
  return JSON.parse(text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text);
};
const actions = order("MCP_ASSAY_ACTIONS", "[]");
const capabilities = order("MCP_ASSAY_CAPABILITIES", "{}");
const answers = order("MCP_ASSAY_ANSWERS", "[]");
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const server = process.argv.slice(2);
const separator = server.indexOf("--");
const transport = () => {
  if (separator !== -1) {
    const [command, ...args] = server.slice(separator + 1);
    return new StdioClientTransport({ command, args });
  }
  const url = new URL(server.at(-1));
  return url.pathname === "/sse" ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url);
};

const heard = [];
const waiting = new Set();
const tell = (notification) => {
  print(notification);
  heard.push(notification);
  for (const check of waiting) check();
};

async function answer(kind, message) {
  const found = answers.find((one) => one.kind === kind && (one.match === undefined || message.includes(one.match)));
  if (found?.delayMs) await sleep(found.delayMs);
  if (found?.error) throw new ProtocolError(found.error.code, found.error.message);
  return found?.reply ?? { roots: { roots: [] }, elicitation: { action: "decline" } }[kind] ?? {};
}

const clients = new Map();
const subscriptions = new Map();
async function connected(name = "") {
  if (clients.has(name)) return clients.get(name);
  const client = new Client(
    { name: "sdk2-example-client", version: "1.0.0" },
    {
      capabilities,
      versionNegotiation: { mode: "auto" },
    },
  );
  client.fallbackNotificationHandler = async ({ method, params }) => tell({ notification: method, params });
  if (capabilities.roots) client.setRequestHandler("roots/list", () => answer("roots", ""));
  if (capabilities.sampling)
    client.setRequestHandler("sampling/createMessage", ({ params }) => answer("sampling", JSON.stringify(params)));
  if (capabilities.elicitation)
    client.setRequestHandler("elicitation/create", ({ params }) => answer("elicitation", JSON.stringify(params)));
  clients.set(name, client);
  await client.connect(transport());
  return client;
}

const LISTS = {
  tools: ["listTools", "tools"],
  resources: ["listResources", "resources"],
  resourceTemplates: ["listResourceTemplates", "resourceTemplates"],
  prompts: ["listPrompts", "prompts"],
};

async function list(client, { what, allPages = true, cursor }) {
  const [method, member] = LISTS[what];
  const items = [];
  let next = cursor;
  for (let page = 0; page < 100; page++) {
    const result = await client[method](next === undefined ? undefined : { cursor: next });
    items.push(...result[member]);
    next = result.nextCursor;
    if (!allPages || next === undefined) break;
  }
  return { [member]: items };
}

async function callTool(client, action) {
  const stop = new AbortController();
  if (action.cancelAfterMs !== undefined) setTimeout(() => stop.abort("cancelled"), action.cancelAfterMs);
  const cancels = action.cancelOn === "progress";
  return client.callTool(
    { name: action.name, arguments: action.arguments ?? {} },
    {
      signal: stop.signal,
      ...(action.timeoutMs === undefined ? {} : { timeout: action.timeoutMs }),
      ...(action.progress || cancels
        ? {
            onprogress: (params) => {
              tell({ notification: "notifications/progress", params });
              if (cancels) stop.abort("cancelled");
            },
          }
        : {}),
    },
  );
}

async function waitFor({ notification, timeoutMs = 5_000 }) {
  if (heard.some((one) => one.notification === notification)) return {};
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it did not come")), timeoutMs);
    const check = () => {
      if (!heard.some((one) => one.notification === notification)) return;
      clearTimeout(timer);
      waiting.delete(check);
      resolve();
    };
    waiting.add(check);
  });
  return {};
}

async function perform(action) {
  if (action.action === "sleep") return sleep(action.ms, {});
  if (action.action === "waitFor") return waitFor(action);
  const client = await connected(action.action === "connect" ? action.as : action.client);
  switch (action.action) {
    case "connect":
      return { protocolVersion: client.transport?.protocolVersion, serverInfo: client.getServerVersion() };
    case "discover":
      return { capabilities: client.getServerCapabilities(), serverInfo: client.getServerVersion() };
    case "list":
      return list(client, action);
    case "callTool":
      return callTool(client, action);
    case "readResource":
      return client.readResource({ uri: action.uri });
    case "getPrompt":
      return client.getPrompt({ name: action.name, arguments: action.arguments });
    case "complete":
      return client.complete({ ref: action.ref, argument: action.argument, context: action.context });
    case "listen": {
      if (client.getProtocolEra() !== "modern") return undefined;
      const subscription = await client.listen(action.notifications);
      subscriptions.set(action.as, subscription);
      return subscription.honoredFilter;
    }
    case "unlisten":
      await subscriptions.get(action.of)?.close();
      return {};
    case "subscribe":
      return client.getProtocolEra() === "legacy" ? client.subscribeResource({ uri: action.uri }) : undefined;
    case "unsubscribe":
      return client.getProtocolEra() === "legacy" ? client.unsubscribeResource({ uri: action.uri }) : undefined;
    case "setLogLevel":
      return client.getProtocolEra() === "legacy" ? client.setLoggingLevel(action.level) : undefined;
    case "ping":
      return client.getProtocolEra() === "legacy" ? client.ping() : undefined;
    case "close":
      await client.transport?.terminateSession?.();
      await client.close();
      clients.delete(action.client ?? "");
      return {};
    default:
      return undefined;
  }
}

function failure(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ProtocolError) return { kind: "protocol", code: error.code, message };
  if (error instanceof SdkError && error.code === "REQUEST_TIMEOUT") return { kind: "timeout", message };
  if (error instanceof SdkError && error.code === "CONNECTION_CLOSED") return { kind: "connection", message };
  if (error instanceof SdkError && /INVALID|UNSUPPORTED/.test(error.code)) return { kind: "validation", message };
  if (message.includes("cancelled") || error?.name === "AbortError") return { kind: "cancelled", message };
  if (error?.name === "ZodError") return { kind: "validation", message };
  return { kind: "other", message };
}

const running = [];
for (const [number, action] of actions.entries()) {
  const work = perform(action).then(
    (result) =>
      print(result === undefined ? { action: number, unsupported: true } : { action: number, ok: true, result }),
    (error) => print({ action: number, ok: false, error: failure(error) }),
  );
  running.push(work);
  if (!action.concurrent) await work;
}
await Promise.all(running);
for (const client of clients.values()) {
  await client.transport?.terminateSession?.().catch(() => {});
  await client.close().catch(() => {});
}
process.exit(0);
