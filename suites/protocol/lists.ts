import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";

/** One of the four paginated lists (server/utilities/pagination#operations-supporting-pagination). */
export interface List {
  readonly method: string;
  /** Where the items stand in a result. */
  readonly member: string;
  /** The member that tells items apart. */
  readonly key: string;
  /** The server capability that offers it. */
  readonly capability: string;
}

export const TOOLS: List = { method: "tools/list", member: "tools", key: "name", capability: "tools" };

export const LISTS: readonly List[] = [
  TOOLS,
  { method: "prompts/list", member: "prompts", key: "name", capability: "prompts" },
  { method: "resources/list", member: "resources", key: "uri", capability: "resources" },
  { method: "resources/templates/list", member: "resourceTemplates", key: "uriTemplate", capability: "resources" },
];

/** The items of a page that are objects; none where the result has no such array. */
export function itemsOf(list: List, result: JsonObject): readonly JsonObject[] {
  const items = result[list.member];
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** What tells the items of a page apart, in order. */
export function keysOf(list: List, items: readonly JsonObject[]): readonly JsonValue[] {
  return items.map((item) => item[list.key] ?? null);
}
