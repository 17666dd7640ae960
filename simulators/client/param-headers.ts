import type { RawHeaders } from "../trace/events.ts";
import { encodeHeaderValue } from "../wire/header-value.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PRIMITIVE = new Set(["string", "integer", "boolean"]);
const DEEPEST = 100;

interface Mirrored {
  readonly name: string;
  readonly path: readonly string[];
}

/** Remembers the parameters that tool definitions want mirrored in headers (2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters). */
export class ParamHeaders {
  readonly #tools = new Map<string, readonly Mirrored[]>();

  /** Takes note of the definitions in a `tools/list` result. */
  learn(result: JsonObject): void {
    const tools = result["tools"];
    if (!Array.isArray(tools)) return;
    for (const tool of tools as readonly JsonValue[]) {
      if (!isObject(tool) || typeof tool["name"] !== "string") continue;
      const found = isObject(tool["inputSchema"]) ? mirroredIn(tool["inputSchema"], [], 0) : [];
      this.#tools.set(tool["name"], areValid(found) ? found : []);
    }
  }

  /** The `Mcp-Param-*` headers of a call with these arguments. */
  headersFor(tool: string, args: JsonValue | undefined): RawHeaders {
    const headers: [string, string][] = [];
    for (const { name, path } of this.#tools.get(tool) ?? []) {
      let value = args;
      for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        headers.push([`Mcp-Param-${name}`, encodeHeaderValue(String(value))]);
      }
    }
    return headers;
  }
}

/** Annotations reachable by `properties` alone; anywhere else they make the definition invalid, and nothing is mirrored. */
function mirroredIn(schema: JsonObject, path: readonly string[], depth: number): readonly Mirrored[] {
  const properties = schema["properties"];
  if (!isObject(properties) || depth > DEEPEST) return [];
  return Object.entries(properties).flatMap(([key, property]) => {
    if (!isObject(property)) return [];
    const inner = [...path, key];
    const name = property["x-mcp-header"];
    const own = typeof name === "string" && PRIMITIVE.has(String(property["type"])) ? [{ name, path: inner }] : [];
    return [...own, ...mirroredIn(property, inner, depth + 1)];
  });
}

function areValid(found: readonly Mirrored[]): boolean {
  const names = found.map(({ name }) => name.toLowerCase());
  return names.every((name) => TOKEN.test(name)) && new Set(names).size === names.length;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
