import { META } from "../../../server/names.ts";
import { CODES, refusal } from "../../../server/rules/refusal.ts";
import { modernOf } from "../../../server/rules/rpc.ts";
import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject } from "../../../wire/json.ts";
import { MODERN } from "../../../wire/revisions.ts";
import { editResult } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "version-checked-by-discover-only",
    breaks: ["versioning.unsupported-version-32022"],
    implies: ["versioning.unsupported-version-requested", "versioning.unsupported-version-supported-list"],
    does: "refuses an unsupported version in server/discover and serves it in every other method",
    apply: (seams) =>
      seams.rule(
        "versionSupported",
        (original) => (request, rules) => (request.method === "server/discover" ? original(request, rules) : undefined),
      ),
  },
  {
    id: "version-unchecked-by-discover",
    breaks: ["versioning.unsupported-version-32022"],
    implies: ["versioning.unsupported-version-requested", "versioning.unsupported-version-supported-list"],
    does: "answers server/discover whatever version it is asked under",
    apply: (seams) =>
      seams.rule(
        "versionSupported",
        (original) => (request, rules) => (request.method === "server/discover" ? undefined : original(request, rules)),
      ),
  },
  {
    id: "later-versions-served",
    breaks: ["versioning.unsupported-version-32022"],
    implies: ["versioning.unsupported-version-requested", "versioning.unsupported-version-supported-list"],
    does: "serves requests of any version later than its own, as if nothing would change",
    apply: (seams) =>
      seams.rule("versionSupported", (original) => (request, rules) => {
        const stated = request.meta[META.protocolVersion];
        return typeof stated === "string" && /^\d{4}-/.test(stated) && stated > MODERN.at(-1)!
          ? undefined
          : original(request, rules);
      }),
  },
  {
    id: "legacy-version-in-meta-served",
    breaks: ["versioning.unsupported-version-32022"],
    serves: ["2026-07-28"],
    does: "knows 2025-11-25 without serving it, and lets requests that state it pass all the same",
    apply: (seams) =>
      seams.rule(
        "versionSupported",
        (original) => (request, rules) =>
          request.meta[META.protocolVersion] === "2025-11-25" ? undefined : original(request, rules),
      ),
  },
  {
    id: "unsupported-version-32602-on-calls",
    breaks: ["versioning.unsupported-version-32022"],
    implies: ["versioning.unsupported-version-requested", "versioning.unsupported-version-supported-list"],
    does: "refuses an unsupported version with -32602 in every method that has a name or a URI",
    apply: (seams) =>
      seams.rule("versionSupported", (original) => (request, rules) => {
        const refused = original(request, rules);
        const named = "name" in request.params || "uri" in request.params;
        return refused && named
          ? refusal(CODES.invalidParams, "Unsupported protocol version", { status: 400 })
          : refused;
      }),
  },
  {
    id: "requested-version-cut",
    breaks: ["versioning.unsupported-version-requested"],
    does: "tells of an unsupported version only its first ten characters",
    apply: (seams) => editVersionError(seams, (data) => ({ ...data, requested: String(data.requested).slice(0, 10) })),
  },
  {
    id: "requested-version-blank-for-dateless",
    breaks: ["versioning.unsupported-version-requested"],
    does: "tells null for an unsupported version that is no date",
    apply: (seams) =>
      editVersionError(seams, (data) => ({
        ...data,
        requested: /^\d{4}-\d\d-\d\d$/.test(String(data.requested)) ? data.requested! : null,
      })),
  },
  {
    id: "supported-list-without-own",
    breaks: ["versioning.unsupported-version-supported-list"],
    does: "lists only its legacy versions in the version error, though server/discover lists the modern one",
    apply: (seams) => editVersionError(seams, (data) => ({ ...data, supported: ["2025-11-25", "2025-06-18"] })),
  },
  {
    id: "supported-list-joined",
    breaks: ["versioning.unsupported-version-supported-list"],
    does: "gives the supported versions of the version error as one string",
    apply: (seams) =>
      editVersionError(seams, ({ supported, ...data }) => ({ ...data, supported: (supported as string[]).join(", ") })),
  },
  {
    id: "supported-list-promises-next",
    breaks: ["versioning.supported-versions-honoured"],
    does: "lists a later version in the version error, which it then refuses",
    apply: (seams, draw) => {
      const next = `20${draw.integer(27, 39)}-0${draw.integer(1, 9)}-1${draw.integer(0, 9)}`;
      editVersionError(seams, ({ supported, ...data }) => ({ ...data, supported: [next, ...(supported as string[])] }));
    },
  },
  {
    id: "discover-promises-next",
    breaks: ["versioning.supported-versions-honoured"],
    does: "lists a later version in server/discover, which it then refuses",
    apply: (seams, draw) => {
      const next = `20${draw.integer(27, 39)}-0${draw.integer(1, 9)}-1${draw.integer(0, 9)}`;
      seams.rule("discoveredVersions", (original) => (server) => [...original(server), next]);
    },
  },
  {
    id: "legacy-calls-need-meta",
    breaks: ["versioning.dual-server-initialize-selects-legacy"],
    where: { revisions: ["2026-07-28"] },
    does: "after initialize, refuses a tool call that lacks the modern metadata",
    apply: (seams) =>
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          request.era === "legacy" && request.method === "tools/call"
            ? rules.metaVersion(request, rules)
            : original(request, rules),
      ),
  },
  {
    id: "modern-after-discover-only",
    breaks: ["versioning.dual-server-serves-modern"],
    implies: ["versioning.supported-versions-honoured"],
    where: { transports: ["stdio"] },
    does: "refuses modern requests on a connection until server/discover was asked there",
    apply: (seams) => {
      const discovered = new Set<string>();
      seams.rule("versionSupported", (original) => (request, rules) => {
        if (request.method === "server/discover") discovered.add(request.channel.name);
        return discovered.has(request.channel.name)
          ? original(request, rules)
          : refusal(CODES.invalidRequest, "send server/discover first");
      });
    },
  },
  {
    id: "modern-results-untyped-by-name",
    breaks: ["versioning.dual-server-serves-modern"],
    implies: ["jsonrpc.result-type-required", "caching.hints-present"],
    does: "serves modern list requests the legacy way, without resultType and caching hints",
    apply: (seams) =>
      editResult(seams, "tools/list", ({ resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest }) => rest),
    where: { revisions: ["2026-07-28"] },
  },
  {
    id: "initialize-answered-by-modern-only",
    breaks: ["versioning.initialize-rejected-stdio", "versioning.initialize-rejected-http"],
    implies: ["versioning.initialize-error-names-versions"],
    serves: ["2026-07-28"],
    does: "serves no legacy version and answers initialize with a result that names its own",
    apply: (seams) => {
      seams.head((head, { message }) => (message?.method === "initialize" ? { ...head, status: 200 } : head));
      seams.message((message, context) => {
        if (context.kind !== "response" || context.request?.method !== "initialize") return [message];
        const result = {
          protocolVersion: "2026-07-28",
          capabilities: {},
          serverInfo: { name: "modern", version: "1" },
        };
        return [{ jsonrpc: "2.0", id: context.request.id, result }];
      });
    },
  },
  {
    id: "initialize-404",
    breaks: ["versioning.initialize-rejected-http"],
    serves: ["2026-07-28"],
    does: "answers a legacy initialize POST with 404 and the error of an unknown method",
    apply: (seams) => {
      seams.head((head, { message }) => (message?.method === "initialize" ? { ...head, status: 404 } : head));
    },
  },
  {
    id: "initialize-error-names-request-only",
    breaks: ["versioning.initialize-error-names-versions"],
    serves: ["2026-07-28"],
    where: { transports: ["stdio"] },
    does: "names in the error to initialize only the version that was asked for",
    apply: (seams) =>
      seams.message((message, context) => {
        if (context.request?.method !== "initialize" || !isObject(message.error)) return [message];
        const error = { code: message.error.code!, message: "Protocol version 2025-11-25 is not supported" };
        return [{ ...message, error }];
      }),
  },
];

function editVersionError(seams: Seams, edit: (data: JsonObject) => JsonObject): void {
  seams.rule("versionSupported", (original) => (request, rules) => {
    const refused = original(request, rules);
    if (!refused) return undefined;
    const data = edit({
      supported: modernOf(request.server.revisions),
      requested: request.meta[META.protocolVersion] ?? null,
    });
    return { ...refused, error: { ...refused.error, data } };
  });
}
