import { drawsOf } from "./draws.ts";
import { generatorOf } from "./generate.ts";
import { below, isObject, type Path, type Schema, without } from "./json.ts";
import type { Difference } from "./listed.ts";
import { mutationsOf } from "./mutate.ts";
import type { Official } from "./official.ts";
import type { Side } from "./side.ts";

/** An official example: which definition it is of, and where it was read. */
export interface Example {
  readonly definition: string;
  readonly source: string;
  readonly value: unknown;
}

/** A difference with the smallest value that shows it. */
export interface Shown extends Difference {
  readonly value: unknown;
  /** Where the value comes from: `generated`, a mutation's label or an example's file. */
  readonly origin: string;
}

export interface Comparison {
  readonly revision: string;
  readonly definitions: number;
  readonly instances: number;
  readonly examples: number;
  readonly mutations: number;
  readonly differences: readonly Shown[];
  /** What kept the comparison from being whole, such as a definition of which too few values were valid by both. */
  readonly gaps: readonly string[];
}

export interface CompareOptions {
  readonly revision: string;
  readonly official: Official;
  readonly ours: Side;
  readonly examples?: readonly Example[];
  /** Instances and mutations of each definition, at least; 200 unless told. */
  readonly count?: number;
  readonly seed?: string;
}

/** Draws for one instance before it counts as a gap: what json-schema-faker makes is not always valid. */
const ATTEMPTS = 4;

/** Instances that are mutated. */
const BASES = 50;

/** Below as many instances of its own, a definition is also tried with those of others. */
const BORROWED = 10;

/** Mutations of one definition, so that unions of everything do not take all the time. */
const MOST = 400;

/** Compares ours with an official schema, definition by definition. */
export function compare(options: CompareOptions): Comparison {
  const { revision, official, ours, examples = [], count = 200, seed = "assay" } = options;
  const names = Object.keys(official.side.definitions);
  const common = names.filter((name) => Object.hasOwn(ours.definitions, name));
  const finder = finderOf(options, new Set(common.filter((name) => !isScalar(official.side.definitions[name]!))));
  const generate = generatorOf(official.document);
  const members = memberNames(official.side.definitions);
  const gaps: string[] = [];
  let instances = 0;
  let mutations = 0;

  for (const name of names.filter((one) => !common.includes(one))) finder.missing(name);
  for (const { definition, source, value } of examples) {
    if (!common.includes(definition)) gaps.push(`${source}: no definition ${definition} to compare by`);
    else finder.look(definition, value, source);
  }
  const agreed = new Map<string, readonly unknown[]>();
  for (const name of common) {
    const values: unknown[] = [];
    let valid = 0;
    for (let index = 0; valid < count && index < count * ATTEMPTS; index++) {
      const value = generate(name, `${seed} ${index}`);
      if (!official.side.accepts(name, value)) continue;
      valid++;
      if (finder.look(name, value, "generated")) values.push(value);
    }
    agreed.set(name, values);
    instances += valid;
    if (valid < count) gaps.push(`${name}: only ${valid} of ${count} instances could be generated`);
  }
  for (const name of common) {
    const bases = sample(agreed.get(name)!, BASES);
    if (bases.length < BORROWED) {
      // A request says little of its params where it is defined, and ours demands more: instances of its kinds have it.
      const others = [...agreed.values()].flatMap((values) => sample(values, 2));
      bases.push(...others.filter((value) => official.side.accepts(name, value) && ours.accepts(name, value)));
    }
    const changed = mutationsOf(bases, { count, most: MOST, names: members, draws: drawsOf(`${seed} ${name}`) });
    for (const { label, value } of changed) finder.look(name, value, label);
    mutations += changed.length;
    if (changed.length < count)
      gaps.push(`${name}: only ${changed.length} of ${count} mutations of values valid by both`);
  }
  return {
    revision,
    definitions: names.length,
    instances,
    examples: examples.length,
    mutations,
    differences: finder.found(),
    gaps,
  };
}

function finderOf({ revision, official: { side: official }, ours }: CompareOptions, known: ReadonlySet<string>) {
  const found = new Map<string, Shown & { readonly size: number }>();
  const differencesOf = (root: string, value: unknown): readonly Difference[] => {
    const accepted = official.accepts(root, value);
    if (accepted === ours.accepts(root, value)) return [];
    const [answer, problems] = accepted
      ? (["stricter", ours.problems(root, value, known)] as const)
      : (["looser", official.problems(root, value, known)] as const);
    if (problems.length === 0) throw new Error(`${root}: nothing explains the refusal of ${JSON.stringify(value)}`);
    return problems.map(({ path: _, ...rest }) => ({ revision, answer, root, ...rest }));
  };
  const keyOf = ({ root, answer, definition, member, keyword, rule = "" }: Difference) =>
    [root, answer, definition, member, keyword, rule].join("\n");

  return {
    missing(definition: string) {
      const what = { revision, root: definition, definition, member: "", keyword: "definition" };
      const difference: Difference = { ...what, answer: "missing" };
      found.set(keyOf(difference), { ...difference, value: null, origin: "official", size: 0 });
    },
    /** Whether both accept the value; differences are kept. */
    look(root: string, value: unknown, origin: string): boolean {
      const differences = differencesOf(root, value);
      if (differences.length > 0) {
        const size = JSON.stringify(value).length;
        for (const difference of differences) {
          const key = keyOf(difference);
          const before = found.get(key);
          if (before === undefined || size < before.size) found.set(key, { ...difference, value, origin, size });
        }
        return false;
      }
      return official.accepts(root, value);
    },
    found(): readonly Shown[] {
      return [...found].map(([key, { size: _, ...shown }]) => ({
        ...shown,
        value:
          shown.answer === "missing"
            ? shown.value
            : shrunk(shown.value, (value) => differencesOf(shown.root, value).some((one) => keyOf(one) === key)),
      }));
    },
  };
}

/** The value with all that can go while `holds` still does. */
export function shrunk(value: unknown, holds: (value: unknown) => boolean): unknown {
  const places = (at: unknown, path: Path): readonly Path[] =>
    below(at).flatMap(([key, inner]) => [[...path, key], ...places(inner, [...path, key])]);
  for (const path of places(value, [])) {
    const smaller = without(value, path);
    if (holds(smaller)) return shrunk(smaller, holds);
  }
  return value;
}

/** At most so many of the values, spread over all of them. */
function sample(values: readonly unknown[], most: number): unknown[] {
  return values.filter((_, index) => index % Math.ceil(values.length / most) === 0);
}

/** Whether a definition only names a type, such as `Cursor`: what is wrong there is told of the member that refers to it. */
function isScalar(schema: Schema): boolean {
  const type = isObject(schema) ? schema["type"] : undefined;
  return type !== undefined && type !== "object" && type !== "array";
}

/** All names of members in the definitions, to be added where they do not belong. */
function memberNames(definitions: Readonly<Record<string, Schema>>): readonly string[] {
  const names = new Set<string>();
  const walk = (schema: unknown) => {
    if (isObject(schema) && isObject(schema["properties"]))
      for (const name of Object.keys(schema["properties"])) names.add(name);
    for (const [, inner] of below(schema)) walk(inner);
  };
  walk(definitions);
  return [...names].sort();
}
