import type { Ajv } from "ajv";
import type { Schema } from "./json.ts";
import { type Problem, problemsOf } from "./problems.ts";

/** One of the two schemas that are compared. */
export interface Side {
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly accepts: (definition: string, value: unknown) => boolean;
  /** What the side has against a value that it refuses, told by the definitions in `known`. */
  readonly problems: (definition: string, value: unknown, known: ReadonlySet<string>) => readonly Problem[];
}

/** A side from a JSON Schema document with definitions, judged by that engine as it stands. */
export function sideOf(document: Readonly<Record<string, unknown>>, ajv: Ajv): Side {
  const where = document.$defs === undefined ? "definitions" : "$defs";
  const definitions = (document[where] ?? {}) as Readonly<Record<string, Schema>>;
  ajv.addSchema({ ...document, $id: "compared:document" });
  const compiled = new Map<string, (value: unknown) => boolean>();
  const compile = (key: string, schema: () => Readonly<Record<string, unknown>>) => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const validate = ajv.compile(schema());
    const accepts = (value: unknown) => validate(value) === true;
    compiled.set(key, accepts);
    return accepts;
  };
  const satisfies = (leaf: Readonly<Record<string, unknown>>, value: unknown) =>
    compile(JSON.stringify(leaf), () => leaf)(value);
  return {
    definitions,
    accepts: (definition, value) =>
      compile(definition, () => ({ $ref: `compared:document#/${where}/${definition}` }))(value),
    problems: (definition, value, known) => problemsOf({ definitions, satisfies, known }, definition, value),
  };
}
