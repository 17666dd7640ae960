import type { Protocol } from "./builder/protocol.ts";

const revisions = {
  "2024-11-05": () => import("./revisions/2024-11-05/protocol.ts"),
  "2025-03-26": () => import("./revisions/2025-03-26/protocol.ts"),
  "2025-06-18": () => import("./revisions/2025-06-18/protocol.ts"),
  "2025-11-25": () => import("./revisions/2025-11-25/protocol.ts"),
  "2026-07-28": () => import("./revisions/2026-07-28/protocol.ts"),
};

/** A revision whose messages are described here. */
export type ProtocolRevision = keyof typeof revisions;

/** All revisions described here, oldest first. */
export const PROTOCOL_REVISIONS = Object.keys(revisions) as readonly ProtocolRevision[];

/** The schemas and methods of a revision, loaded when asked for; throws for a revision that is not described here. */
export async function load(revision: string): Promise<Protocol> {
  const protocol = Object.hasOwn(revisions, revision) ? revisions[revision as ProtocolRevision] : undefined;
  if (protocol === undefined)
    throw new Error(`expected a revision with schemas (${PROTOCOL_REVISIONS.join(", ")}), got ${revision}`);
  return (await protocol()).protocol;
}
