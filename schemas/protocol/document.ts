import { emit, type Schema } from "./builder/emit.ts";
import type { Protocol } from "./builder/protocol.ts";

/** The schemas of a revision as one JSON Schema document. */
export type Document = {
  readonly $schema: string;
  readonly $id: string;
  readonly $defs: Readonly<Record<string, Schema>>;
};

/**
 * The JSON Schema of a revision: plain JSON of draft 2020-12, a definition a message or part of one. `x-requirement`
 * names the requirement that a schema enforces, for all that stands below it unless a nearer one names another.
 * `format` asserts `byte` (RFC 4648 base64 with padding) only.
 */
export function documentOf({ revision, definitions }: Protocol): Document {
  const schemas = Object.entries(definitions).map(([name, node]) => [name, emit(node, definitions)]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `mcp-assay:${revision}`,
    $defs: Object.fromEntries(schemas),
  };
}
