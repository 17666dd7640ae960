import { definitionOf, membersOf } from "../protocol/builder/members.ts";
import type { Definitions, Node, Scalar, UnionNode } from "../protocol/builder/node.ts";
import { expectation, oneOf } from "./expectation.ts";
import { explain, isObject, type Place, violation } from "./explain.ts";
import { shown, type Violation } from "./violation.ts";

/** What a value breaks of the branch that was meant: the one whose literal members it has, else the nearest one. */
export function nearest(union: UnionNode, value: unknown, place: Place): readonly Violation[] {
  const branches = union.branches.flatMap((branch) => flattened(branch, place.definitions));
  const explained = branches.map((branch) => ({ branch, broken: explain(branch, value, place) }));
  if (explained.some(({ broken }) => broken.length === 0)) return [];

  const ofKind = explained.filter(({ branch }) => sameKind(branch, value, place.definitions));
  if (ofKind.length === 0) return [violation(place, "anyOf", oneOf(branches.map(expected(place))), value)];

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
  return (branch: Node) => expectation(resolved(branch, place.definitions));
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

/** The required member by whose value the branches are told apart, if there is one. */
function tagOf(branches: readonly Node[], definitions: Definitions): string | undefined {
  const counts = new Map<string, number>();
  for (const branch of branches) {
    const node = resolved(branch, definitions);
    if (node.kind !== "object") continue;
    for (const name of Object.keys(membersOf(node, definitions)))
      if (valuesOf(branch, name, definitions)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const shared = [...counts].filter(([name, count]) => count > 1 && name !== "jsonrpc");
  return shared.sort(([, one], [, other]) => other - one)[0]?.[0];
}

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
