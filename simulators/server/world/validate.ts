import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../wire/json.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** What is wrong with a value under a JSON Schema of 2020-12, in words; undefined when nothing is. */
export function problemWith(schema: JsonObject, value: JsonValue): string | undefined {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value)) return undefined;
  return (validate.errors ?? []).map((error) => `${error.instancePath || "arguments"} ${error.message}`).join("; ");
}
