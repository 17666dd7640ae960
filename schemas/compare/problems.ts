import type { Path, Schema } from "./json.ts";
import { isObject } from "./json.ts";

/** Why a schema refuses a value: one keyword at one place. */
export interface Problem {
  /** The innermost definition, of those that both sides know, in which the keyword stands. */
  readonly definition: string;
  /** The place within that definition, such as `tools[].name`; empty for the definition itself. */
  readonly member: string;
  readonly keyword: string;
  /** The requirement that the keyword enforces, where the schema names one. */
  readonly rule?: string;
  readonly path: Path;
}

/** What a document needs so that its refusals can be explained. */
export interface Explained {
  readonly definitions: Readonly<Record<string, Schema>>;
  /** Whether a value satisfies a schema that has nothing but keywords without subschemas. */
  readonly satisfies: (leaf: Readonly<Record<string, unknown>>, value: unknown) => boolean;
  /** The names of definitions by which problems are told; what stands below others is told of where they are referred to. */
  readonly known: ReadonlySet<string>;
}

interface Place {
  readonly definition: string;
  readonly member: string;
  readonly rule?: string;
  readonly path: Path;
}

type Members = Readonly<Record<string, Schema>>;

const ANNOTATIONS = new Set([
  "$comment",
  "$schema",
  "$id",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
]);

/** All that a definition has against a value; of a union whose branches all refuse, what the nearest branch has. */
export function problemsOf(document: Explained, definition: string, value: unknown): readonly Problem[] {
  const evaluate = (schema: Schema, at: unknown, place: Place): readonly Problem[] => {
    if (schema === true) return [];
    if (schema === false) return [problem(place, "false")];
    const requirement = schema["x-requirement"];
    const here = typeof requirement === "string" ? { ...place, rule: requirement } : place;
    return Object.entries(schema).flatMap(([keyword, operand]) => byKeyword(keyword, operand, schema, at, here));
  };

  const byKeyword = (
    keyword: string,
    operand: unknown,
    schema: Readonly<Record<string, unknown>>,
    at: unknown,
    place: Place,
  ): readonly Problem[] => {
    const into = (member: string, key: string | number) => ({
      ...place,
      member: place.member + (typeof key === "number" ? "[]" : `${place.member === "" ? "" : "."}${member}`),
      path: [...place.path, key],
    });
    switch (keyword) {
      case "$ref": {
        const name = String(operand).split("/").at(-1)!;
        const target = document.definitions[name];
        if (target === undefined) throw new Error(`${place.definition} refers to ${operand}, which is no definition`);
        return evaluate(target, at, document.known.has(name) ? { ...place, definition: name, member: "" } : place);
      }
      case "allOf":
        return (operand as Schema[]).flatMap((branch) => evaluate(branch, at, place));
      case "anyOf":
      case "oneOf": {
        const found = (operand as Schema[]).map((branch) => evaluate(branch, at, place));
        const accepting = found.filter((problems) => problems.length === 0).length;
        if (accepting === 0) return nearest(found, place) ?? [problem(place, keyword)];
        return keyword === "oneOf" && accepting > 1 ? [problem(place, keyword)] : [];
      }
      case "not":
        return evaluate(operand as Schema, at, place).length === 0 ? [problem(place, keyword)] : [];
      case "if": {
        const branch = evaluate(operand as Schema, at, place).length === 0 ? schema.then : schema.else;
        return branch === undefined ? [] : evaluate(branch as Schema, at, place);
      }
      case "properties":
        return !isObject(at)
          ? []
          : Object.entries(operand as Members)
              .filter(([name]) => Object.hasOwn(at, name))
              .flatMap(([name, member]) => evaluate(member, at[name], into(name, name)));
      case "patternProperties":
        return !isObject(at)
          ? []
          : Object.entries(operand as Members).flatMap(([pattern, member]) =>
              Object.keys(at)
                .filter((name) => new RegExp(pattern, "u").test(name))
                .flatMap((name) => evaluate(member, at[name], into("*", name))),
            );
      case "additionalProperties":
        return !isObject(at)
          ? []
          : Object.keys(at)
              .filter((name) => !isNamed(name, schema))
              .flatMap((name) => evaluate(operand as Schema, at[name], into("*", name)));
      case "propertyNames":
        return !isObject(at)
          ? []
          : Object.keys(at).flatMap((name) =>
              evaluate(operand as Schema, name, place).map((inner) => ({ ...inner, keyword: "propertyNames" })),
            );
      case "dependentSchemas":
        return !isObject(at)
          ? []
          : Object.entries(operand as Members)
              .filter(([name]) => Object.hasOwn(at, name))
              .flatMap(([, member]) => evaluate(member, at, place));
      case "prefixItems":
        return !Array.isArray(at)
          ? []
          : (operand as Schema[])
              .slice(0, at.length)
              .flatMap((item, index) => evaluate(item, at[index], into("", index)));
      case "items": {
        const first = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
        return !Array.isArray(at)
          ? []
          : at.slice(first).flatMap((item, index) => evaluate(operand as Schema, item, into("", first + index)));
      }
      case "contains":
        return !Array.isArray(at) || at.some((item) => evaluate(operand as Schema, item, place).length === 0)
          ? []
          : [problem(place, keyword)];
      case "required":
        return !isObject(at)
          ? []
          : (operand as string[])
              .filter((name) => !Object.hasOwn(at, name))
              .map((name) => ({ ...problem(place, keyword), member: into(name, name).member }));
      case "then":
      case "else":
        return [];
      default:
        if (ANNOTATIONS.has(keyword) || keyword.startsWith("x-") || keyword === "$defs") return [];
        return document.satisfies({ [keyword]: operand }, at) ? [] : [problem(place, keyword)];
    }
  };

  return evaluate(document.definitions[definition]!, value, { definition, member: "", path: [] });
}

function problem({ definition, member, rule, path }: Place, keyword: string): Problem {
  return { definition, member, keyword, ...(rule !== undefined && { rule }), path };
}

function isNamed(name: string, schema: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.hasOwn((schema.properties as Members) ?? {}, name) ||
    Object.keys((schema.patternProperties as Members) ?? {}).some((pattern) => new RegExp(pattern, "u").test(name))
  );
}

/** Further away than any number of problems that one would find in a branch that was meant. */
const OTHER_KIND = 1000;

/** A member that is missing tells more against a branch than what stands in one that is there. */
const MISSING = 10;

/** The problems of the branch that was meant: the first of the nearest ones; none where the value is of no branch's kind. */
function nearest(branches: readonly (readonly Problem[])[], place: Place): readonly Problem[] | undefined {
  const depth = place.path.length;
  const weight = ({ keyword, path }: Problem) => {
    if (path.length === depth && ["type", "anyOf", "oneOf"].includes(keyword)) return OTHER_KIND;
    if (path.length === depth + 1 && keyword === "const") return OTHER_KIND;
    return path.length === depth && keyword === "required" ? MISSING : 1;
  };
  const weighed = branches.map((problems) => ({
    problems,
    distance: problems.reduce((sum, problem) => sum + weight(problem), 0),
  }));
  const best = weighed.reduce((one, other) => (other.distance < one.distance ? other : one));
  return best.distance >= OTHER_KIND ? undefined : best.problems;
}
