import { REVISIONS } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "../kit/requirement.ts";

/** The area of what is told of plain shape where the catalogue has no entry about it. */
export const SHAPES = "schema";

const ID = /^schema\.([A-Z][A-Za-z]*)$/;

/** The entry about the plain shape of one definition, `schema.<Definition>`; it is no part of the catalogue. */
export function shapeRequirement(definition: string): Requirement {
  return {
    id: `${SHAPES}.${definition}`,
    area: SHAPES,
    revisions: REVISIONS,
    level: "MUST",
    role: "both",
    transport: "any",
    source: `schema#${definition.toLowerCase()}`,
    statement: `Every ${definition} has the members and types that the schema gives it.`,
    observable: "Hold every such value against the schema of the revision -> violation: mismatch",
    stimulus: "passive",
    applies_when: "such a value is sent",
    when: "always",
    basis: "implied",
    ground: "schema",
    generated: true,
  };
}

/** The generated entry of an id; undefined where the id is none of theirs. */
export function shapeOf(id: string): Requirement | undefined {
  const definition = ID.exec(id)?.[1];
  return definition === undefined ? undefined : shapeRequirement(definition);
}
