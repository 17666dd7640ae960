import { definitionOf, membersOf } from "../protocol/builder/members.ts";
import type { Definitions, Node, Scalar, UnionNode } from "../protocol/builder/node.ts";
import { expectation, oneOf } from "./expectation.ts";
import { isObject, type Place, violation } from "./place.ts";
import { pointerOf, shown, type Violation } from "./violation.ts";

/** What a value breaks of the branch that was meant: the one whose literal members it has, else the nearest one. */
export function nearest(
  union: UnionNode,
  value: unknown,
  place: Place,
  explain: (node: Node, value: unknown, place: Place) => readonly Violation[],
): readonly Violation[] {
  const branches = union.branches.flatMap((branch) => flattened(branch, place.definitions));
  const explained = branches.map((branch) => ({ branch, broken: explain(branch, value, place) }));
  if (explained.some(({ broken }) => broken.length === 0)) return [];

  const ofKind = explained.filter(({ branch }) => sameKind(branch, value, place.definitions));
  if (ofKind.every(({ broken }) => broken.some(isOfWhole(place))))
    return [violation(place, "anyOf", oneOf(branches.map(expected(place))), value)];

  const tag = isObject(value)
    ? tagOf(
        ofKind.map(({ branch }) => branch),
        place.definitions,
      )
    : undefined;
  if (tag === undefined) return fewest(ofKind.map(({ broken }) => broken));
  const given = (value as Readonly<Record<string, unknown>>)[tag];
  const meant = ofKind.filter(({ branch }) => {
    if (given === undefined) return memberOf(branch, tag, place.definitions)?.optional;
    return valuesOf(branch, tag, place.definitions)?.includes(given as Scalar);
  });
  if (meant.length > 0) return fewest(meant.map(({ broken }) => broken));
  const untagged = ofKind.filter(({ branch }) => valuesOf(branch, tag, place.definitions) === undefined);
  if (untagged.length > 0) return fewest(untagged.map(({ broken }) => broken));
  const allowed = ofKind.flatMap(({ branch }) => valuesOf(branch, tag, place.definitions) ?? []);
  const at = { ...place, path: [...place.path, tag] };
  const names = oneOf(allowed.map((one) => JSON.stringify(one)));
  return [violation(at, given === undefined ? "required" : "enum", names, given, shown(given))];
}

/** Whether a violation says no more than that the whole value is of another JSON type. */
function isOfWhole(place: Place) {
  const pointer = pointerOf(place.path);
  return (broken: Violation) => broken.pointer === pointer && broken.keyword === "type";
}

/** A branch, or the branches of the unions it refers to. */
function flattened(branch: Node, definitions: Definitions): readonly Node[] {
  const node = resolved(branch, definitions);
  if (node.kind !== "union" || branch.requirement !== undefined) return [branch];
  return node.branches.flatMap((inner) => flattened(inner, definitions));
}

function resolved(node: Node, definitions: Definitions): Node {
  if (node.kind === "ref") return resolved(definitionOf(definitions, node.name), definitions);
  return node.kind === "restrict" ? resolved(node.base, definitions) : node;
}

function expected(place: Place) {
  return (branch: Node) => expectation(resolved(branch, place.definitions), place.definitions);
}

/** Whether a value is of the JSON type that a branch asks for. */
function sameKind(branch: Node, value: unknown, definitions: Definitions): boolean {
  const { kind } = resolved(branch, definitions);
  if (kind === "object" || kind === "record") return isObject(value);
  if (kind === "array") return Array.isArray(value);
  if (kind === "string") return typeof value === "string";
  if (kind === "number" || kind === "integer") return typeof value === "number";
  return kind === "union";
}

/** The member by whose literal values the branches are told apart; of several, the one that tells most of them apart. */
function tagOf(branches: readonly Node[], definitions: Definitions): string | undefined {
  const seen = new Map<string, Set<string>>();
  for (const branch of branches) {
    const node = resolved(branch, definitions);
    for (const name of node.kind === "object" ? Object.keys(membersOf(node, definitions)) : []) {
      const values = JSON.stringify(valuesOf(branch, name, definitions) ?? ANY);
      seen.set(name, (seen.get(name) ?? new Set()).add(values));
    }
  }
  const telling = [...seen].filter(([, values]) => values.size > 1);
  return telling.sort(([, one], [, other]) => other.size - one.size)[0]?.[0];
}

/** Stands for the values of a member that is no literal. */
const ANY = null;

/** The values that a branch allows for a member, when they are literals. */
function valuesOf(branch: Node, name: string, definitions: Definitions): readonly Scalar[] | undefined {
  const member = memberOf(branch, name, definitions);
  if (member === undefined) return undefined;
  const value = resolved(member, definitions);
  if (value.kind === "literal") return [value.value];
  return value.kind === "choice" ? value.values : undefined;
}

function memberOf(branch: Node, name: string, definitions: Definitions): Node | undefined {
  const node = resolved(branch, definitions);
  return node.kind === "object" ? membersOf(node, definitions)[name] : undefined;
}

function fewest(all: readonly (readonly Violation[])[]): readonly Violation[] {
  return all.reduce((best, next) => (badness(next) < badness(best) ? next : best));
}

/** A missing or forbidden member tells more against a branch than a wrong value. */
function badness(broken: readonly Violation[]): number {
  return broken.reduce((sum, { keyword }) => sum + (keyword === "required" || keyword === "absent" ? 3 : 1), 0);
}
