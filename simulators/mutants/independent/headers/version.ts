import { META } from "../../../server/names.ts";
import { CODES, refusal } from "../../../server/rules/refusal.ts";
import { headerOf } from "../../../wire/headers.ts";
import { isRevision } from "../../../wire/revisions.ts";
import type { Mutant } from "../../mutant.ts";

const MODERN = { revisions: ["2026-07-28"], transports: ["http"] } as const;
const LEGACY = { revisions: ["2025-06-18", "2025-11-25"], transports: ["http"] } as const;

/** MCP-Protocol-Version in both eras, and what only the body may say. */
export const version: readonly Mutant[] = [
  {
    id: "version-header-compared-for-calls-only",
    breaks: ["headers.protocol-version-mismatch-32020"],
    where: MODERN,
    does: "Compares MCP-Protocol-Version with the body on tools/call only",
    apply: (seams) =>
      seams.rule(
        "versionHeaderMatches",
        (original) => (http, rules) => (http.message?.method === "tools/call" ? original(http, rules) : undefined),
      ),
  },
  {
    id: "older-known-version-served",
    breaks: ["headers.protocol-version-unsupported-32022"],
    implies: ["versioning.unsupported-version-32022", "session.requests-judged-independently"],
    where: MODERN,
    serves: ["2026-07-28"],
    does: "Serves requests that state an older revision, which it does not support, and refuses unknown dates",
    apply: (seams) =>
      seams.rule("versionSupported", (original) => (request, rules) => {
        const stated = request.meta[META.protocolVersion];
        return typeof stated === "string" && isRevision(stated) ? undefined : original(request, rules);
      }),
  },
  {
    id: "version-taken-from-header",
    breaks: ["headers.metadata-not-from-headers-only"],
    implies: ["meta.request-protocol-version", "meta.missing-required-32602"],
    where: MODERN,
    does: "Serves a request whose `_meta` lacks the protocol version when the header has it",
    apply: (seams) => {
      seams.rule("metaVersion", () => () => undefined);
      seams.rule(
        "versionSupported",
        (original) => (request, rules) =>
          request.meta[META.protocolVersion] === undefined ? undefined : original(request, rules),
      );
    },
  },
  {
    id: "dated-version-header-served",
    breaks: ["headers.protocol-version-invalid-400"],
    where: LEGACY,
    does: "Refuses an MCP-Protocol-Version that is no date, and serves any date",
    apply: (seams) =>
      seams.rule(
        "legacyVersionHeader",
        (original) => (http, rules) =>
          /^\d{4}-\d\d-\d\d$/.test(headerOf(http.headers, "mcp-protocol-version") ?? "")
            ? undefined
            : original(http, rules),
      ),
  },
  {
    id: "future-version-header-served",
    breaks: ["headers.protocol-version-invalid-400"],
    where: LEGACY,
    does: "Refuses an MCP-Protocol-Version older than it knows, and takes a later date for a newer client",
    apply: (seams) =>
      seams.rule(
        "legacyVersionHeader",
        (original) => (http, rules) =>
          /^20(2[7-9]|[3-9]\d)-\d\d-\d\d$/.test(headerOf(http.headers, "mcp-protocol-version") ?? "")
            ? undefined
            : original(http, rules),
      ),
  },
  {
    id: "version-header-ignored-on-get",
    breaks: ["headers.protocol-version-invalid-400"],
    where: LEGACY,
    does: "Validates MCP-Protocol-Version on POSTs and not on GET",
    apply: (seams) =>
      seams.rule(
        "legacyVersionHeader",
        (original) => (http, rules) => (http.method === "GET" ? undefined : original(http, rules)),
      ),
  },
  {
    id: "version-header-ignored-on-notifications",
    breaks: ["headers.protocol-version-invalid-400"],
    where: LEGACY,
    does: "Validates MCP-Protocol-Version on requests and not on notifications",
    apply: (seams) =>
      seams.rule(
        "legacyVersionHeader",
        (original) => (http, rules) => (http.message?.kind === "notification" ? undefined : original(http, rules)),
      ),
  },
  {
    id: "invalid-version-header-404",
    breaks: ["headers.protocol-version-invalid-400"],
    where: LEGACY,
    does: "Answers an unsupported MCP-Protocol-Version with 404, as if the session had ended",
    apply: (seams) =>
      seams.head((head, { because }) => (because === "legacyVersionHeader" ? { ...head, status: 404 } : head)),
  },
  {
    id: "version-header-demanded-on-calls",
    breaks: ["headers.protocol-version-default"],
    where: LEGACY,
    does: "Refuses a tools/call without MCP-Protocol-Version with 400, in every session",
    apply: (seams) =>
      seams.rule(
        "legacyVersionHeader",
        (original) => (http, rules) =>
          http.message?.method === "tools/call" && headerOf(http.headers, "mcp-protocol-version") === undefined
            ? refusal(CODES.invalidRequest, "the MCP-Protocol-Version header is missing", { status: 400 })
            : original(http, rules),
      ),
  },
];
