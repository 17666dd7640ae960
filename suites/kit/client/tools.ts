import type { Running, Tool } from "../../../simulators/server/world/world.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";

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

/** Text content, and structured content beside it. */
export function structured(value: JsonObject): JsonObject {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}

/** A result of one text block. */
export function said(words: string): JsonObject {
  return { content: [{ type: "text", text: words }] };
}
