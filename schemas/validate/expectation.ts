import { definitionOf } from "../protocol/builder/members.ts";
import type { Definitions, Node } from "../protocol/builder/node.ts";

const MOST_NAMED = 12;

/** What a node accepts, in a few words: a named object by its name. */
export function expectation(node: Node, definitions: Definitions): string {
  switch (node.kind) {
    case "unknown":
      return "any JSON value";
    case "never":
      return "nothing";
    case "string":
      return "a string";
    case "number":
      return "a number";
    case "integer":
      return "an integer";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
      return "an array";
    case "record":
    case "object":
      return "an object";
    case "literal":
      return JSON.stringify(node.value);
    case "choice":
      return oneOf(node.values.map((value) => JSON.stringify(value)));
    case "union":
      return oneOf(node.branches.map((branch) => expectation(branch, definitions)));
    case "restrict":
      return expectation(node.base, definitions);
    case "ref": {
      const named = definitionOf(definitions, node.name);
      return named.kind === "object" ? node.name : expectation(named, definitions);
    }
  }
}

/** `a, b or c`, each once, cut when long. */
export function oneOf(choices: readonly string[]): string {
  const distinct = [...new Set(choices)];
  const named = distinct.slice(0, MOST_NAMED);
  if (distinct.length > MOST_NAMED) return `${named.join(", ")} or another of ${distinct.length}`;
  return named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} or ${named.at(-1)}`;
}
