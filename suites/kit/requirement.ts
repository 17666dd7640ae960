import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";

export type Level = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "MAY";
export type Role = "server" | "client" | "both" | "host" | "authorization-server";

/** `when` of an entry: a named predicate, or all / any / not over them. */
export type When =
  | string
  | { readonly all: readonly When[] }
  | { readonly any: readonly When[] }
  | { readonly not: When };

/** One normative statement of the specification, as the catalogue has it. */
export interface Requirement {
  readonly id: string;
  readonly area: string;
  readonly revisions: readonly Revision[];
  readonly level: Level;
  /** Who must obey; a map where it differs by revision. */
  readonly role: Role | { readonly [revision in Revision]?: Role };
  readonly transport: TransportName | "any";
  /** `page#heading` below docs/specification/<revision>, or `schema#type`; a map where the places differ. */
  readonly source: string | { readonly [revision in Revision]?: string };
  readonly also?: readonly string[];
  readonly statement: string;
  readonly observable: string;
  readonly stimulus: "passive" | "scripted" | "fault" | "property" | "handshake" | "none";
  readonly applies_when: string;
  readonly when: When;
  readonly basis: "keyword" | "implied";
  /** For an implied entry: whether a schema type or JSON-RPC 2.0 stands behind it; decides failure or warning. */
  readonly ground?: "schema" | "jsonrpc";
  readonly ambiguous?: string;
  readonly facets?: readonly string[];
  readonly core?: boolean;
  /** Made for a definition about whose plain shape the catalogue has no entry; counts in no coverage. */
  readonly generated?: boolean;
}
