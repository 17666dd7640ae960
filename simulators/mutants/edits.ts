import type { RequestFacts } from "../server/facts.ts";
import type { Seams } from "../server/seams.ts";
import { isObject, type JsonObject } from "../wire/json.ts";

/** Edits results of one method (`*`: all) as they go on the wire, caching hints and `_meta` included. */
export function editResult(
  seams: Seams,
  method: string,
  edit: (result: JsonObject, request: RequestFacts) => JsonObject,
): void {
  seams.rule("wrapResult", (original) => (result, request, rules) => {
    const wrapped = original(result, request, rules);
    return method === "*" || request.method === method ? edit(wrapped, request) : wrapped;
  });
}

/** Edits the items of a list's pages. */
export function editItems(
  seams: Seams,
  member: string,
  edit: (items: readonly JsonObject[]) => readonly JsonObject[],
): void {
  editResult(seams, METHOD_OF[member]!, (result) => {
    const items = result[member];
    return Array.isArray(items) ? { ...result, [member]: edit(items.filter(isObject)) } : result;
  });
}

/** Edits one listed tool, by name. */
export function editTool(seams: Seams, name: string, edit: (tool: JsonObject) => JsonObject): void {
  editItems(seams, "tools", (tools) => tools.map((tool) => (tool.name === name ? edit(tool) : tool)));
}

/** Edits the results of calls of one tool. */
export function editCall(seams: Seams, tool: string, edit: (result: JsonObject) => JsonObject): void {
  editResult(seams, "tools/call", (result, { params }) => (params.name === tool ? edit(result) : result));
}

/** A tool definition without a member. */
export function without(item: JsonObject, member: string): JsonObject {
  const { [member]: _, ...rest } = item;
  return rest;
}

/** An object with other members; those that are undefined are left out. */
export function changed(item: JsonObject, change: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...item, ...change }).filter(([, value]) => value !== undefined));
}

const METHOD_OF: { readonly [member: string]: string } = {
  tools: "tools/list",
  prompts: "prompts/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
};
