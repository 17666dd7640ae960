import { inheritedRules, membersOf } from "./members.ts";
import type { Definitions, Node, ObjectNode } from "./node.ts";

/** A JSON Schema of draft 2020-12. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** The JSON Schema of a node. `x-requirement` names the requirement that the schema it stands in enforces. */
export function emit(node: Node, definitions: Definitions): Schema {
  const schema = keywords(node, definitions);
  return node.requirement === undefined || typeof schema === "boolean"
    ? schema
    : { ...schema, "x-requirement": node.requirement };
}

function keywords(node: Node, definitions: Definitions): Schema {
  switch (node.kind) {
    case "unknown":
      return {};
    case "never":
      return { not: {} };
    case "string":
    case "number":
    case "integer": {
      const { kind, requirement, optional, presence, ...limits } = node;
      return { type: kind, ...limits };
    }
    case "boolean":
    case "null":
      return { type: node.kind };
    case "literal":
      return { const: node.value };
    case "choice":
      return { enum: node.values };
    case "array": {
      const { kind, requirement, optional, presence, items, ...limits } = node;
      return { type: kind, items: emit(items, definitions), ...limits };
    }
    case "record":
      return {
        type: "object",
        ...(node.values.kind !== "unknown" && { additionalProperties: emit(node.values, definitions) }),
        ...(node.keys && { propertyNames: emit(node.keys, definitions) }),
      };
    case "object":
      return objectKeywords(node, definitions);
    case "union":
      return { anyOf: node.branches.map((branch) => emit(branch, definitions)) };
    case "restrict":
      return { allOf: [node.base, ...node.by].map((part) => emit(part, definitions)) };
    case "ref":
      return { $ref: `#/$defs/${node.name}` };
  }
}

function objectKeywords(node: ObjectNode, definitions: Definitions): Schema {
  const members = Object.entries(membersOf(node, definitions));
  const missing = members.filter(([, member]) => member.optional !== true);
  const required = missing.filter(([, member]) => member.presence === undefined).map(([name]) => name);
  const rules = [
    ...missing
      .filter(([, member]) => member.presence !== undefined)
      .map(([name, member]) => ({ required: [name], "x-requirement": member.presence })),
    ...inheritedRules(node, definitions).map((rule) => emit(rule, definitions)),
  ];
  return {
    type: "object",
    properties: Object.fromEntries(members.map(([name, member]) => [name, emit(member, definitions)])),
    ...(required.length > 0 && { required }),
    ...(rules.length > 0 && { allOf: rules }),
  };
}
