// The client of @ai-sdk/mcp 1.x, as far as its API reaches (docs/client-driver.md). It shows no notifications.
//   npm install @ai-sdk/mcp
//   mcp-assay client --transport http,sse -- node ai-sdk.mjs
//   mcp-assay client --transport stdio -- node ai-sdk.mjs

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createMCPClient, ElicitationRequestSchema } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";

const order = (name, otherwise) => {
  const text = process.env[name] ?? otherwise;
  return JSON.parse(text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text);
};
const actions = order("MCP_ASSAY_ACTIONS", "[]");
const { elicitation } = order("MCP_ASSAY_CAPABILITIES", "{}");
const answers = order("MCP_ASSAY_ANSWERS", "[]");
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const server = process.argv.slice(2);
const separator = server.indexOf("--");
const transport = () => {
  if (separator !== -1) {
    const [command, ...args] = server.slice(separator + 1);
    return new StdioTransport({ command, args });
  }
  const url = server.at(-1);
  return { type: new URL(url).pathname === "/sse" ? "sse" : "http", url };
};

async function answer({ params }) {
  const asked = JSON.stringify(params);
  const found = answers.find(
    ({ kind, match }) => kind === "elicitation" && (match === undefined || asked.includes(match)),
  );
  if (found?.delayMs) await sleep(found.delayMs);
  if (found?.error) throw new Error(found.error.message);
  return found?.reply ?? { action: "decline" };
}

const clients = new Map();
const tools = new Map();
async function connected(name = "") {
  if (!clients.has(name)) {
    // The only capability that the API has a handler for.
    const client = await createMCPClient({
      transport: transport(),
      capabilities: elicitation ? { elicitation } : {},
      onUncaughtError: (error) => console.error(error),
    });
    if (elicitation) client.onElicitationRequest(ElicitationRequestSchema, answer);
    clients.set(name, client);
  }
  return clients.get(name);
}

const LISTS = {
  tools: "listTools",
  resources: "listResources",
  resourceTemplates: "listResourceTemplates",
  prompts: "experimental_listPrompts",
};

async function list(client, { what, allPages = true, cursor }) {
  const items = [];
  let next = cursor;
  for (let page = 0; page < 100; page++) {
    const result = await client[LISTS[what]](next === undefined ? undefined : { params: { cursor: next } });
    items.push(...result[what]);
    next = result.nextCursor;
    // The API takes no cursor for templates.
    if (!allPages || next === undefined || what === "resourceTemplates") break;
  }
  if (what === "tools") for (const tool of items) tools.set(tool.name, tool);
  return { [what]: items };
}

async function callTool(client, action) {
  if (action.progress || action.cancelOn || action.timeoutMs !== undefined) return undefined;
  const definition = tools.get(action.name) ?? { name: action.name, inputSchema: { type: "object" } };
  const tool = client.toolsFromDefinitions({ tools: [definition] })[action.name];
  const abortSignal = action.cancelAfterMs === undefined ? undefined : AbortSignal.timeout(action.cancelAfterMs);
  return tool.execute(action.arguments ?? {}, { toolCallId: "1", messages: [], abortSignal });
}

async function perform(action) {
  if (action.action === "sleep") return sleep(action.ms, {});
  const client = await connected(action.action === "connect" ? action.as : action.client);
  switch (action.action) {
    case "connect":
    case "discover":
      return { serverInfo: client.serverInfo, instructions: client.instructions };
    case "list":
      return list(client, action);
    case "callTool":
      return callTool(client, action);
    case "readResource":
      return client.readResource({ uri: action.uri });
    case "getPrompt":
      return client.experimental_getPrompt({ name: action.name, arguments: action.arguments });
    case "complete":
      return client.complete({ ref: action.ref, argument: action.argument, context: action.context });
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
  if (message.includes("aborted")) return { kind: "cancelled", message };
  if (message.startsWith("Failed to parse")) return { kind: "validation", message };
  if (typeof error?.code === "number") return { kind: "protocol", code: error.code, message };
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
