// MultiServerMCPClient of @langchain/mcp-adapters 1.x, as far as its API reaches (docs/client-driver.md).
//   npm install @langchain/mcp-adapters @langchain/core
//   mcp-assay client --transport http,sse -- node langchain.mjs
//   mcp-assay client --transport stdio -- node langchain.mjs

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";

const order = process.env.MCP_ASSAY_ACTIONS ?? "[]";
const actions = JSON.parse(order.startsWith("@") ? readFileSync(order.slice(1), "utf8") : order);
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const server = process.argv.slice(2);
const separator = server.indexOf("--");
const connection = () => {
  if (separator !== -1) {
    const [command, ...args] = server.slice(separator + 1);
    return { transport: "stdio", command, args };
  }
  const url = server.at(-1);
  return { transport: new URL(url).pathname === "/sse" ? "sse" : "http", url };
};

const heard = [];
const waiting = new Set();
const tell = (method, params) => {
  print({ notification: method, params });
  heard.push(method);
  for (const check of waiting) check();
};

const clients = new Map();
async function connected(name = "") {
  if (!clients.has(name)) {
    const client = new MultiServerMCPClient({
      mcpServers: { server: connection() },
      onMessage: (params) => tell("notifications/message", params),
      onProgress: (params) => tell("notifications/progress", params),
      onToolsListChanged: () => tell("notifications/tools/list_changed"),
      onPromptsListChanged: () => tell("notifications/prompts/list_changed"),
      onResourcesListChanged: () => tell("notifications/resources/list_changed"),
      onResourcesUpdated: (params) => tell("notifications/resources/updated", params),
    });
    clients.set(name, client);
    await client.initializeConnections();
  }
  return clients.get(name);
}

async function list(client, { what, allPages = true, cursor }) {
  if (!allPages || cursor !== undefined) return undefined;
  switch (what) {
    case "tools":
      return { tools: (await client.getTools()).map(({ name, description }) => ({ name, description })) };
    case "resources":
      return { resources: (await client.listResources()).server };
    case "resourceTemplates":
      return { resourceTemplates: (await client.listResourceTemplates()).server };
    default:
      return (await client.getClient("server")).listPrompts();
  }
}

async function callTool(client, action) {
  if (action.cancelOn) return undefined;
  const tool = (await client.getTools()).find(({ name }) => name === action.name);
  if (!tool) return undefined;
  const call = { type: "tool_call", id: "1", name: tool.name, args: action.arguments ?? {} };
  const stop = new AbortController();
  if (action.cancelAfterMs !== undefined) setTimeout(() => stop.abort("cancelled"), action.cancelAfterMs);
  const { content, artifact } = await tool.invoke(call, {
    signal: stop.signal,
    ...(action.timeoutMs === undefined ? {} : { timeout: action.timeoutMs }),
  });
  return { content: typeof content === "string" ? [{ type: "text", text: content }] : content, artifact };
}

async function waitFor({ notification, timeoutMs = 5_000 }) {
  if (heard.includes(notification)) return {};
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it did not come")), timeoutMs);
    const check = () => {
      if (!heard.includes(notification)) return;
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
      return {};
    case "list":
      return list(client, action);
    case "callTool":
      return callTool(client, action);
    case "readResource":
      return { contents: await client.readResource("server", action.uri) };
    case "getPrompt":
      return (await client.getClient("server")).getPrompt({ name: action.name, arguments: action.arguments });
    case "setLogLevel":
      await client.setLoggingLevel(action.level);
      return {};
    case "close":
      await client.close();
      clients.delete(action.client ?? "");
      return {};
    default:
      return undefined;
  }
}

function failure(error) {
  const message = error instanceof Error ? error.message : String(error);
  const code = /MCP error (-\d+)/.exec(message)?.[1];
  if (code === "-32001" || error?.name === "TimeoutError") return { kind: "timeout", message };
  if (code !== undefined && code !== "-32000") return { kind: "protocol", code: Number(code), message };
  if (message.includes("cancelled") || error?.name === "AbortError") return { kind: "cancelled", message };
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
for (const client of clients.values()) await client.close().catch(() => {});
process.exit(0);
