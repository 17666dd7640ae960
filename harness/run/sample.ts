import { bounded, TOO_LONG } from "../../simulators/clock/bounded.ts";
import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";

/** Makes a value for a schema. */
export type Generate = (schema: JsonObject, options: object) => unknown;

/** One schema may take so long, ms. */
const PATIENCE = 250;
/** After so many schemas that took too long, those of this target are not tried any more. */
const TOO_MANY = 4;
/** Longest string, list or object that is made because a schema asks for it. */
const LARGEST = 10_000;
/** Schemas nested deeper are a trap. */
const DEEPEST = 100;
const SIZES = new Set(["minLength", "minItems", "minProperties", "minContains"]);

/** Makes valid arguments for input schemas, each once; {} when none can be made within bounds. */
export function sampler(seed: number, generate: Generate): (schema: JsonValue | undefined) => () => JsonObject {
  let late = 0;
  const make = (schema: JsonValue | undefined): JsonObject => {
    if (!isObject(schema) || late >= TOO_MANY || isExcessive(schema, 0)) return {};
    try {
      const text = bounded(PATIENCE, () => JSON.stringify(generate(schema, { seed, optionalsProbability: 0 })));
      if (text === TOO_LONG) late += 1;
      const made: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
      return isObject(made as JsonValue) ? (made as JsonObject) : {};
    } catch {
      return {};
    }
  };
  return (schema) => {
    let made: JsonObject | undefined;
    return () => {
      made ??= make(schema);
      return structuredClone(made as object) as JsonObject;
    };
  };
}

function isExcessive(schema: JsonValue, depth: number): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if (depth > DEEPEST) return true;
  return Object.entries(schema).some(
    ([name, value]) =>
      (SIZES.has(name) && typeof value === "number" && value > LARGEST) || isExcessive(value as JsonValue, depth + 1),
  );
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
