import { encodeHeaderValue } from "../../../simulators/wire/header-value.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";
import { headerAnnotationsIn } from "../../protocol/header-annotations.ts";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** A top-level parameter of a callable tool that clients mirror into a header. */
export interface MirroredParameter {
  readonly tool: ToolFacts;
  readonly name: string;
  /** `Mcp-Param-...` */
  readonly header: string;
  readonly type: "string" | "integer" | "boolean";
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
      if (name === undefined || deeper.length > 0 || typeof value !== "string" || !TOKEN.test(value)) return [];
      if (type !== "string" && type !== "integer" && type !== "boolean") return [];
      return [{ tool, name, header: `Mcp-Param-${value}`, type, required: required.includes(name), schema: own }];
    });
  });
}

/** Params of a call in which the parameter has this value; absent where it is undefined. */
export function callWith(parameter: MirroredParameter, value: JsonValue | undefined): JsonObject {
  const { [parameter.name]: _, ...others } = parameter.tool.arguments();
  const own = value === undefined ? {} : { [parameter.name]: value };
  return { name: parameter.tool.name, arguments: { ...others, ...own } };
}

/** A value that the parameter's schema is likely to accept. */
export function sampleOf({ type, schema, tool, name }: MirroredParameter): JsonValue {
  const generated = tool.arguments()[name];
  if (generated !== undefined) return generated;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0] as JsonValue;
  if (type === "boolean") return true;
  if (type === "string") return "assay".padEnd(numberOr(schema.minLength, 0), "y");
  return Math.max(numberOr(schema.minimum, 1), Math.min(numberOr(schema.maximum, 42), 42));
}

/** The header value for another value than this one. */
export function otherThan(value: JsonValue): string {
  if (typeof value === "number") return String(value + 1);
  return typeof value === "boolean" ? String(!value) : encodeHeaderValue(`${value}-other`);
}

/** Whether the parameter takes free text of some length. */
export function isFreeText({ type, schema }: MirroredParameter): boolean {
  const bound = ["enum", "const", "pattern", "format"].some((keyword) => schema[keyword] !== undefined);
  return type === "string" && !bound && numberOr(schema.maxLength, 100) >= 10 && numberOr(schema.minLength, 0) <= 5;
}

function numberOr(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
