import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../wire/json.ts";

/** What is wrong with a result's structured content under the tool's output schema; undefined when it fits or when there is none to hold it against. */
export function structuredProblem(schema: JsonValue | undefined, result: JsonObject): string | undefined {
  if (typeof schema !== "object" || schema === null || result.isError === true) return undefined;
  if (result.structuredContent === undefined) return "structuredContent is missing";
  try {
    const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
    return ajv.validate(schema as object, result.structuredContent) ? undefined : ajv.errorsText();
  } catch {
    // Not a schema that can be held against anything here (a network reference, another dialect).
    return undefined;
  }
}
