import type { Definitions, Node, ObjectNode } from "./node.ts";

/** The definition of that name; throws when there is none, which is a mistake in a revision's files. */
export function definitionOf(definitions: Definitions, name: string): Node {
  const node = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (node === undefined) throw new Error(`expected a definition named ${name}, but the revision has none`);
  return node;
}

/** All members of an object, those of its bases first. */
export function membersOf(node: ObjectNode, definitions: Definitions): Readonly<Record<string, Node>> {
  const inherited = node.bases.map((name) => membersOf(objectOf(name, definitions), definitions));
  return Object.assign({}, ...inherited, node.members);
}

/** The restrictions that an object inherits from bases that are restricted objects. */
export function inheritedRules(node: ObjectNode, definitions: Definitions): readonly Node[] {
  return node.bases.flatMap((name) => {
    const base = definitionOf(definitions, name);
    return [...(base.kind === "restrict" ? base.by : []), ...inheritedRules(objectOf(name, definitions), definitions)];
  });
}

function objectOf(name: string, definitions: Definitions): ObjectNode {
  const base = definitionOf(definitions, name);
  const node = base.kind === "restrict" ? base.base : base;
  if (node.kind !== "object") throw new Error(`expected ${name}, a base, to be an object, got ${node.kind}`);
  return node;
}
