import type { Draws } from "./draws.ts";
import { below, isObject, type Path, replaced, typeOf, valueAt, without } from "./json.ts";

/** A valid value with one thing changed. */
export interface Mutation {
  /** What was done and where, such as `drop params.name`. */
  readonly label: string;
  readonly value: unknown;
}

/** Places of one instance that are changed; the outermost come first. */
const PLACES = 60;

/** One value of each type that there is. */
const TYPED = [null, true, 7, 1.5, "text", [], {}];

/** Strings that are hardly what a pattern, a format or a list of values allows. */
const STRINGS = ["", "\u00a7 no\tvalue"];

const NUMBERS = [-1, -0.5, 0, 2, 1e9 + 1];

/**
 * Changes one thing at a time, at least `count` times: first each change at each place once (at most `most`, outermost
 * places first), then again from other instances. `names` are members that may be added where they do not belong.
 */
export function mutationsOf(
  instances: readonly unknown[],
  { count, most, names, draws }: { count: number; most: number; names: readonly string[]; draws: Draws },
): readonly Mutation[] {
  const groups = new Map<string, (() => unknown)[]>();
  for (const instance of instances) {
    for (const [label, change] of changesOf(instance, names, draws)) {
      const group = groups.get(label);
      if (group === undefined) groups.set(label, [change]);
      else group.push(change);
    }
  }
  const ordered = [...groups].sort(([a], [b]) => depthOf(a) - depthOf(b));
  const mutations: Mutation[] = [];
  for (let round = 0; mutations.length < (round === 0 ? most : count); round++) {
    const wanted = round === 0 ? most : count;
    const before = mutations.length;
    for (const [label, changes] of ordered) {
      if (mutations.length >= wanted) break;
      const change = changes[round];
      if (change !== undefined) mutations.push({ label, value: change() });
    }
    if (mutations.length === before) break;
  }
  return mutations;
}

function* changesOf(instance: unknown, names: readonly string[], draws: Draws): Generator<[string, () => unknown]> {
  for (const path of placesOf(instance)) {
    const at = valueAt(instance, path);
    const where = path.map((key) => (typeof key === "number" ? "[]" : `.${key}`)).join("");
    const put = (value: unknown) => () => replaced(instance, path, value);
    if (path.length > 0) yield [`drop ${where}`, () => without(instance, path)];
    for (const other of TYPED) {
      if (typeOf(other) !== typeOf(at)) yield [`retype ${where} as ${typeOf(other)}`, put(other)];
    }
    if (typeof at === "string") for (const other of STRINGS) yield [`range ${where} ${other}`, put(other)];
    if (typeof at === "number") for (const other of NUMBERS) yield [`range ${where} ${other}`, put(other)];
    if (Array.isArray(at)) {
      yield [`range ${where} emptied`, put([])];
      yield [`range ${where} doubled`, put([...at, ...at, ...at, ...at])];
    }
    if (isObject(at)) {
      const missing = names.filter((name) => !Object.hasOwn(at, name));
      yield [`extra ${where} unknown`, put({ ...at, extra: draws.pick(TYPED) })];
      yield [`extra ${where} odd`, put({ ...at, "no name/\u00a7": draws.pick(TYPED) })];
      if (missing.length > 0) yield [`extra ${where} known`, put({ ...at, [draws.pick(missing)]: draws.pick(TYPED) })];
    }
  }
}

/** Breadth first, so that what is cut off lies deepest. */
function placesOf(value: unknown): readonly Path[] {
  const places: Path[] = [[]];
  for (let next = 0; next < places.length && places.length < PLACES; next++) {
    const path = places[next]!;
    for (const [key] of below(valueAt(value, path))) places.push([...path, key]);
  }
  return places.slice(0, PLACES);
}

const depthOf = (label: string) => label.split(/[.[]/).length;
