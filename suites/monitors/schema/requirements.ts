import type { Node } from "../../../schemas/protocol/builder/node.ts";
import type { Protocol } from "../../../schemas/protocol/builder/protocol.ts";
import type { Violation } from "../../../schemas/validate/violation.ts";
import type { Revision } from "../../../simulators/wire/revisions.ts";
import type { Requirement } from "../../kit/requirement.ts";
import { loadCatalogue, roleOf } from "../../requirements/load.ts";
import { SHAPES } from "../../requirements/shapes.ts";

/** Every requirement that the schemas of a revision name. */
export function requirementsNamed({ definitions }: Protocol): readonly string[] {
  const named = new Set<string>();
  const visit = (node: Node) => {
    if (node.requirement !== undefined) named.add(node.requirement);
    if (node.presence !== undefined) named.add(node.presence);
    for (const inner of innerOf(node)) visit(inner);
  };
  for (const node of Object.values(definitions)) visit(node);
  return [...named].sort();
}

function innerOf(node: Node): readonly Node[] {
  if (node.kind === "array") return [node.items];
  if (node.kind === "record") return node.keys === undefined ? [node.values] : [node.values, node.keys];
  if (node.kind === "object") return Object.values(node.members);
  if (node.kind === "union") return node.branches;
  return node.kind === "restrict" ? [node.base, ...node.by] : [];
}

/** What a violation is told of as: the requirement that the schema names, where it binds that side; else the definition's plain shape. */
export function requirementOf(
  { requirement, definition }: Pick<Violation, "requirement" | "definition">,
  side: "server" | "client",
  revision: Revision,
): string | undefined {
  const shape = `${SHAPES}.${definition}`;
  const entry = requirement === undefined ? undefined : loadCatalogue().byId(requirement);
  if (entry === undefined) return shape;
  if (binds(entry, side, revision)) return entry.id;
  // Where it asks the other side for more than it must, it asks nothing of this one.
  return isMust(entry) ? shape : undefined;
}

function binds(entry: Requirement, side: "server" | "client", revision: Revision): boolean {
  const role = roleOf(entry, revision);
  return entry.revisions.includes(revision) && (role === side || role === "both");
}

/** Whether a requirement is no recommendation. */
export function isMust({ level }: Requirement): boolean {
  return level === "MUST" || level === "MUST NOT";
}
