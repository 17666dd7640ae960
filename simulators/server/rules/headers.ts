import { decodeHeaderValue } from "../../wire/header-value.ts";
import { headersOf } from "../../wire/headers.ts";
import type { JsonValue } from "../../wire/json.ts";
import type { HttpFacts } from "../facts.ts";
import { META } from "../names.ts";
import { mirroredParameters } from "../world/mirrored.ts";
import { CODES, type Guard, objectOr, refusal } from "./refusal.ts";
import { modernOf } from "./rpc.ts";

/** Guards of the modern era's mirrored headers (2026-07-28/basic/transports/streamable-http#server-validation), in order. */
export interface HeaderRules {
  /** One request or notification a POST: no array, no response. */
  singleMessage: Guard<HttpFacts>;
  versionHeaderPresent: Guard<HttpFacts>;
  versionHeaderMatches: Guard<HttpFacts>;
  methodHeaderPresent: Guard<HttpFacts>;
  methodHeaderMatches: Guard<HttpFacts>;
  nameHeaderPresent: Guard<HttpFacts>;
  nameHeaderMatches: Guard<HttpFacts>;
  /** An argument that is mirrored has its Mcp-Param header. */
  paramHeaderPresent: Guard<HttpFacts>;
  /** Mcp-Param headers that the tool knows agree with the arguments. */
  paramHeaderMatches: Guard<HttpFacts>;
  /** A known Mcp-Param header comes only with its argument. */
  paramHeaderExpected: Guard<HttpFacts>;
  /** What an Mcp-Name or Mcp-Param value stands for; undefined when it has invalid characters or broken Base64. */
  readHeaderValue: (value: string) => string | undefined;
  /** Whether a decoded header value stands for the argument. */
  sameParameter: (header: string, argument: JsonValue) => boolean;
}

export const MODERN_HTTP_ORDER = [
  "singleMessage",
  "versionHeaderPresent",
  "versionHeaderMatches",
  "methodHeaderPresent",
  "methodHeaderMatches",
  "nameHeaderPresent",
  "nameHeaderMatches",
  "paramHeaderPresent",
  "paramHeaderMatches",
  "paramHeaderExpected",
] as const;

const NAMED: { readonly [method: string]: string } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

const mismatch = (message: string) => refusal(CODES.headerMismatch, `Header mismatch: ${message}`, { status: 400 });
const missing = (name: string) => mismatch(`the ${name} header is missing`);
const differs = (name: string, header: string, body: string) =>
  mismatch(`${name} is '${printable(header)}' but the body says '${printable(body)}'`);

export const headerRules: HeaderRules = {
  singleMessage: ({ message }) =>
    message && message.kind !== "request" && message.kind !== "notification" && message.kind !== "invalid"
      ? refusal(CODES.invalidRequest, "the body holds one request or notification", { status: 400 })
      : undefined,

  versionHeaderPresent: (http) => {
    if (!isRequest(http) || all(http, "mcp-protocol-version").length > 0) return undefined;
    const absent = missing("MCP-Protocol-Version");
    if (http.message?.method !== "initialize") return absent;
    // 2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions: a legacy client is told in words.
    const message = `${absent.error.message}; this server supports ${modernOf(http.server.revisions).join(", ")}`;
    return { ...absent, error: { ...absent.error, message } };
  },

  versionHeaderMatches: (http) => {
    const said = objectOr(http.message?.params?._meta)[META.protocolVersion];
    if (!isRequest(http) || typeof said !== "string") return undefined;
    const wrong = all(http, "mcp-protocol-version").find((value) => value !== said);
    return wrong === undefined ? undefined : differs("MCP-Protocol-Version", wrong, said);
  },

  methodHeaderPresent: (http) =>
    isRequest(http) && all(http, "mcp-method").length === 0 ? missing("Mcp-Method") : undefined,

  methodHeaderMatches: (http) => {
    const method = http.message?.method;
    if (!isRequest(http) || method === undefined) return undefined;
    const wrong = all(http, "mcp-method").find((value) => value !== method);
    return wrong === undefined ? undefined : differs("Mcp-Method", wrong, method);
  },

  nameHeaderPresent: (http) =>
    nameOf(http) !== undefined && all(http, "mcp-name").length === 0 ? missing("Mcp-Name") : undefined,

  nameHeaderMatches: (http, rules) => {
    const name = nameOf(http);
    if (name === undefined) return undefined;
    const wrong = all(http, "mcp-name").find((value) => rules.readHeaderValue(value) !== name);
    return wrong === undefined ? undefined : differs("Mcp-Name", wrong, name);
  },

  paramHeaderPresent: (http) => {
    const absent = mirrored(http).find(
      ({ value, headers }) => value !== undefined && value !== null && headers.length === 0,
    );
    return absent && missing(absent.header);
  },

  paramHeaderMatches: (http, rules) => {
    for (const { header, value, headers } of mirrored(http)) {
      if (value === undefined || value === null) continue;
      const wrong = headers.find((sent) => {
        const read = rules.readHeaderValue(sent);
        return read === undefined || !rules.sameParameter(read, value);
      });
      if (wrong !== undefined) return differs(header, wrong, String(value));
    }
    return undefined;
  },

  paramHeaderExpected: (http) => {
    const extra = mirrored(http).find(
      ({ value, headers }) => (value === undefined || value === null) && headers.length > 0,
    );
    return extra && mismatch(`${extra.header} came without its argument`);
  },

  readHeaderValue: (value) => (/^[\t\x20-\x7e]*$/.test(value) ? decodeHeaderValue(value) : undefined),

  sameParameter: (header, argument) =>
    typeof argument === "number" ? header.trim() !== "" && Number(header) === argument : header === String(argument),
};

function isRequest({ message }: HttpFacts): boolean {
  return message?.kind === "request";
}

function all({ headers }: HttpFacts, name: string): readonly string[] {
  return headersOf(headers, name);
}

function nameOf(http: HttpFacts): string | undefined {
  const member = isRequest(http) ? NAMED[http.message?.method ?? ""] : undefined;
  const name = member === undefined ? undefined : http.message?.params?.[member];
  return typeof name === "string" ? name : undefined;
}

function mirrored(http: HttpFacts) {
  if (!isRequest(http) || http.message?.method !== "tools/call") return [];
  const { name, arguments: given } = http.message.params ?? {};
  const tool = typeof name === "string" ? http.server.world.tool(name, http.server.revisions.at(-1)!) : undefined;
  if (!tool) return [];
  return mirroredParameters(tool.definition.inputSchema, objectOr(given)).map((parameter) => ({
    ...parameter,
    headers: all(http, parameter.header),
  }));
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
}
