import type { SeenMessage } from "../../simulators/trace/context.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import type { MonitorTools } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { TOOLS } from "../protocol/lists.ts";
import { onPage } from "./pages.ts";
import { onResult } from "./results.ts";

/** A schema that a server sent, and where it stands. */
export interface SentSchema {
  /** e.g. `inputSchema of tool "add"`. */
  readonly where: string;
  readonly schema: JsonObject;
  /** What shows it, for a finding. */
  readonly shown: { readonly sent?: string; readonly events: readonly number[] };
}

/** Calls back for each schema that a server sends: of its tools, of what it asks a user, and of tools that it hands a model. */
export function onSchema(m: MonitorTools, listener: (sent: SentSchema) => void): void {
  const take = (where: string, schema: JsonValue | undefined, shown: SentSchema["shown"]) => {
    if (isObject(schema)) listener({ where, schema, shown });
  };
  const ofTool = (tool: JsonObject, shown: SentSchema["shown"]) => {
    const name = shorten(JSON.stringify(tool.name) ?? "without name", 200);
    take(`inputSchema of tool ${name}`, tool.inputSchema, shown);
    take(`outputSchema of tool ${name}`, tool.outputSchema, shown);
  };
  const ofRequest = (method: JsonValue | undefined, params: JsonObject, shown: SentSchema["shown"]) => {
    if (method === "elicitation/create") take("requestedSchema of elicitation/create", params.requestedSchema, shown);
    if (method === "sampling/createMessage" && Array.isArray(params.tools))
      for (const tool of params.tools.filter(isObject)) ofTool(tool, shown);
  };
  onPage(m, ({ list, items, shown }) => {
    if (list === TOOLS) for (const tool of items) ofTool(tool, shown);
  });
  m.on("request", ({ seen }) => {
    if (seen.from === "target") ofRequest(seen.message.method, seen.message.params ?? {}, eventsOf(seen));
  });
  onResult(m, ASKING, ({ result, shown }) => {
    if (result.resultType !== "input_required" || !isObject(result.inputRequests)) return;
    for (const request of Object.values(result.inputRequests))
      if (isObject(request) && isObject(request.params)) ofRequest(request.method, request.params, shown);
  });
}

/** The methods that may ask for input (2026-07-28/basic/patterns/mrtr#supported-requests). */
const ASKING = ["tools/call", "prompts/get", "resources/read"];

function eventsOf({ seq }: SeenMessage): SentSchema["shown"] {
  return { events: [seq] };
}
