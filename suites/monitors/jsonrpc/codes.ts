import type { RequestInstance, Signal } from "../../../simulators/trace/context.ts";
import { headerOf } from "../../../simulators/wire/headers.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { about, isObject, shown } from "./messages.ts";

const HEADER_MISMATCH = -32020;
const MISSING_CAPABILITY = -32021;
const UNSUPPORTED_VERSION = -32022;
const DEFINED = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];
const PREDEFINED = [-32700, -32600, -32601, -32602, -32603];
/** Allocated by implementations before the policy, so no new codes. */
const KNOWN_LEGACY = [-32000, -32001, -32002, -32003, -32004];

type ErrorSignal = Signal<"response"> & { readonly code: number };

/** Error codes of the target, whatever provoked them. */
function onError(m: MonitorTools, listener: (error: ErrorSignal) => void): void {
  m.on(
    "response",
    (signal) => {
      const { seen } = signal;
      const code = seen.message.error?.code;
      if (seen.from === "target" && code !== undefined) listener({ ...signal, code });
    },
    { defects: true },
  );
}

/**
 * Error codes in answer to requests of the run's revision. A server of both eras may take anything else for a legacy
 * request, and then speaks by the legacy table.
 */
function onModernError(
  m: MonitorTools,
  listener: (error: ErrorSignal & { readonly request: RequestInstance }) => void,
): void {
  onError(m, (error) => {
    const { request } = error;
    if (request !== undefined && metaOf(request)["io.modelcontextprotocol/protocolVersion"] === m.revision)
      listener({ ...error, request });
  });
}

function metaOf(request: RequestInstance): JsonObject {
  return isObject(request.params._meta) ? request.params._meta : {};
}

/** A monitor that fails on the codes of which `wrong` holds. */
function codes(
  requirement: string,
  accepted: string,
  wrong: (code: number) => boolean,
  listen: typeof onError = onModernError,
  judges: Monitor["judges"] = "server",
): Monitor {
  return monitor(
    requirement,
    (m) => {
      listen(m, (signal) => {
        m.saw();
        if (wrong(signal.code))
          m.fail(`code ${signal.code}: ${shown(signal.seen)}`, {
            accepted: [accepted],
            ...about({ seen: signal.seen, signal }),
          });
      });
    },
    { judges },
  );
}

const within = (code: number, low: number, high: number) => code >= low && code <= high;

export const reservedRange = codes(
  "jsonrpc.code-reserved-range",
  "a predefined code, one of -32099..-32000, or one outside -32768..-32000",
  (code) => within(code, -32768, -32100) && !PREDEFINED.includes(code),
  onError,
  "both",
);

export const customOutsideReserved = codes(
  "jsonrpc.code-custom-outside-reserved",
  "a predefined code, or one outside -32768..-32000",
  (code) => within(code, -32768, -32100) && !PREDEFINED.includes(code),
);

export const retired32002 = codes("jsonrpc.code-32002-retired", "any code but -32002", (code) => code === -32002);
export const retired32042 = codes("jsonrpc.code-32042-retired", "any code but -32042", (code) => code === -32042);

export const legacyRangeAvoided = codes(
  "jsonrpc.code-legacy-range-avoided",
  "a code outside -32019..-32000",
  (code) => within(code, -32019, -32000) && code !== -32002,
);

export const legacyRangeClosed = codes(
  "jsonrpc.code-legacy-range-closed",
  "no code of -32019..-32000 that was not in use before",
  (code) => within(code, -32019, -32000) && !KNOWN_LEGACY.includes(code),
);

export const mcpRangeUndefined = codes(
  "jsonrpc.code-mcp-range-undefined",
  "of -32099..-32020 only -32020, -32021 and -32022",
  (code) => within(code, -32099, -32020) && !DEFINED.includes(code) && code !== -32042,
);

export const mcpRangeMeaning = monitor("jsonrpc.code-mcp-range-meaning", (m) => {
  onModernError(m, (signal) => {
    const { code, seen } = signal;
    m.saw();
    const why = misused(signal);
    if (why !== undefined)
      m.fail(`${code} although ${why}: ${shown(seen)}`, {
        accepted: [
          "-32020 for mirrored HTTP headers that are missing or differ",
          "-32021 for a capability that the request does not declare",
          "-32022 for a version that the server does not support",
        ],
        ...about({ seen, signal }),
      });
  });
});

/** Why the code cannot mean what the specification says that it means. What the request leaves open is not held against it. */
function misused({
  code,
  request,
  exchange,
  conversation,
  seen,
  defect,
}: ErrorSignal & { readonly request: RequestInstance }): string | undefined {
  const meta = metaOf(request);
  if (code === HEADER_MISMATCH && conversation.transport === "stdio") return "stdio has no headers";
  if (code === HEADER_MISMATCH && defect === undefined && request.method !== "tools/call")
    return "the headers agree with the body";
  if (code === UNSUPPORTED_VERSION) {
    const version = meta["io.modelcontextprotocol/protocolVersion"];
    const header = exchange && headerOf(exchange.request.headers, "mcp-protocol-version");
    if (header === undefined || header === version)
      return `the request names ${conversation.revision}, which the server supports`;
  }
  if (code === MISSING_CAPABILITY) {
    const data = seen.message.error?.data;
    const required =
      isObject(data) && isObject(data.requiredCapabilities) ? Object.keys(data.requiredCapabilities) : [];
    const declared = meta["io.modelcontextprotocol/clientCapabilities"];
    // Which member of a capability is missing, only the server knows: the names alone count.
    const met =
      required.length > 0 &&
      isObject(declared) &&
      required.every((name) => isPlain(data, name) && Object.hasOwn(declared, name));
    if (met) return `the request declares ${required.join(", ")}`;
  }
  return undefined;
}

/** A capability required as a whole, not some member of it. */
function isPlain(data: unknown, name: string): boolean {
  const required = (data as { readonly requiredCapabilities: JsonObject }).requiredCapabilities[name];
  return isObject(required) && Object.keys(required).length === 0;
}

export const monitors: readonly Monitor[] = [
  reservedRange,
  customOutsideReserved,
  retired32002,
  retired32042,
  legacyRangeAvoided,
  legacyRangeClosed,
  mcpRangeUndefined,
  mcpRangeMeaning,
];
