import { CODES, refusal } from "../../server/rules/refusal.ts";
import { headerOf } from "../../wire/headers.ts";
import type { Mutant } from "../mutant.ts";

const served = () => () => undefined;

/** Faults with MCP-Protocol-Version, in both eras. */
export const versionHeaderMutants: readonly Mutant[] = [
  {
    id: "version-header-unchecked",
    does: "Serves requests whatever MCP-Protocol-Version says",
    breaks: ["headers.protocol-version-mismatch-32020"],
    apply: ({ rule }) => rule("versionHeaderMatches", served),
  },
  {
    id: "version-header-optional",
    does: "Serves requests without MCP-Protocol-Version, though it speaks no revision older than that header",
    breaks: ["headers.protocol-version-missing-32020"],
    apply: ({ rule }) => {
      rule("versionHeaderPresent", served);
      rule("negotiateVersion", () => () => "2025-11-25");
    },
  },
  {
    id: "unsupported-version-served",
    does: "Serves any protocol version that header and body agree on",
    breaks: ["headers.protocol-version-unsupported-32022"],
    implies: ["versioning.unsupported-version-32022", "session.requests-judged-independently"],
    apply: ({ rule }) => rule("versionSupported", served),
  },
  {
    id: "unsupported-version-200",
    does: "Refuses unsupported protocol versions with HTTP 200",
    breaks: ["headers.protocol-version-unsupported-32022"],
    implies: ["versioning.unsupported-version-32022"],
    apply: ({ rule }) =>
      rule("versionSupported", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, status: 200 };
      }),
  },
  {
    id: "metadata-from-headers",
    does: "Serves requests whose metadata stands in headers alone",
    breaks: ["headers.metadata-not-from-headers-only"],
    implies: [
      "headers.protocol-version-unsupported-32022",
      "versioning.unsupported-version-32022",
      "session.requests-judged-independently",
      "meta.server-rejects-missing-capabilities",
      "meta.server-rejects-missing-meta",
      "meta.server-rejects-missing-protocol-version",
    ],
    apply: ({ rule }) => {
      for (const name of ["metaPresent", "metaVersion", "metaCapabilities", "versionSupported"] as const)
        rule(name, served);
    },
  },
  {
    id: "legacy-version-header-ignored",
    does: "Serves legacy requests whatever MCP-Protocol-Version says",
    breaks: ["headers.protocol-version-invalid-400"],
    apply: ({ rule }) => rule("legacyVersionHeader", served),
  },
  {
    id: "legacy-version-header-required",
    does: "Refuses every legacy request without MCP-Protocol-Version",
    breaks: ["headers.protocol-version-default"],
    apply: ({ rule }) =>
      rule(
        "legacyVersionHeader",
        (original) => (http, rules) =>
          http.message?.kind === "request" &&
          http.message.method !== "initialize" &&
          headerOf(http.headers, "mcp-protocol-version") === undefined
            ? refusal(CODES.invalidRequest, "the MCP-Protocol-Version header is missing", { status: 400 })
            : original(http, rules),
      ),
  },
];
