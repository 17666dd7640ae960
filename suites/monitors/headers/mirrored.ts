import { mirroredParameters } from "../../../simulators/server/world/mirrored.ts";
import type { ExchangeInstance, RequestInstance } from "../../../simulators/trace/context.ts";
import { decodeHeaderValue, needsEncoding } from "../../../simulators/wire/header-value.ts";
import { headersOf } from "../../../simulators/wire/headers.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";

const HELD = 10_000;

/** An argument that a header stands for, and what was sent of it. */
interface Mirrored {
  readonly header: string;
  /** undefined: absent. */
  readonly value: JsonValue | undefined;
  readonly given: readonly string[];
  readonly request: RequestInstance;
  readonly exchange: ExchangeInstance;
}

/** Listens to each annotated argument of each call of a tool whose definition the client was given. */
function onMirrored(m: MonitorTools, listener: (mirrored: Mirrored) => void): void {
  const schemas = new Map<string, JsonObject>();
  m.on("response", ({ seen, request }) => {
    const tools =
      request?.method === "tools/list" && isObject(seen.message.result) ? seen.message.result.tools : undefined;
    if (seen.from !== "peer" || !Array.isArray(tools)) return;
    for (const tool of tools as readonly JsonValue[])
      if (isObject(tool) && typeof tool.name === "string" && isObject(tool.inputSchema) && schemas.size < HELD)
        schemas.set(tool.name, tool.inputSchema);
  });
  m.on("request", ({ seen, request, exchange }) => {
    if (seen.from !== "target" || request.method !== "tools/call" || exchange === undefined) return;
    const schema = schemas.get(String(request.params.name));
    if (schema === undefined) return;
    const given = isObject(request.params.arguments) ? request.params.arguments : {};
    for (const { header, value } of mirroredParameters(schema, given))
      listener({ header, value, given: headersOf(exchange.request.headers, header), request, exchange });
  });
}

function fail(m: MonitorTools, { header, given, value, request, exchange }: Mirrored, accepted: string): void {
  const seen = given.length === 0 ? `no ${header}` : given.map((one) => `${header}: ${one}`).join(", ");
  m.fail(`${seen}, for the argument ${JSON.stringify(value) ?? "(absent)"}`, {
    accepted: [accepted],
    events: [exchange.request.seq, request.seen.seq],
  });
}

/** A monitor of those mirrored arguments that `concerns`; `holds` is asked of what was sent. */
function onValue(
  requirement: string,
  concerns: (value: JsonValue | undefined) => boolean,
  holds: (mirrored: Mirrored) => boolean,
  accepted: (mirrored: Mirrored) => string,
): Monitor {
  return monitor(
    requirement,
    (m) =>
      onMirrored(m, (mirrored) => {
        if (!concerns(mirrored.value)) return;
        m.saw();
        if (!holds(mirrored)) fail(m, mirrored, accepted(mirrored));
      }),
    { judges: "client" },
  );
}

const isSafeInteger = (value: JsonValue | undefined) => typeof value === "number" && Number.isSafeInteger(value);
const isText = (value: JsonValue | undefined): value is string => typeof value === "string";
const isValue = (value: JsonValue | undefined) => isText(value) || typeof value === "boolean" || isSafeInteger(value);
const looksEncoded = (text: string) => text.startsWith("=?base64?") && text.endsWith("?=");
const encoded = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
const none = ({ given }: Mirrored) => given.length === 0;
const exactly =
  (text: (value: JsonValue) => string) =>
  ({ given, value }: Mirrored) =>
    given.length === 0 || given[0] === text(value!);

export const mirroredMonitors: readonly Monitor[] = [
  onValue(
    "headers.param-mirrored",
    isValue,
    ({ given }) => given.length > 0,
    ({ header }) => `${header} that stands for the argument`,
  ),
  onValue(
    "headers.param-absent-omitted",
    (value) => value === undefined,
    none,
    ({ header }) => `no ${header}`,
  ),
  onValue(
    "headers.param-null-omitted",
    (value) => value === null,
    none,
    ({ header }) => `no ${header}`,
  ),
  onValue(
    "headers.param-extraction-path",
    isText,
    ({ given, value }) => given.length === 0 || decodeHeaderValue(given[0]!) === value,
    ({ value }) => `the argument at the annotation's own path, ${JSON.stringify(value)}`,
  ),
  onValue(
    "headers.value-boolean-lowercase",
    (value) => typeof value === "boolean",
    exactly(String),
    ({ value }) => String(value),
  ),
  onValue("headers.value-integer-decimal", isSafeInteger, exactly(String), ({ value }) => String(value)),
  onValue(
    "headers.param-integer-safe-range",
    (value) => typeof value === "number" && Number.isInteger(value),
    ({ given }) => given.length === 0 || Number.isSafeInteger(Number(given[0])),
    () => "an integer from -(2^53-1) to 2^53-1, or no header",
  ),
  onValue(
    "headers.value-string-as-is",
    (value) => isText(value) && !needsEncoding(value),
    exactly(String),
    ({ value }) => String(value),
  ),
  onValue(
    "headers.value-base64-unsafe",
    (value) => isText(value) && needsEncoding(value) && !looksEncoded(value),
    ({ given, value }) => given.length === 0 || decodeHeaderValue(given[0]!) === value,
    ({ value }) => encoded(String(value)),
  ),
  onValue(
    "headers.value-sentinel-escaped",
    (value) => isText(value) && looksEncoded(value),
    exactly((value) => encoded(String(value))),
    ({ value }) => encoded(String(value)),
  ),
  onValue(
    "headers.value-encoded",
    (value) => isText(value) && /[\r\n]/.test(value),
    ({ given, value, exchange }) =>
      given.length < 2 &&
      !exchange.request.headers.some(([name]) => name.toLowerCase() === "x-injected") &&
      (given.length === 0 || decodeHeaderValue(given[0]!) === value),
    ({ header, value }) => `one ${header}, ${encoded(String(value))}, and no header of the argument's making`,
  ),
  onValue(
    "headers.value-markers-exact",
    (value) => isText(value) && needsEncoding(value),
    ({ given }) => given.length === 0 || !/^=\?base64\?/i.test(given[0]!) || looksEncoded(given[0]!),
    () => "the markers =?base64? and ?=, in lower case",
  ),
];
