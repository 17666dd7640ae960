import type { ClientMutant } from "../../client/app/mutant.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";

const STDIO = { revisions: MODERN, transports: ["stdio"] } as const;
const HTTP = { revisions: MODERN, transports: ["http"] } as const;
const PROBED = ["versioning.stdio-probe-fallback-initialize", "versioning.stdio-probe-any-error-code"];

/** A client that falls back, or does not, in its own way. */
function falling(
  id: string,
  breaks: readonly string[],
  where: ClientMutant["where"],
  does: string,
  falls: (code: number | undefined) => boolean,
): ClientMutant {
  return {
    id,
    breaks,
    implies: [...PROBED, "versioning.client-retry-supported"].filter((one) => !breaks.includes(one)),
    where: where ?? {},
    does,
    apply: (seams) =>
      seams.rule(
        "fallsBack",
        () => (reply) => falls(reply.kind === "error" ? reply.error.code : undefined) && reply.kind !== "result",
      ),
  };
}

/** A client that sends a message of the later revisions once it may. */
function tooNew(id: string, requirement: string, where: ClientMutant["where"]): ClientMutant {
  return {
    id,
    breaks: [requirement],
    where: where ?? {},
    provokedBy: ["jsonrpc"],
    does: "opens a subscription of 2026-07-28 in an older revision",
    apply: (seams) =>
      seams.message((message) =>
        message.method === "tools/call"
          ? [{ jsonrpc: "2.0", id: `new-${String(message.id)}`, method: "subscriptions/listen", params: {} }, message]
          : [message],
      ),
  };
}

export const mutants: readonly ClientMutant[] = [
  falling("client-falls-back-at-32601-only", PROBED, STDIO, "falls back at -32601 alone", (code) => code === -32_601),
  falling(
    "client-falls-back-always",
    ["versioning.stdio-probe-modern-error-no-fallback"],
    STDIO,
    "falls back at any error",
    () => true,
  ),
  falling(
    "client-falls-back-at-any-400",
    ["versioning.http-modern-error-no-fallback", "versioning.http-inspects-400-body"],
    HTTP,
    "falls back at any error",
    () => true,
  ),
  {
    id: "client-initializes-at-once",
    breaks: ["versioning.stdio-probe-discover"],
    where: STDIO,
    does: "begins with initialize where both eras may be met",
    apply: (seams) => seams.rule("attempts", (original) => (hint, transport) => original(hint, transport).toReversed()),
  },
  {
    id: "client-expects-text-of-400",
    breaks: ["versioning.http-fallback-initialize"],
    where: HTTP,
    does: "falls back where the refusal has a body, and not where it has none",
    apply: (seams) => seams.rule("fallsBack", (original) => (reply) => original(reply) && reply.http?.body !== ""),
  },
  {
    id: "client-probes-before-each-list",
    breaks: ["versioning.era-cached"],
    where: { revisions: MODERN },
    does: "asks for the era before each list",
    apply: (seams) =>
      seams.message((message) =>
        /^(tools|prompts|resources)\/list$/.test(String(message.method)) && !JSON.stringify(message).includes("_meta")
          ? [
              {
                jsonrpc: "2.0",
                id: `probe-${String(message.id)}`,
                method: "server/discover",
                params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
              },
              message,
            ]
          : [message],
      ),
  },
  {
    id: "client-takes-refusal-for-none",
    breaks: ["versioning.client-retry-supported"],
    where: STDIO,
    does: "tells its application of success where no version is shared",
    apply: (seams) =>
      seams.report((line) =>
        line.ok === false ? [{ action: line.action!, ok: true, result: { tools: [] } }] : [line],
      ),
  },
  {
    id: "client-initializes-after-404",
    breaks: ["versioning.http-404-modern-error-no-fallback"],
    where: HTTP,
    does: "initializes after a completion",
    apply: (seams) => {
      let asked = false;
      seams.message((message) => {
        asked ||= message.method === "completion/complete";
        return asked && message.method === "tools/list"
          ? [{ jsonrpc: "2.0", id: "anew", method: "initialize", params: message.params! }, message]
          : [message];
      });
    },
  },
  {
    id: "client-takes-any-counter-offer",
    breaks: ["versioning.client-disconnects-must", "versioning.client-disconnects-should"],
    where: { revisions: LEGACY },
    does: "goes on under any version",
    apply: (seams) => seams.rule("acceptsAgreed", () => () => true),
  },
  {
    id: "client-silent-about-mismatch",
    breaks: ["versioning.mismatch-handled"],
    where: { revisions: LEGACY },
    does: "lists nothing where no version is shared, as if all were well",
    apply: (seams) =>
      seams.report((line) =>
        line.ok === false ? [{ action: line.action!, ok: true, result: { tools: [] } }] : [line],
      ),
  },
  {
    id: "client-asks-for-what-it-cannot",
    breaks: ["versioning.client-requests-supported"],
    where: { revisions: LEGACY },
    does: "leaves a server that grants the version asked for",
    apply: (seams) => seams.message((message) => (message.method === "notifications/initialized" ? [] : [message])),
  },
  tooNew("client-subscribes-too-early", "versioning.negotiated-version-must", { revisions: LEGACY.slice(2) }),
  tooNew("client-subscribed-too-early", "versioning.negotiated-version-should", { revisions: LEGACY.slice(0, 2) }),
  {
    id: "client-lists-under-another-version",
    breaks: ["versioning.stdio-probe-uses-supported-version"],
    implies: ["discover.client-uses-listed-version"],
    where: STDIO,
    does: "lists tools under a version that the probe did not list",
    apply: (seams) =>
      seams.message((message) =>
        message.method === "tools/list"
          ? [JSON.parse(JSON.stringify(message).replace("2026-07-28", "2026-01-26"))]
          : [message],
      ),
  },
];
