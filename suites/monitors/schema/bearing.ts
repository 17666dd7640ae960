import { definitionOf, inheritedRules, membersOf } from "../../../schemas/protocol/builder/members.ts";
import type { Definitions, Node } from "../../../schemas/protocol/builder/node.ts";
import type { Protocol } from "../../../schemas/protocol/builder/protocol.ts";
import type { Violation } from "../../../schemas/validate/violation.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import type { Part } from "./messages.ts";

/** Items of one list, or members of one map, that are looked at: more of the same bears on nothing new. */
const LOOKED_AT = 20;

/** A rule, as a violation of it would be told of. */
export type Rule = Pick<Violation, "requirement" | "definition">;

interface Place extends Rule {
  readonly definitions: Definitions;
  readonly found: (rule: Rule) => void;
}

/** Calls back with each rule that a value could have broken: what is said of the members that it has, and of those that it owes. */
export function bearing({ definitions }: Protocol, { definition, value }: Part, found: (rule: Rule) => void): void {
  visit({ kind: "ref", name: definition }, value, { definitions, definition, found });
}

function visit(node: Node, value: unknown, outer: Place): void {
  const place = node.requirement === undefined ? outer : { ...outer, requirement: node.requirement };
  const { definitions } = place;
  if (node.kind === "ref") visit(definitionOf(definitions, node.name), value, { ...place, definition: node.name });
  if (node.kind === "ref" || node.kind === "unknown") return;
  place.found(place);
  if (node.kind === "array" && Array.isArray(value))
    for (const item of value.slice(0, LOOKED_AT)) visit(node.items, item, place);
  if (node.kind === "record" && isObject(value))
    for (const item of Object.values(value).slice(0, LOOKED_AT)) visit(node.values, item, place);
  if (node.kind === "union")
    for (const branch of node.branches) if (isMeant(branch, value, definitions)) visit(branch, value, place);
  if (node.kind === "restrict") for (const part of [node.base, ...node.by]) visit(part, value, place);
  if (node.kind !== "object" || !isObject(value)) return;
  for (const [name, member] of Object.entries(membersOf(node, definitions))) {
    if (!member.optional && member.presence !== undefined) place.found({ ...place, requirement: member.presence });
    if (Object.hasOwn(value, name) || member.kind === "never") visit(member, value[name], place);
  }
  for (const rule of inheritedRules(node, definitions)) visit(rule, value, place);
}

/** Whether a value is of the kind of a branch, and has the literal members by which branches are told apart. */
function isMeant(branch: Node, value: unknown, definitions: Definitions): boolean {
  switch (branch.kind) {
    case "ref":
      return isMeant(definitionOf(definitions, branch.name), value, definitions);
    case "restrict":
      return isMeant(branch.base, value, definitions);
    case "union":
      return branch.branches.some((inner) => isMeant(inner, value, definitions));
    case "object":
      return (
        isObject(value) &&
        Object.entries(membersOf(branch, definitions)).every(([name, member]) =>
          Object.hasOwn(value, name) ? isAllowed(member, value[name]) : member.optional === true,
        )
      );
    case "record":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "literal":
      return value === branch.value;
    case "choice":
      return branch.values.some((one) => one === value);
    case "string":
    case "boolean":
      return typeof value === branch.kind;
    case "number":
    case "integer":
      return typeof value === "number";
    case "null":
      return value === null;
    default:
      return true;
  }
}

function isAllowed(member: Node, value: unknown): boolean {
  if (member.kind === "literal") return member.value === value;
  return member.kind !== "never" && (member.kind !== "choice" || member.values.some((one) => one === value));
}
