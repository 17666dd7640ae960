import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { Watch } from "../peer.ts";
import { Failed, type Link, type Stop } from "./link.ts";
import type { Action } from "./orders.ts";
import type { ClientRules } from "./rules.ts";

/** What the client's application keeps between actions on one connection. */
export interface Memory {
  /** Tool definitions by name, as listed. */
  readonly tools: Map<string, JsonObject>;
  readonly watches: Map<string, Watch>;
}

type Listed = Extract<Action, { readonly action: "list" }>;
type ToolCall = Extract<Action, { readonly action: "callTool" }>;

const LISTS = {
  tools: "tools/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
} as const;
const CHANGED = {
  tools: "notifications/tools/list_changed",
  resources: "notifications/resources/list_changed",
  resourceTemplates: "notifications/resources/list_changed",
  prompts: "notifications/prompts/list_changed",
} as const;
const PAGES = 1_000;

/** Performs one action that goes over the wire; undefined where the client has no way to do it. */
export async function perform(
  action: Action,
  link: Link,
  memory: Memory,
  tools: {
    readonly rules: Readonly<ClientRules>;
    after(ms: number, run: () => void): void;
    onProgress(run: () => void): void;
  },
): Promise<JsonValue | undefined> {
  const { peer } = link;
  switch (action.action) {
    case "connect":
      return { protocolVersion: peer.revision, serverInfo: peer.server?.info ?? {} };
    case "discover":
      return link.modern
        ? link.request("server/discover", {})
        : { capabilities: peer.server?.capabilities ?? {}, serverInfo: peer.server?.info ?? {} };
    case "list":
      return list(action, link, memory, tools.rules);
    case "callTool":
      return callTool(action, link, memory, tools);
    case "readResource":
      return link.request("resources/read", { uri: action.uri });
    case "getPrompt":
      return link.request("prompts/get", {
        name: action.name,
        ...(action.arguments === undefined ? {} : { arguments: action.arguments }),
      });
    case "complete":
      return link.request("completion/complete", {
        ref: action.ref,
        argument: action.argument,
        ...(action.context === undefined ? {} : { context: action.context }),
      });
    case "listen":
      return listen(action, link, memory);
    case "unlisten":
      await memory.watches.get(action.of)?.close();
      memory.watches.delete(action.of);
      return {};
    case "subscribe":
    case "unsubscribe":
      return link.modern ? undefined : link.request(`resources/${action.action}`, { uri: action.uri });
    case "setLogLevel":
      if (!link.modern) return link.request("logging/setLevel", { level: action.level });
      link.logLevel = action.level;
      return {};
    case "ping":
      return link.modern ? undefined : link.request("ping", {});
    default:
      return undefined;
  }
}

async function list(action: Listed, link: Link, memory: Memory, rules: Readonly<ClientRules>): Promise<JsonObject> {
  return walk(action, link, memory, rules).catch((error: unknown) => {
    const { cursor, what } = action;
    if (!link.modern || cursor !== undefined || !(error instanceof Failed) || !rules.restarts(error.code)) throw error;
    link.cache.notified(CHANGED[what], {});
    return walk(action, link, memory, rules);
  });
}

async function walk(
  { what, allPages = true, cursor }: Listed,
  link: Link,
  memory: Memory,
  rules: Readonly<ClientRules>,
): Promise<JsonObject> {
  const items: JsonValue[] = [];
  const seen = new Set<string>();
  let next: JsonValue | undefined = cursor;
  for (let page = 0; page < PAGES; page++) {
    if (typeof next === "string") seen.add(next);
    const result = await link.request(LISTS[what], next === undefined ? {} : { cursor: next });
    const found = result[what];
    if (Array.isArray(found)) items.push(...(found as readonly JsonValue[]));
    if (!allPages || !rules.goesOn(result.nextCursor, seen)) break;
    next = rules.cursor(result.nextCursor!);
  }
  const usable = what === "tools" && link.modern ? items.filter((item) => rules.usable(item as JsonObject)) : items;
  if (what === "tools") for (const item of usable as JsonObject[]) memory.tools.set(String(item.name), item);
  return { [what]: usable };
}

async function callTool(
  action: ToolCall,
  link: Link,
  memory: Memory,
  tools: Parameters<typeof perform>[3],
): Promise<JsonObject> {
  const cancels = action.cancelAfterMs !== undefined || action.cancelOn !== undefined;
  const runs: (() => void)[] = [];
  let given = false;
  const give = () => {
    given = true;
    for (const run of runs) run();
  };
  const stop: Stop = (run) => (given ? run() : runs.push(run));
  if (action.cancelAfterMs !== undefined) tools.after(action.cancelAfterMs, give);
  if (action.cancelOn === "progress") tools.onProgress(give);
  const make = () =>
    link.request(
      "tools/call",
      { name: action.name, arguments: action.arguments ?? {} },
      {
        ...(action.progress || action.cancelOn !== undefined ? { progress: true } : {}),
        ...(action.timeoutMs === undefined ? {} : { deadlineMs: action.timeoutMs }),
        ...(cancels ? { stop } : {}),
      },
    );
  const result = await make().catch(async (error: unknown) => {
    if (!(error instanceof Failed) || error.code === undefined || !tools.rules.relists(error.code)) throw error;
    link.cache.notified("notifications/tools/list_changed", {});
    await list({ action: "list", what: "tools" }, link, memory, tools.rules);
    return make();
  });
  if (!Array.isArray(result.content)) throw new Failed("validation", "the result's content is no array");
  const problem = await tools.rules.structuredProblem(memory.tools.get(action.name)?.outputSchema, result);
  if (problem !== undefined) throw new Failed("validation", `structured content: ${problem}`);
  return result;
}

async function listen(
  action: Extract<Action, { readonly action: "listen" }>,
  link: Link,
  memory: Memory,
): Promise<JsonValue | undefined> {
  if (!link.modern) return undefined;
  const watch = await link.peer.watch(action.notifications);
  memory.watches.set(action.as, watch);
  const first = await watch.next();
  if (first?.message.method !== "notifications/subscriptions/acknowledged")
    throw new Failed("protocol", "the subscription was not acknowledged first");
  return first.message.params?.notifications ?? {};
}
