import type { Random } from "../../../simulators/clock/random.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { shorten } from "../../kit/subject.ts";
import type { ToolFacts } from "../../kit/target.ts";
import { instanceProblem } from "../../protocol/json-schema.ts";

/** Arguments that a tool's inputSchema does not allow, for one reason. */
export interface Violation {
  readonly what: string;
  readonly arguments: JsonObject;
}

/** A value of another type that no lenient reader takes for the right one. */
const WRONG: { readonly [type: string]: JsonValue } = {
  string: { assay: true },
  number: { assay: true },
  integer: { assay: true },
  boolean: { assay: true },
  array: 7,
  object: 7,
};

/** Up to one violation of each kind, drawn; none where the schema does not show what it forbids. */
export function violations(tool: ToolFacts, random: Random): readonly Violation[] {
  const { inputSchema } = tool.definition;
  const valid = tool.arguments();
  if (!isObject(inputSchema) || mirrorsHeaders(inputSchema)) return [];
  if (instanceProblem(inputSchema, valid, { anyDialect: true })?.valid !== true) return [];
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const required: readonly JsonValue[] = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const missing = required
    .filter((name) => typeof name === "string")
    .map((name) => ({
      what: `arguments without the required ${JSON.stringify(name)}`,
      arguments: without(valid, name),
    }));
  const mistyped = Object.entries(properties).flatMap(([name, property]) => {
    const type = isObject(property) && typeof property.type === "string" ? property.type : "";
    const wrong = Object.hasOwn(WRONG, type) ? WRONG[type] : undefined;
    return wrong === undefined
      ? []
      : [
          {
            what: `${JSON.stringify(name)} of type ${type} given as ${JSON.stringify(wrong)}`,
            arguments: { ...valid, [name]: wrong },
          },
        ];
  });
  const others = [OUT_OF_RANGE, NOT_OF_ENUM, FRACTION, WITHIN].map((make) =>
    Object.entries(properties).flatMap(([name, property]) =>
      (isObject(property) ? make(property) : []).map((wrong) => ({
        what: `${JSON.stringify(name)} given as ${shorten(JSON.stringify(wrong), 100)}`,
        arguments: { ...valid, [name]: wrong },
      })),
    ),
  );
  const forbidden = ({ arguments: given }: Violation) =>
    instanceProblem(inputSchema, given, { anyDialect: true })?.valid === false;
  return [missing, mistyped, ...others].flatMap((kind) => {
    const certain = kind.filter(forbidden);
    return certain.length === 0 ? [] : [random.pick(certain)];
  });
}

/** Values that a property's schema may forbid for one reason; whether it does is seen by validation. */
type Make = (property: JsonObject) => readonly JsonValue[];

const LONGEST = 20_000;

const OUT_OF_RANGE: Make = ({ type, minimum, maximum, minLength, maxLength }) => {
  if (type === "integer" || type === "number")
    return [
      ...(typeof minimum === "number" ? [minimum - 1] : []),
      ...(typeof maximum === "number" ? [maximum + 1] : []),
    ];
  if (type !== "string") return [];
  return [
    ...(typeof minLength === "number" && minLength > 0 ? ["a".repeat(minLength - 1)] : []),
    ...(typeof maxLength === "number" && maxLength < LONGEST ? ["a".repeat(maxLength + 1)] : []),
  ];
};

const NOT_OF_ENUM: Make = ({ type, enum: values }) =>
  Array.isArray(values) && (type === "string" || type === undefined) ? ["assay-none-of-them"] : [];

const FRACTION: Make = ({ type, minimum, maximum }) => {
  if (type !== "integer") return [];
  const base = typeof minimum === "number" ? minimum : typeof maximum === "number" ? maximum - 1 : 1;
  return [base + 0.5];
};

/** A wrong item of an array, or a wrong member of an object. */
const WITHIN: Make = ({ type, items, properties }) => {
  const wrongFor = (schema: JsonValue | undefined) => {
    const inner = isObject(schema) && typeof schema.type === "string" ? schema.type : "";
    return Object.hasOwn(WRONG, inner) ? WRONG[inner] : undefined;
  };
  if (type === "array") {
    const wrong = wrongFor(items);
    return wrong === undefined ? [] : [[wrong]];
  }
  if (type !== "object" || !isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const wrong = wrongFor(schema);
    return wrong === undefined ? [] : [{ [name]: wrong }];
  });
};

function without(given: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = given;
  return rest;
}

/** Mirrored arguments have headers that would be wrong too, and be refused first. */
function mirrorsHeaders(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"x-mcp-header"');
}
