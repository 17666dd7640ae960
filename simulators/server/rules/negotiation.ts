import { headerOf } from "../../wire/headers.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { WireMessage } from "../../wire/jsonrpc.ts";
import { type Era, eraOf, LEGACY, type Revision, since } from "../../wire/revisions.ts";
import type { Channel } from "../channel.ts";
import type { HttpFacts, ServerFacts } from "../facts.ts";
import { META } from "../names.ts";
import { isModernVersion } from "./http.ts";
import { isObject, objectOr } from "./refusal.ts";

/** How eras are told apart and versions agreed on. */
export interface NegotiationRules {
  /** The era under which a message on a byte stream is served. */
  messageEra: (message: WireMessage, channel: Channel, revisions: readonly Revision[]) => Era;
  /** The era under which an HTTP request is served. */
  httpEra: (http: Omit<HttpFacts, "era">) => Era;
  /** Legacy: the revision that initialize is answered with. */
  negotiateVersion: (requested: string, supported: readonly Revision[]) => Revision;
  /** Modern: what server/discover and version errors list. */
  discoveredVersions: (server: ServerFacts) => readonly string[];
  declaredCapabilities: (revision: Revision, server?: ServerFacts) => JsonObject;
  /** Modern: the client capabilities under which a request is served. */
  clientCapabilities: (meta: JsonObject) => JsonObject;
  serverInfo: (revision: Revision) => JsonObject;
  instructions: () => string | undefined;
}

export const negotiationRules: NegotiationRules = {
  messageEra: (message, channel, revisions) => {
    const served = onlyEra(revisions);
    if (served) return served;
    if (hasModernMeta(message)) return "modern";
    const legacy =
      channel.phase !== "new" ||
      message.method === "initialize" ||
      message.method === "ping" ||
      message.kind !== "request";
    return legacy ? "legacy" : "modern";
  },

  httpEra: ({ headers, message, method, server }) => {
    const served = onlyEra(server.revisions);
    if (served) return served;
    if (message && hasModernMeta(message)) return "modern";
    const version = headerOf(headers, "mcp-protocol-version");
    if (isModernVersion(version)) return "modern";
    const legacySession = headerOf(headers, "mcp-session-id") !== undefined || message?.method === "initialize";
    if (method !== "POST" || legacySession) return "legacy";
    const legacyVersion = version === undefined || (LEGACY as readonly string[]).includes(version);
    return headerOf(headers, "mcp-method") !== undefined || !legacyVersion ? "modern" : "legacy";
  },

  negotiateVersion: (requested, supported) => supported.find((revision) => revision === requested) ?? supported.at(-1)!,

  discoveredVersions: ({ revisions }) => revisions.filter((revision) => eraOf(revision) === "modern"),

  declaredCapabilities: (revision) => ({
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    // 2024-11-05 has the method and no capability for it.
    ...(revision === "2024-11-05" ? {} : { completions: {} }),
    experimental: { "com.example/assay": {} },
    // It changes nothing, so that any client may leave it undeclared.
    ...(eraOf(revision) === "modern" ? { extensions: { "com.example/assay": {} } } : {}),
  }),

  clientCapabilities: (meta) => objectOr(meta[META.clientCapabilities]),

  serverInfo: (revision) => ({
    name: "assay-simulated-server",
    version: "1.0.0",
    ...(since("2025-06-18").includes(revision) ? { title: "Assay simulated server" } : {}),
    ...(since("2025-11-25").includes(revision)
      ? { description: "A simulated server that conforms to every revision" }
      : {}),
  }),

  instructions: () => "A simulated server for conformance testing; every tool is safe to call.",
};

/** The one era that the revisions belong to; undefined where they span both. */
function onlyEra(revisions: readonly Revision[]): Era | undefined {
  const eras = new Set(revisions.map(eraOf));
  return eras.size === 1 ? [...eras][0] : undefined;
}

/** Whether a message carries the modern era's metadata. */
function hasModernMeta({ params }: WireMessage): boolean {
  const meta = params?._meta;
  return isObject(meta) && (META.protocolVersion in meta || META.clientCapabilities in meta);
}
