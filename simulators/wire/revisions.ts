/** A dated protocol version. */
export type Revision = "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";

/** `legacy`: revisions with the `initialize` handshake; `modern`: stateless, metadata on each request. */
export type Era = "legacy" | "modern";

/** How messages travel: stdio, Streamable HTTP, or the HTTP+SSE transport of 2024-11-05. */
export type TransportName = "stdio" | "http" | "sse";

/** What differs between revisions and decides how a peer speaks. One row a revision; nothing else compares dates. */
export interface RevisionFacts {
  readonly revision: Revision;
  readonly era: Era;
  readonly transports: readonly TransportName[];
  /** Arrays of messages may be sent and must be received (2025-03-26/basic/index#batching). */
  readonly batches: boolean;
  /** The `MCP-Protocol-Version` header is sent on requests after the handshake. */
  readonly versionHeader: boolean;
  /** The `Mcp-Session-Id` header may be issued. */
  readonly sessions: boolean;
}

const FACTS: readonly RevisionFacts[] = [
  {
    revision: "2024-11-05",
    era: "legacy",
    transports: ["stdio", "sse"],
    batches: false,
    versionHeader: false,
    sessions: false,
  },
  {
    revision: "2025-03-26",
    era: "legacy",
    transports: ["stdio", "http"],
    batches: true,
    versionHeader: false,
    sessions: true,
  },
  {
    revision: "2025-06-18",
    era: "legacy",
    transports: ["stdio", "http"],
    batches: false,
    versionHeader: true,
    sessions: true,
  },
  {
    revision: "2025-11-25",
    era: "legacy",
    transports: ["stdio", "http"],
    batches: false,
    versionHeader: true,
    sessions: true,
  },
  {
    revision: "2026-07-28",
    era: "modern",
    transports: ["stdio", "http"],
    batches: false,
    versionHeader: true,
    sessions: false,
  },
];

/** Every revision, oldest first. */
export const REVISIONS: readonly Revision[] = FACTS.map((facts) => facts.revision);

/** Revisions of the legacy era, oldest first. */
export const LEGACY: readonly Revision[] = FACTS.filter((facts) => facts.era === "legacy").map(
  (facts) => facts.revision,
);

/** Revisions of the modern era, oldest first. */
export const MODERN: readonly Revision[] = FACTS.filter((facts) => facts.era === "modern").map(
  (facts) => facts.revision,
);

export function isRevision(text: string): text is Revision {
  return (REVISIONS as readonly string[]).includes(text);
}

export function factsOf(revision: Revision): RevisionFacts {
  return FACTS.find((facts) => facts.revision === revision)!;
}

export function eraOf(revision: Revision): Era {
  return factsOf(revision).era;
}

/** The revisions from the one named on. */
export function since(first: Revision): readonly Revision[] {
  return REVISIONS.slice(REVISIONS.indexOf(first));
}

/** The revisions up to and with the one named. */
export function until(last: Revision): readonly Revision[] {
  return REVISIONS.slice(0, REVISIONS.indexOf(last) + 1);
}
