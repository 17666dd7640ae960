import { encodeHeaderValue } from "../../../simulators/wire/header-value.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";
import { headerAnnotationsIn } from "../../protocol/header-annotations.ts";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** A parameter of a callable tool that clients mirror into a header. */
export interface MirroredParameter {
  readonly tool: ToolFacts;
  /** Names from the top of the arguments to the parameter. */
  readonly path: readonly [string, ...string[]];
  /** `Mcp-Param-...` */
  readonly header: string;
  readonly type: "string" | "integer" | "boolean";
  /** The call needs it, or the object that it stands in. */
  readonly required: boolean;
  readonly schema: JsonObject;
}

/** The parameters of callable tools that are annotated as the specification wants it. */
export function mirroredParameters(target: Target): readonly MirroredParameter[] {
  return target.callable.flatMap((tool) => {
    const schema = tool.definition.inputSchema;
    const required = isObject(schema) && Array.isArray(schema.required) ? (schema.required as JsonValue[]) : [];
    const annotations = headerAnnotationsIn(schema);
    // One annotation out of place makes the whole definition invalid, and nothing of it is mirrored.
    if (annotations.some(({ through }) => through !== undefined)) return [];
    return annotations.flatMap(({ path, value, schema: own }) => {
      const [name, ...deeper] = path;
      const { type } = own;
      if (name === undefined || typeof value !== "string" || !TOKEN.test(value)) return [];
      if (type !== "string" && type !== "integer" && type !== "boolean") return [];
      const header = `Mcp-Param-${value}`;
      return [{ tool, path: [name, ...deeper] as const, header, type, required: required.includes(name), schema: own }];
    });
  });
}

/** Params of a call in which the parameter has this value; absent, with the objects around it, where it is undefined. */
export function callWith({ tool, path }: MirroredParameter, value: JsonValue | undefined): JsonObject {
  const [name, ...deeper] = path;
  const { [name]: around, ...others } = tool.arguments();
  const own = value === undefined ? {} : { [name]: within(around, deeper, value) };
  return { name: tool.name, arguments: { ...others, ...own } };
}

/** A value that the parameter's schema is likely to accept. */
export function sampleOf({ type, schema, tool, path }: MirroredParameter): JsonValue {
  const generated = path.reduce<JsonValue | undefined>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    tool.arguments(),
  );
  if (generated !== undefined) return generated;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0] as JsonValue;
  if (type === "boolean") return true;
  if (type === "string") return "assay".padEnd(numberOr(schema.minLength, 0), "y");
  return Math.max(numberOr(schema.minimum, 1), Math.min(numberOr(schema.maximum, 42), 42));
}

/** Values that the parameter's schema is likely to accept, `false` and 0 among them. */
export function samplesOf(parameter: MirroredParameter): readonly [JsonValue, ...JsonValue[]] {
  const { type, schema } = parameter;
  const sample = sampleOf(parameter);
  if (isBound(schema) || schema.multipleOf !== undefined) return [sample];
  if (type === "boolean") return sample === false ? [false, true] : [sample, false];
  const low = Math.max(numberOr(schema.minimum, 0), numberOr(schema.exclusiveMinimum, -1));
  const high = Math.min(numberOr(schema.maximum, 0), numberOr(schema.exclusiveMaximum, 1));
  return type === "integer" && sample !== 0 && low <= 0 && high >= 0 ? [sample, 0] : [sample];
}

/** Header values that differ from this one, each in another way, with what it is. */
export function othersThan(value: JsonValue): readonly [readonly [string, string], ...(readonly [string, string])[]] {
  if (typeof value === "number")
    return [
      [String(value + 1), "another number"],
      [`${value}x`, "the number and a letter"],
      [`${value}.5`, "the number and a half"],
    ];
  if (typeof value === "boolean")
    return [
      [String(!value), "the other boolean"],
      [String(value).toUpperCase(), "the boolean in capitals"],
      ["assay", "no boolean"],
    ];
  return [
    [encodeHeaderValue(`${value}-other`), "another text"],
    [encodeHeaderValue(` ${value} `), "the text between spaces"],
  ];
}

/** Whether the parameter takes free text of some length. */
export function isFreeText({ type, schema }: MirroredParameter): boolean {
  return (
    type === "string" && !isBound(schema) && numberOr(schema.maxLength, 100) >= 10 && numberOr(schema.minLength, 0) <= 5
  );
}

function isBound(schema: JsonObject): boolean {
  return ["enum", "const", "pattern", "format"].some((keyword) => schema[keyword] !== undefined);
}

function within(around: JsonValue | undefined, [name, ...deeper]: readonly string[], value: JsonValue): JsonValue {
  if (name === undefined) return value;
  const others = isObject(around) ? around : {};
  return { ...others, [name]: within(others[name], deeper, value) };
}

function numberOr(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
