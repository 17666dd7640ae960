import { MODERN_HTTP_ORDER } from "../../server/rules/headers.ts";
import { CODES, refusal } from "../../server/rules/refusal.ts";
import { headerOf } from "../../wire/headers.ts";
import type { Mutant } from "../mutant.ts";

const HEADER_RULES: readonly string[] = MODERN_HTTP_ORDER;

/** The methods whose name or URI is mirrored, each a facet. */
const NAMED = ["tools/call", "prompts/get", "resources/read"] as const;

const nameMutants: readonly Mutant[] = NAMED.flatMap((method) => {
  const slug = method.replace("/", "-");
  return [
    {
      id: `name-header-optional-${slug}`,
      does: `Serves ${method} without Mcp-Name`,
      breaks: ["headers.name-missing-32020"],
      facet: method,
      apply: ({ rule }) =>
        rule(
          "nameHeaderPresent",
          (original) => (http, rules) => (http.message?.method === method ? undefined : original(http, rules)),
        ),
    },
    {
      id: `name-header-unchecked-${slug}`,
      does: `Serves ${method} whatever Mcp-Name says`,
      breaks: ["headers.name-mismatch-32020"],
      implies: ["headers.values-case-sensitive", "headers.value-markers-exact", "headers.invalid-chars-32020"],
      facet: method,
      apply: ({ rule }) =>
        rule(
          "nameHeaderMatches",
          (original) => (http, rules) => (http.message?.method === method ? undefined : original(http, rules)),
        ),
    },
  ] satisfies readonly Mutant[];
});

/** Faults with Mcp-Method and Mcp-Name, and in how header refusals look. */
export const standardHeaderMutants: readonly Mutant[] = [
  ...nameMutants,
  {
    id: "method-header-optional",
    does: "Serves requests without Mcp-Method",
    breaks: ["headers.method-missing-32020"],
    apply: ({ rule }) => rule("methodHeaderPresent", () => () => undefined),
  },
  {
    id: "method-header-unchecked",
    does: "Serves requests whatever Mcp-Method says",
    breaks: ["headers.method-mismatch-32020"],
    implies: ["headers.values-case-sensitive"],
    apply: ({ rule }) => rule("methodHeaderMatches", () => () => undefined),
  },
  {
    id: "header-values-any-case",
    does: "Compares Mcp-Method and Mcp-Name with the body without regard to case",
    breaks: ["headers.values-case-sensitive"],
    apply: ({ rule }) => {
      const lower = (text: string | undefined) => text?.toLowerCase();
      rule(
        "methodHeaderMatches",
        (original) => (http, rules) =>
          lower(headerOf(http.headers, "mcp-method")) === lower(http.message?.method)
            ? undefined
            : original(http, rules),
      );
      rule("nameHeaderMatches", (original) => (http, rules) => {
        const { name, uri } = http.message?.params ?? {};
        const said = rules.readHeaderValue(headerOf(http.headers, "mcp-name") ?? "");
        return lower(said) === lower(String(name ?? uri)) ? undefined : original(http, rules);
      });
    },
  },
  {
    id: "method-taken-from-header",
    does: "Executes the method that Mcp-Method names in place of the body's",
    breaks: ["headers.body-is-truth"],
    where: { transports: ["http"] },
    implies: ["headers.method-mismatch-32020", "headers.values-case-sensitive"],
    apply: ({ rule, result }) => {
      const discovers = new Set<unknown>();
      rule("methodHeaderMatches", () => ({ headers, message }) => {
        const said = headerOf(headers, "mcp-method");
        if (said === "server/discover" && message?.method !== said) discovers.add(JSON.parse(message?.rawId ?? "null"));
        return undefined;
      });
      result("*", (given, { id }) =>
        discovers.delete(id) ? { supportedVersions: ["2026-07-28"], capabilities: {} } : given,
      );
    },
  },
  {
    id: "header-names-exact-case",
    does: "Knows Mcp-Method in one spelling only",
    breaks: ["headers.names-case-insensitive"],
    implies: ["jsonrpc.code-mcp-range-meaning"],
    apply: ({ rule }) =>
      rule(
        "methodHeaderPresent",
        (original) => (http, rules) =>
          original({ ...http, headers: http.headers.filter(([name]) => name === "Mcp-Method") }, rules),
      ),
  },
  {
    id: "header-refusal-without-body",
    does: "Refuses for headers with an empty HTTP 400",
    breaks: ["headers.error-jsonrpc-body"],
    implies: [
      "headers.method-missing-32020",
      "headers.method-mismatch-32020",
      "headers.name-missing-32020",
      "headers.name-mismatch-32020",
      "headers.param-missing-32020",
      "headers.param-mismatch-32020",
      "headers.param-without-body-value-32020",
      "headers.param-invalid-chars-rejected",
      "headers.protocol-version-missing-32020",
      "headers.protocol-version-mismatch-32020",
      "headers.values-case-sensitive",
      "headers.value-markers-exact",
    ],
    apply: ({ head }) =>
      head((one, { because }) => (HEADER_RULES.includes(because) ? { ...one, headers: [], body: undefined } : one)),
  },
  {
    id: "header-refusal-without-id",
    does: "Leaves the id out of header mismatch errors",
    breaks: ["headers.error-id"],
    apply: ({ head }) =>
      head((one, { because }) => {
        if (!HEADER_RULES.includes(because) || one.body === undefined) return one;
        const { id: _, ...rest } = JSON.parse(one.body);
        return { ...one, body: JSON.stringify(rest) };
      }),
  },
  {
    id: "header-mismatch-executed",
    does: "Runs a call before it refuses it for its Mcp-Name",
    breaks: ["headers.mismatch-not-executed"],
    apply: ({ rule }) =>
      rule("nameHeaderMatches", (original) => (http, rules) => {
        const refused = original(http, rules);
        if (refused && http.message?.params?.name === "assay_counter") http.server.world.counter += 1;
        return refused;
      }),
  },
  {
    id: "header-base64-not-decoded",
    does: "Compares encoded header values with the body as they stand",
    breaks: ["headers.value-server-decodes"],
    apply: ({ rule }) =>
      rule("readHeaderValue", (original) => (value) => (original(value) === undefined ? undefined : value)),
  },
  {
    id: "header-base64-markers-any-case",
    does: "Takes Base64 markers in upper case, too",
    breaks: ["headers.value-markers-exact"],
    apply: ({ rule }) =>
      rule("readHeaderValue", (original) => (value) => original(value.replace(/^=\?base64\?/i, "=?base64?"))),
  },
  {
    id: "header-invalid-characters-dropped",
    does: "Leaves characters out of header values that must not stand there",
    breaks: ["headers.invalid-chars-32020"],
    apply: ({ rule }) =>
      rule("readHeaderValue", (original) => (value) => original(value.replace(/[^\t\x20-\x7e]/g, ""))),
  },
  {
    id: "unknown-method-200",
    does: "Answers unknown methods with HTTP 200",
    breaks: ["headers.unknown-method-404"],
    apply: ({ rule }) =>
      rule(
        "errorStatus",
        (original) => (error, era) =>
          era === "modern" && error.code === CODES.methodNotFound ? 200 : original(error, era),
      ),
  },
  {
    id: "param-unknown-refused",
    does: "Refuses a request for an Mcp-Param header that it does not know",
    breaks: ["headers.param-unknown-ignored"],
    apply: ({ rule }) =>
      rule(
        "paramHeaderExpected",
        (original) => (http, rules) =>
          http.headers.some(([name]) => /^mcp-param-zzz/i.test(name))
            ? refusal(CODES.headerMismatch, "Header mismatch: unknown Mcp-Param header", { status: 400 })
            : original(http, rules),
      ),
  },
];
