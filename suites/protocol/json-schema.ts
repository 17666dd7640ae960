import { createRequire } from "node:module";
import type { Ajv, ErrorObject } from "ajv";
import { bounded, TOO_LONG } from "../../simulators/clock/bounded.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";

/** What a schema without `$schema` is read as (2025-11-25/basic/index#schema-dialect). */
export const DEFAULT_DIALECT = "https://json-schema.org/draft/2020-12/schema";
const DRAFT_07 = "http://json-schema.org/draft-07/schema";

/** Dialects that are checked here, by their `$schema` without the fragment; an engine fetches nothing from anywhere. */
const DIALECTS: { readonly [uri: string]: { readonly module: string; readonly name: "Ajv" | "Ajv2019" | "Ajv2020" } } =
  {
    [DEFAULT_DIALECT]: { module: "ajv/dist/2020.js", name: "Ajv2020" },
    "https://json-schema.org/draft/2019-09/schema": { module: "ajv/dist/2019.js", name: "Ajv2019" },
    [DRAFT_07]: { module: "ajv", name: "Ajv" },
  };

// Loaded when the first schema comes: many targets have none.
const load = createRequire(import.meta.url);
const validators = new Map<string, Ajv>();

/** One validation may take so long, ms: a pattern or a reference of the target's can take for ever. */
const PATIENCE = 500;
/** After so many that took too long nothing more is validated: it cannot be told. */
const TOO_MANY = 8;
let late = 0;

function inTime<T>(work: () => T): T | undefined {
  if (late >= TOO_MANY) return undefined;
  const made = bounded(PATIENCE, work);
  if (made !== TOO_LONG) return made;
  late += 1;
  return undefined;
}

/** The same schemas come again with every listing: what was found of one is kept by its text, of the latest so many. */
const KEPT = 500;
/** Characters of a schema's text beyond which it is judged anew each time: texts kept must not fill the memory. */
const LONGEST_KEPT = 100_000;
const found = new Map<string, unknown>();

function once<T>(key: string, find: () => T): T {
  if (found.has(key)) return found.get(key) as T;
  const value = find();
  if (key.length > LONGEST_KEPT) return value;
  if (found.size >= KEPT) found.delete(found.keys().next().value!);
  found.set(key, value);
  return value;
}

/** What is wrong with a JSON Schema under its dialect, in words; undefined when it is valid or its dialect is unknown here. */
export function schemaProblem(schema: JsonValue): string | undefined {
  if (!isObject(schema))
    return `${schema === null ? "null" : Array.isArray(schema) ? "an array" : `a ${typeof schema}`} is no JSON Schema object`;
  return once(`schema ${JSON.stringify(schema)}`, () => {
    const ajv = validatorFor(dialectOf(schema));
    if (ajv === undefined) return undefined;
    try {
      return inTime(() => ajv.validateSchema(schema)) === false ? worded(ajv.errors, "the schema") : undefined;
    } catch {
      return undefined;
    }
  });
}

/** A reference within a schema's own document that leads nowhere; undefined where there is none, or where it cannot be told. */
export function danglingReference(schema: JsonValue | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  return once(`references ${JSON.stringify(schema)}`, () => {
    const found: string[] = [];
    // Another base URI or dialect may give references another meaning.
    let clear = true;
    const visit = (value: JsonValue | undefined, depth: number) => {
      if (depth > MOST_NESTED) clear = false;
      else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
      else if (isObject(value))
        for (const [name, inner] of Object.entries(value)) {
          if (name === "$ref" && typeof inner === "string" && inner.startsWith("#/")) found.push(inner);
          else if (typeof inner === "string" && (name === "$id" || name === "id")) clear = false;
          else if (MAPS.includes(name) && isObject(inner))
            for (const one of Object.values(inner)) visit(one, depth + 1);
          else if (!LITERAL.includes(name)) visit(inner, depth + 1);
        }
    };
    visit(schema, 0);
    return clear ? found.find((pointer) => !resolves(schema, pointer)) : undefined;
  });
}

const MOST_NESTED = 100;
/** Keywords whose values map names to schemas. */
const MAPS: readonly string[] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/** Keywords whose values are no schemas. */
const LITERAL: readonly string[] = ["const", "enum", "default", "examples"];

function resolves(schema: JsonObject, pointer: string): boolean {
  let place: JsonValue | undefined = schema;
  for (const token of pointer.slice(2).split("/")) {
    const name = unescaped(token);
    if (name === undefined) return true;
    place = Array.isArray(place)
      ? place[Number(name)]
      : isObject(place) && Object.hasOwn(place, name)
        ? place[name]
        : undefined;
    if (place === undefined) return false;
  }
  return true;
}

function unescaped(token: string): string | undefined {
  try {
    return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

/**
 * Whether a value is valid under a JSON Schema: the problem in words, `"valid"`, or undefined where it cannot be told.
 * @param options.anyDialect a schema without `$schema` may be read as 2020-12 or as draft-07; valid under one is valid
 */
export function instanceProblem(
  schema: JsonObject,
  value: JsonValue,
  options: { readonly anyDialect?: boolean } = {},
): { readonly valid: boolean; readonly problem: string } | undefined {
  const dialects =
    schema.$schema === undefined && options.anyDialect ? [DEFAULT_DIALECT, DRAFT_07] : [dialectOf(schema)];
  const outcomes = dialects.map((dialect) => validateUnder(dialect, schema, value));
  return outcomes.find((outcome) => outcome === undefined || outcome.valid) ?? outcomes[0];
}

/** Whether a value is invalid under a schema's own dialect, and valid where the schema is read as another that is known here. */
export function dependsOnDialect(schema: JsonObject, value: JsonValue): boolean {
  const own = dialectOf(schema);
  if (validateUnder(own, schema, value)?.valid !== false) return false;
  const { $schema: _, ...undeclared } = schema;
  const others = Object.keys(DIALECTS).filter((dialect) => dialect !== own);
  return others.some((dialect) => validateUnder(dialect, undeclared, value)?.valid === true);
}

function validateUnder(dialect: string, schema: JsonObject, value: JsonValue) {
  const ajv = validatorFor(dialect);
  if (ajv === undefined) return undefined;
  try {
    const validate = once(`${dialect} ${JSON.stringify(schema)}`, () => {
      const compiled = inTime(() => ajv.compile(schema));
      // It would keep every schema object that it ever saw.
      ajv.removeSchema(schema);
      return compiled;
    });
    const valid = validate && inTime(() => validate(value) === true);
    if (validate === undefined || valid === undefined) return undefined;
    return { valid, problem: valid ? "" : worded(validate.errors, "the value") };
  } catch {
    // A reference that leads nowhere, or a pattern that this engine does not read.
    return undefined;
  }
}

/** The dialect that a schema declares, without the fragment, or the default. */
export function dialectOf(schema: JsonObject): string {
  return typeof schema.$schema === "string" ? schema.$schema.replace(/#$/, "") : DEFAULT_DIALECT;
}

function validatorFor(dialect: string): Ajv | undefined {
  const known = validators.get(dialect);
  if (known !== undefined) return known;
  const found = Object.hasOwn(DIALECTS, dialect) ? DIALECTS[dialect] : undefined;
  if (found === undefined) return undefined;
  const Class = (load(found.module) as { readonly [name: string]: new (options: object) => Ajv })[found.name]!;
  const ajv = new Class({ strict: false, validateFormats: false, addUsedSchema: false, logger: false });
  validators.set(dialect, ajv);
  return ajv;
}

function worded(errors: readonly ErrorObject[] | null | undefined, subject: string): string {
  const first = errors?.[0];
  return first === undefined ? `${subject} is not valid` : `${first.instancePath || subject} ${first.message}`;
}
