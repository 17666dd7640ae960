import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { isObject } from "../rules/refusal.ts";

/** An argument that clients mirror into a header. */
export interface MirroredParameter {
  /** `Mcp-Param-...` */
  readonly header: string;
  /** The argument; undefined when absent. */
  readonly value: JsonValue | undefined;
}

/** The annotated properties of an inputSchema, reached by `properties` keys only (2026-07-28/basic/transports/streamable-http#schema-extension). */
export function mirroredParameters(schema: JsonObject, given: JsonObject): readonly MirroredParameter[] {
  if (!isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const annotation = property["x-mcp-header"];
    const own = typeof annotation === "string" ? [{ header: `Mcp-Param-${annotation}`, value }] : [];
    return [...own, ...mirroredParameters(property, isObject(value) ? value : {})];
  });
}
