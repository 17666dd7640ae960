import type { JsonObject, JsonValue } from "../../wire/json.ts";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const MIRRORABLE = new Set(["string", "integer", "boolean"]);
const DEEPEST = 100;

/** Whether every `x-mcp-header` of a tool is valid; a client leaves out tools where one is not (2026-07-28/server/tools#x-mcp-header). */
export function areUsable(definition: JsonObject): boolean {
  const found: { readonly name: JsonValue; readonly valid: boolean }[] = [];
  collect(definition.inputSchema, { reachable: true, depth: 0 }, found);
  const names = found.map(({ name }) => String(name).toLowerCase());
  return found.every(({ valid }) => valid) && new Set(names).size === names.length;
}

function collect(
  schema: JsonValue | undefined,
  { reachable, depth }: { readonly reachable: boolean; readonly depth: number },
  found: { readonly name: JsonValue; readonly valid: boolean }[],
): void {
  if (typeof schema !== "object" || schema === null || depth > DEEPEST) return;
  if (Array.isArray(schema)) {
    for (const item of schema as readonly JsonValue[]) collect(item, { reachable: false, depth: depth + 1 }, found);
    return;
  }
  const own = schema as JsonObject;
  const name = own["x-mcp-header"];
  if (name !== undefined) {
    const valid =
      reachable && depth > 0 && typeof name === "string" && TOKEN.test(name) && MIRRORABLE.has(String(own.type));
    found.push({ name, valid });
  }
  for (const [key, value] of Object.entries(own)) {
    const properties = key === "properties" && typeof value === "object" && value !== null && !Array.isArray(value);
    if (!properties) collect(value, { reachable: false, depth: depth + 1 }, found);
    else for (const property of Object.values(value)) collect(property, { reachable, depth: depth + 1 }, found);
  }
}
