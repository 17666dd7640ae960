import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../wire/json.ts";
import type { Mutant } from "../../mutant.ts";

const ERA_OF_VALIDATION = ["tools.input-validation-is-error"];

export const mutants: readonly Mutant[] = [
  {
    id: "types-unchecked",
    breaks: ["tools.validate-inputs"],
    implies: ERA_OF_VALIDATION,
    does: "checks that required arguments are there, and no types",
    apply: (seams) => blind(seams, (schema) => ({ type: "object", required: schema.required ?? [] })),
  },
  {
    id: "required-unchecked",
    breaks: ["tools.validate-inputs"],
    implies: [...ERA_OF_VALIDATION, "tools.execution-error-in-result"],
    does: "checks the arguments that are there, and not that the required ones are",
    apply: (seams) => blind(seams, (schema) => omit(schema, ["required"])),
  },
  {
    id: "ranges-unchecked",
    breaks: ["tools.validate-inputs"],
    implies: ERA_OF_VALIDATION,
    does: "checks types and names of arguments, and no range or length",
    apply: (seams) =>
      blind(seams, (schema) => omit(schema, ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"])),
  },
  {
    id: "enums-unchecked",
    breaks: ["tools.validate-inputs"],
    implies: ERA_OF_VALIDATION,
    does: "takes any text for an argument that is one of a few words",
    apply: (seams) => blind(seams, (schema) => omit(schema, ["enum"])),
  },
  {
    id: "items-unchecked",
    breaks: ["tools.validate-inputs"],
    implies: ERA_OF_VALIDATION,
    does: "checks the arguments at the top, and nothing that lies within arrays or objects",
    apply: (seams) => blind(seams, shallow),
  },
  {
    id: "integers-with-fractions",
    breaks: ["tools.validate-inputs"],
    implies: ERA_OF_VALIDATION,
    does: "takes any number where its schema wants an integer",
    apply: (seams) => blind(seams, (schema) => replaced(schema, "integer", "number")),
  },
  {
    id: "misfit-answered-as-success",
    breaks: ["tools.input-validation-is-error"],
    implies: ["tools.validate-inputs", "tools.execution-error-in-result"],
    does: "tells what is wrong with the arguments in a result that does not say isError",
    apply: (seams) =>
      seams.result("tools/call", ({ isError, ...result }) => {
        const [first] = Array.isArray(result.content) ? result.content : [];
        const told = isObject(first) && String(first.text).startsWith("Invalid arguments");
        return told || isError === undefined ? result : { ...result, isError };
      }),
  },
  {
    id: "argument-array-served",
    breaks: ["tools.malformed-call-error"],
    does: "takes an array for a tool's arguments and calls it without any",
    apply: (seams) =>
      seams.rule(
        "paramsShape",
        (original) => (request, rules) =>
          request.method === "tools/call" && Array.isArray(request.params.arguments)
            ? undefined
            : original(request, rules),
      ),
  },
  {
    id: "nameless-call-fails-in-result",
    breaks: ["tools.malformed-call-error"],
    implies: ["tools.unknown-tool-error"],
    does: "answers a call without a name with a failed result",
    apply: (seams) => {
      seams.rule(
        "paramsShape",
        (original) => (request, rules) =>
          request.method === "tools/call" && request.params.name === undefined ? undefined : original(request, rules),
      );
      seams.rule(
        "toolKnown",
        (original) => (request, rules) => (request.params.name === undefined ? undefined : original(request, rules)),
      );
    },
  },
];

/** Checks arguments by less than the schema says. */
function blind(seams: Seams, lessen: (schema: JsonObject) => JsonObject): void {
  const lesser = new WeakMap<JsonObject, JsonObject>();
  seams.rule("toolArguments", (original) => (schema, given) => {
    const known = lesser.get(schema) ?? lessen(schema);
    lesser.set(schema, known);
    return original(known, given);
  });
}

/** The schema without these keywords, at any depth. */
function omit(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return deep(schema, (one) => Object.fromEntries(Object.entries(one).filter(([name]) => !keywords.includes(name))));
}

function replaced(schema: JsonObject, type: string, by: string): JsonObject {
  return deep(schema, (one) => (one.type === type ? { ...one, type: by } : one));
}

function deep(schema: JsonObject, edit: (one: JsonObject) => JsonObject): JsonObject {
  const inner = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(inner);
    return isObject(value) ? deep(value, edit) : value;
  };
  return Object.fromEntries(Object.entries(edit(schema)).map(([name, value]) => [name, inner(value ?? null)]));
}

function shallow(schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const tops = Object.entries(properties).map(([name, one]) => [
    name,
    isObject(one) ? omitTop(one, ["items", "properties", "required", "additionalProperties"]) : one,
  ]);
  return { ...schema, properties: Object.fromEntries(tops) };
}

function omitTop(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name)));
}
