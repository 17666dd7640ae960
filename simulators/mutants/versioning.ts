import type { Seams } from "../server/seams.ts";
import { isObject, type JsonObject } from "../wire/json.ts";
import { LEGACY, MODERN } from "../wire/revisions.ts";
import { counted } from "./counted.ts";
import type { Mutant } from "./mutant.ts";

const legacy = { revisions: LEGACY };
const modern = { revisions: MODERN };

/** `initialize` as a server answers it that takes any client in. */
const WELCOME = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "obliging", version: "1.0.0" } };

export const mutants: readonly Mutant[] = [
  {
    id: "version-echo",
    does: "Agrees to any protocolVersion, whatever it is",
    breaks: ["versioning.server-counter-offers"],
    where: legacy,
    apply: (seams) =>
      seams.result("initialize", (result, { params }) => ({ ...result, protocolVersion: params.protocolVersion })),
  },
  {
    id: "counter-offer-oldest",
    does: "Offers its oldest revision to a client that asks for an unknown one",
    breaks: ["versioning.server-counter-offers-latest"],
    // Over HTTP+SSE it has but one to offer.
    where: { revisions: LEGACY, transports: ["stdio", "http"] },
    apply: (seams) =>
      seams.rule(
        "negotiateVersion",
        () => (requested, supported) => supported.find((one) => one === requested) ?? supported[0]!,
      ),
  },
  {
    id: "mismatch-mute",
    does: "Says nothing to an initialize whose version it does not know",
    breaks: ["versioning.mismatch-handled"],
    implies: ["jsonrpc.request-answered", "jsonrpc.every-request-answered"],
    where: { revisions: LEGACY, transports: ["stdio"] },
    apply: (seams) =>
      seams.message((message, { request, kind }) => {
        const unknown = !(LEGACY as readonly unknown[]).includes(request?.params.protocolVersion);
        return kind === "response" && request?.method === "initialize" && unknown ? [] : [message];
      }),
  },
  {
    id: "newest-from-the-second-session",
    does: "Answers every initialize but the first with another revision than the one asked for",
    breaks: ["versioning.server-echoes-supported"],
    where: { revisions: LEGACY, transports: ["http"] },
    apply: (seams) => {
      const times = counted();
      seams.rule("negotiateVersion", (original) => (requested, supported) => {
        const agreed = original(requested, supported);
        return times() === 1 ? agreed : (supported.find((one) => one !== agreed) ?? agreed);
      });
    },
  },
  {
    id: "newer-notification",
    does: "Announces in a revision before 2025-11-25 that an elicitation is complete",
    breaks: ["versioning.negotiated-version-must", "versioning.negotiated-version-should"],
    where: { revisions: ["2024-11-05", "2025-03-26", "2025-06-18"] },
    apply: (seams) =>
      seams.message((message, { kind }) =>
        message.method === "notifications/message" && kind === "notification"
          ? [{ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "e1" } }, message]
          : [message],
      ),
  },
  {
    id: "newer-content-block",
    does: "Puts a content block into a tool's result that came with a later revision",
    breaks: ["versioning.negotiated-version-should"],
    where: { revisions: ["2024-11-05", "2025-03-26"] },
    apply: (seams) =>
      seams.result("tools/call", (result) => ({
        ...result,
        content: [{ type: "resource_link", uri: "test://a", name: "a" }],
      })),
  },

  {
    id: "any-version-served",
    does: "Serves a request whatever protocol version it names",
    breaks: ["versioning.unsupported-version-32022"],
    where: modern,
    apply: (seams) => seams.rule("versionSupported", () => () => undefined),
  },
  {
    id: "version-error-by-another-code",
    does: "Refuses an unknown protocol version with the code of invalid params",
    breaks: ["versioning.unsupported-version-32022"],
    where: modern,
    apply: (seams, draw) => {
      const code = draw.pick([-32602, -32600, -32000, -32004]);
      seams.rule("versionSupported", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, error: { ...refused.error, code } };
      });
    },
  },
  {
    id: "version-error-without-list",
    does: "Does not say which versions it supports when it refuses one, or lists the very one refused",
    breaks: ["versioning.unsupported-version-supported-list"],
    where: modern,
    apply: (seams, draw) => {
      const way = draw.pick(["absent", "empty", "text", "refused"] as const);
      editVersionError(seams, (data) => {
        const { supported, ...rest } = data;
        if (way === "absent") return rest;
        return {
          ...rest,
          supported: way === "empty" ? [] : way === "text" ? String(supported) : [String(data.requested)],
        };
      });
    },
  },
  {
    id: "version-error-wrong-requested",
    does: "Names its own version as the one requested when it refuses one, or none",
    breaks: ["versioning.unsupported-version-requested"],
    where: modern,
    apply: (seams, draw) => {
      const own = draw.pick([true, false]);
      editVersionError(seams, ({ requested: _requested, ...rest }) => (own ? { ...rest, requested: MODERN[0] } : rest));
    },
  },
  {
    id: "lists-what-it-refuses",
    does: "Lists a version in server/discover that it then refuses",
    breaks: ["versioning.supported-versions-honoured"],
    where: modern,
    apply: (seams, draw) => {
      const version = draw.pick(["2026-11-25", "2027-06-18", "2028-01-01"]);
      seams.rule("discoveredVersions", (original) => (server) => [...original(server), version]);
    },
  },
  {
    id: "logging-forgotten",
    does: "Declares logging and refuses requests that ask for log messages",
    breaks: ["versioning.deprecated-still-functional"],
    where: modern,
    apply: (seams) =>
      seams.rule(
        "metaLogLevel",
        () =>
          ({ meta }) =>
            "io.modelcontextprotocol/logLevel" in meta
              ? { error: { code: -32602, message: "logging is deprecated" } }
              : undefined,
      ),
  },
  {
    id: "dual-era-modern-in-legacy-dress",
    does: "Serves both eras, but modern requests without resultType",
    breaks: ["versioning.dual-server-serves-modern"],
    where: modern,
    apply: (seams) =>
      seams.rule("wrapResult", (original) => (result, request, rules) => {
        const wrapped = original(result, request, rules);
        const { resultType: _, ...bare } = wrapped;
        return request.method === "server/discover" ? wrapped : bare;
      }),
  },
  {
    id: "dual-era-forgets-the-handshake",
    does: "Takes initialize of a legacy client and then wants modern metadata all the same",
    breaks: ["versioning.dual-server-initialize-selects-legacy"],
    where: { revisions: MODERN, transports: ["stdio"] },
    apply: (seams) => {
      seams.rule(
        "messageEra",
        (original) => (message, channel, revisions) =>
          message.method === "initialize" ? original(message, channel, revisions) : "modern",
      );
    },
  },
  {
    id: "legacy-clients-welcome",
    does: "Serves only the modern era, yet grants initialize",
    breaks: ["versioning.initialize-rejected-stdio", "versioning.initialize-rejected-http"],
    serves: MODERN,
    where: modern,
    apply: (seams) => {
      for (const rule of ["versionHeaderPresent", "methodHeaderPresent"] as const)
        seams.rule(
          rule,
          (original) => (http, rules) => (http.message?.method === "initialize" ? undefined : original(http, rules)),
        );
      seams.message((message) =>
        isRefusedHandshake(message) ? [{ jsonrpc: "2.0", id: message.id, result: WELCOME }] : [message],
      );
      seams.head((head, { message }) =>
        message?.method === "initialize"
          ? { ...head, status: 200, body: JSON.stringify({ jsonrpc: "2.0", id: message.id, result: WELCOME }) }
          : head,
      );
    },
  },
  {
    id: "initialize-refused-by-another-status",
    does: "Refuses a legacy initialize over HTTP with a status that says nothing of a bad request",
    breaks: ["versioning.initialize-rejected-http"],
    serves: MODERN,
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams, draw) => {
      const status = draw.pick([404, 405, 500, 200]);
      seams.head((head, { message }) => (message?.method === "initialize" ? { ...head, status } : head));
    },
  },
  {
    id: "initialize-unheard",
    does: "Serves only the modern era over stdio and leaves initialize unanswered",
    breaks: ["versioning.initialize-rejected-stdio"],
    serves: MODERN,
    where: { revisions: MODERN, transports: ["stdio"] },
    apply: (seams) => seams.message((message) => (isRefusedHandshake(message) ? [] : [message])),
  },
  {
    id: "initialize-refused-in-silence-about-versions",
    does: "Refuses initialize without naming the versions that it supports",
    breaks: ["versioning.initialize-error-names-versions"],
    serves: MODERN,
    where: { revisions: MODERN, transports: ["stdio"] },
    apply: (seams) =>
      seams.rule(
        "legacyHandshake",
        () =>
          ({ method }) =>
            method === "initialize" ? { error: { code: -32601, message: "Method not found: initialize" } } : undefined,
      ),
  },
];

/** The error of a modern-only server to initialize, told by what it says. */
function isRefusedHandshake(message: JsonObject): boolean {
  return isObject(message.error) && String(message.error.message).includes("this server supports");
}

function editVersionError(seams: Seams, edit: (data: JsonObject) => JsonObject): void {
  seams.rule("versionSupported", (original) => (request, rules) => {
    const refused = original(request, rules);
    const data = refused?.error.data;
    return refused && isObject(data) ? { ...refused, error: { ...refused.error, data: edit(data) } } : refused;
  });
}
