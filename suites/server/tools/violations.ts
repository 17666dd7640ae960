import type { Random } from "../../../simulators/clock/random.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
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
  const forbidden = ({ arguments: given }: Violation) =>
    instanceProblem(inputSchema, given, { anyDialect: true })?.valid === false;
  return [missing.filter(forbidden), mistyped.filter(forbidden)].flatMap((kind) =>
    kind.length === 0 ? [] : [random.pick(kind)],
  );
}

function without(given: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = given;
  return rest;
}

/** Mirrored arguments have headers that would be wrong too, and be refused first. */
function mirrorsHeaders(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"x-mcp-header"');
}
