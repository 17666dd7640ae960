import type { Running, Tool } from "../../../simulators/server/world/world.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";

/** A tool without arguments that gives the result said. */
export function toolGiving(
  name: string,
  result: JsonObject | ((running: Running) => JsonObject | Promise<JsonObject>),
  definition: JsonObject = {},
): Tool {
  return {
    definition: {
      name,
      description: `Gives a result to look at (${name})`,
      inputSchema: { type: "object" },
      ...definition,
    },
    run: (_given, running) => (typeof result === "function" ? result(running) : result),
  };
}

/** The text of a result's first block, as an application was given it. */
export function textOf(result: JsonValue | undefined): string | undefined {
  const content = isObject(result) ? result.content : undefined;
  const first = Array.isArray(content) ? (content as readonly JsonValue[])[0] : undefined;
  return isObject(first) && typeof first.text === "string" ? first.text : undefined;
}
