import { headerOf, headersOf, mediaTypeOf } from "../../wire/headers.ts";
import { eraOf, factsOf, isRevision, type Revision } from "../../wire/revisions.ts";
import type { HttpFacts } from "../facts.ts";
import { CODES, type Guard, refusal } from "./refusal.ts";

/** Guards of the HTTP endpoint that both eras share, in the order in which they run. */
export interface HttpRules {
  path: Guard<HttpFacts>;
  host: Guard<HttpFacts>;
  origin: Guard<HttpFacts>;
  httpMethod: Guard<HttpFacts>;
  contentType: Guard<HttpFacts>;
  accept: Guard<HttpFacts>;
  bodyReadable: Guard<HttpFacts>;
  bodyIsMessage: Guard<HttpFacts>;
  /** Legacy: the session header is there. */
  sessionPresent: Guard<HttpFacts>;
  /** Legacy: the session header names a live session. */
  sessionKnown: Guard<HttpFacts>;
  /** Legacy: MCP-Protocol-Version, where sent, names a supported revision. */
  legacyVersionHeader: Guard<HttpFacts>;
}

export const SHARED_HTTP_ORDER = [
  "path",
  "host",
  "origin",
  "httpMethod",
  "contentType",
  "accept",
  "bodyReadable",
  "bodyIsMessage",
] as const;
export const LEGACY_HTTP_ORDER = ["sessionPresent", "sessionKnown", "legacyVersionHeader"] as const;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export const httpRules: HttpRules = {
  path: ({ path }) =>
    path === "/mcp"
      ? undefined
      : refusal(CODES.invalidRequest, `nothing is served at ${path}; the MCP endpoint is /mcp`, { status: 404 }),

  host: ({ headers }) => {
    const host = headerOf(headers, "host");
    return host !== undefined && LOOPBACK.has(hostname(`http://${host}`))
      ? undefined
      : refusal(CODES.invalidRequest, "the Host header names no local host", { status: 403 });
  },

  origin: ({ headers }) =>
    headersOf(headers, "origin").every((origin) => LOOPBACK.has(hostname(origin)))
      ? undefined
      : refusal(CODES.invalidRequest, "requests from this Origin are not served", { status: 403 }),

  httpMethod: ({ method, era }) => {
    const allowed = era === "modern" ? ["POST"] : ["POST", "GET", "DELETE"];
    return allowed.includes(method)
      ? undefined
      : refusal(CODES.invalidRequest, `${method} is not allowed on the MCP endpoint`, {
          status: 405,
          headers: [["Allow", allowed.join(", ")]],
        });
  },

  contentType: ({ method, headers }) =>
    method !== "POST" || mediaTypeOf(headers) === "application/json"
      ? undefined
      : refusal(CODES.invalidRequest, "the body of a POST is sent as application/json", { status: 415 }),

  accept: ({ method, headers }) => {
    const needed = method === "GET" ? ["text/event-stream"] : ["application/json", "text/event-stream"];
    return method === "DELETE" || needed.some((type) => accepts(headers, type))
      ? undefined
      : refusal(CODES.invalidRequest, `Accept allows none of ${needed.join(", ")}`, { status: 406 });
  },

  bodyReadable: ({ message }) =>
    message && message.value === undefined ? refusal(CODES.parse, "the body is no JSON", { status: 400 }) : undefined,

  bodyIsMessage: ({ message }) =>
    message?.kind === "invalid" && message.rawId === undefined
      ? refusal(CODES.invalidRequest, `the body is no JSON-RPC message: ${message.problem}`, { status: 400 })
      : undefined,

  sessionPresent: ({ headers, message, session }) =>
    message?.method === "initialize" || session !== undefined || headerOf(headers, "mcp-session-id") !== undefined
      ? undefined
      : refusal(CODES.invalidRequest, "the Mcp-Session-Id header is missing; send initialize first", { status: 400 }),

  sessionKnown: ({ session, message }) =>
    message?.method === "initialize" || session
      ? undefined
      : refusal(CODES.invalidRequest, "this session has ended; send initialize again", { status: 404 }),

  legacyVersionHeader: ({ headers, session, message, server }) => {
    const sent = headerOf(headers, "mcp-protocol-version");
    if (
      sent === undefined ||
      message?.method === "initialize" ||
      !session?.revision ||
      !factsOf(session.revision).versionHeader
    )
      return undefined;
    return legacyOf(server.revisions).includes(sent as Revision)
      ? undefined
      : refusal(CODES.invalidRequest, `MCP-Protocol-Version ${sent} is not supported`, { status: 400 });
  },
};

function legacyOf(revisions: readonly Revision[]): readonly Revision[] {
  return revisions.filter((revision) => eraOf(revision) === "legacy");
}

function hostname(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

/** Whether the Accept header allows a media type, by its media ranges; an absent header allows all. */
export function accepts(headers: HttpFacts["headers"], type: string): boolean {
  const ranges = headersOf(headers, "accept").flatMap((value) => value.split(","));
  if (ranges.length === 0) return true;
  return ranges.some((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !refused && (name === type || name === "*/*" || name === `${type.split("/")[0]}/*`);
  });
}

export function isModernVersion(text: string | undefined): boolean {
  return text !== undefined && isRevision(text) && eraOf(text) === "modern";
}
