import type { ExchangeInstance, SeenMessage } from "../../../simulators/trace/context.ts";
import { decodeHeaderValue, needsEncoding } from "../../../simulators/wire/header-value.ts";
import { headerOf, mediaTypeOf } from "../../../simulators/wire/headers.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";

const META_VERSION = "io.modelcontextprotocol/protocolVersion";
const CLIENT = { judges: "client" } as const;

interface Posted {
  readonly seen: SeenMessage;
  readonly exchange: ExchangeInstance;
  readonly method: string | undefined;
  readonly params: JsonObject;
  header(name: string): string | undefined;
}

/** Listens to each message that the client POSTs. */
function onPost(m: MonitorTools, listener: (posted: Posted) => void): void {
  const take = ({
    seen,
    exchange,
  }: {
    readonly seen: SeenMessage;
    readonly exchange: ExchangeInstance | undefined;
  }) => {
    if (seen.from !== "target" || exchange === undefined || exchange.request.method !== "POST") return;
    const { headers } = exchange.request;
    listener({
      seen,
      exchange,
      method: seen.message.method,
      params: seen.message.params ?? {},
      header: (name) => headerOf(headers, name),
    });
  };
  m.on("request", take);
  m.on("notification", take);
  m.on("response", take);
}

function fail(m: MonitorTools, { seen, exchange }: Posted, what: string, accepted: string): void {
  m.fail(`${what}, with the body ${shorten(seen.message.text, 200)}`, {
    accepted: [accepted],
    events: [exchange.request.seq, seen.seq],
  });
}

const shown = (value: string | undefined) => (value === undefined ? "no header" : JSON.stringify(value));

/** A monitor of one header of every POST. */
function onEach(requirement: string, judge: (m: MonitorTools, posted: Posted) => void): Monitor {
  return monitor(requirement, (m) => onPost(m, (posted) => judge(m, posted)), CLIENT);
}

const mediaRanges = (accept: string | undefined) =>
  (accept ?? "").split(",").map((range) => range.split(";", 1)[0]!.trim().toLowerCase());

/** The member that `Mcp-Name` mirrors. */
export function mirroredName(method: string | undefined, params: JsonObject): JsonValue | undefined {
  if (method === "tools/call" || method === "prompts/get") return params.name;
  return method === "resources/read" ? params.uri : undefined;
}

export const postMonitors: readonly Monitor[] = [
  onEach("headers.accept", (m, posted) => {
    m.saw();
    const accept = posted.header("accept");
    const ranges = mediaRanges(accept);
    if (ranges.includes("application/json") && ranges.includes("text/event-stream")) return;
    m.fail(`Accept: ${accept ?? "(none)"}`, {
      accepted: ["Accept with application/json and text/event-stream"],
      events: [posted.exchange.request.seq],
      ...(ranges.includes("*/*") ? { warningOnly: "*/* takes both media types without naming them" } : {}),
    });
  }),

  onEach("headers.content-type-json", (m, posted) => {
    m.saw();
    if (mediaTypeOf(posted.exchange.request.headers) !== "application/json")
      fail(m, posted, `Content-Type ${shown(posted.header("content-type"))}`, "Content-Type: application/json");
  }),

  onEach("headers.method-matches-body", (m, posted) => {
    if (posted.method === undefined) return;
    const given = posted.header("mcp-method");
    if (given === undefined) return;
    m.saw();
    if (decodeHeaderValue(given) !== posted.method)
      fail(m, posted, `Mcp-Method ${shown(given)}`, `Mcp-Method: ${posted.method}`);
  }),

  onEach("headers.protocol-version-every-post", (m, posted) => {
    m.saw();
    if (posted.header("mcp-protocol-version") === undefined)
      fail(m, posted, "no MCP-Protocol-Version", "MCP-Protocol-Version on every POST");
  }),

  onEach("headers.protocol-version-matches-body", (m, posted) => {
    const own = isObject(posted.params._meta) ? posted.params._meta[META_VERSION] : undefined;
    const given = posted.header("mcp-protocol-version");
    if (typeof own !== "string" || given === undefined) return;
    m.saw();
    if (decodeHeaderValue(given) !== own)
      fail(m, posted, `MCP-Protocol-Version ${shown(given)}`, `MCP-Protocol-Version: ${own}, as _meta has it`);
  }),

  onEach("headers.request-metadata-headers", (m, posted) => {
    if (posted.seen.message.kind !== "request") return;
    m.saw();
    const wanted = ["MCP-Protocol-Version", "Mcp-Method"];
    if (typeof mirroredName(posted.method, posted.params) === "string") wanted.push("Mcp-Name");
    const missing = wanted.filter((name) => posted.header(name) === undefined);
    if (missing.length > 0) fail(m, posted, `no ${missing.join(", ")}`, wanted.join(", "));
  }),

  onEach("headers.name-matches-body", (m, posted) => {
    const name = mirroredName(posted.method, posted.params);
    const given = posted.header("mcp-name");
    if (typeof name !== "string" || given === undefined) return;
    m.saw();
    // A value that is no header text at all is judged by how it is encoded.
    if (decodeHeaderValue(given) !== name && !(needsEncoding(name) && decodeHeaderValue(given) === given))
      fail(m, posted, `Mcp-Name ${shown(given)}`, `Mcp-Name that stands for ${JSON.stringify(name)}`);
  }),

  onEach("headers.name-base64", (m, posted) => {
    const name = mirroredName(posted.method, posted.params);
    const given = posted.header("mcp-name");
    if (typeof name !== "string" || given === undefined || !needsEncoding(name)) return;
    m.saw();
    if (decodeHeaderValue(given) !== name)
      fail(m, posted, `Mcp-Name ${shown(given)}`, `=?base64?${Buffer.from(name).toString("base64")}?=`);
  }),
];
