import { isObject, type JsonValue } from "../../simulators/wire/json.ts";
import { since } from "../../simulators/wire/revisions.ts";
import { type Monitor, type MonitorTools, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { capabilityMonitors } from "./meta/capabilities.ts";
import { clientMonitors } from "./meta/client.ts";
import { keyMonitors } from "./meta/keys.ts";
import { metaKeys, metaPlaces } from "./meta/places.ts";
import { onTargetMessages } from "./on-target.ts";

const BOTH = { judges: "both" } as const;
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
const TRACE_KEYS = ["traceparent", "tracestate", "baggage"];

/** https://www.w3.org/TR/trace-context/#traceparent-header-field-values; later versions may be longer. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
/** Comma-separated key=value members, empty ones allowed. */
const TRACESTATE =
  /^\s*([a-z0-9][a-z0-9_\-*/@]*=[\x20-\x2b\x2d-\x3c\x3e-\x7e]*)?\s*(,\s*([a-z0-9][a-z0-9_\-*/@]*=[\x20-\x2b\x2d-\x3c\x3e-\x7e]*)?\s*)*$/;
/** Comma-separated key=value members with optional properties after semicolons. */
const BAGGAGE = /^\s*[!#$%&'*+\-.^_`|~0-9A-Za-z]+\s*=[^,]*(,\s*[!#$%&'*+\-.^_`|~0-9A-Za-z]+\s*=[^,]*)*$/;

const FORMATS: Readonly<Record<string, RegExp>> = {
  traceparent: TRACEPARENT,
  tracestate: TRACESTATE,
  baggage: BAGGAGE,
};

const objectType = monitor(
  "meta.object-type",
  (m) => {
    onTargetMessages(m, ({ message, seq }) => {
      for (const { path, value } of metaPlaces(message, m.revision)) {
        m.saw();
        if (!isObject(value))
          m.fail(`${path} is ${shorten(JSON.stringify(value), 100)}`, {
            accepted: ["an object, or no such member"],
            events: [seq],
          });
      }
    });
  },
  BOTH,
);

const serverInfo = monitor("meta.server-info", (m) => {
  m.on("response", ({ seen, request }) => {
    if (seen.from !== "target" || !isObject(seen.message.result) || request === undefined) return;
    m.saw();
    const meta = seen.message.result._meta;
    if (!isObject(meta) || meta[SERVER_INFO] === undefined)
      m.fail(`a result of ${request.method} without it`, {
        accepted: [`_meta["${SERVER_INFO}"] on every result`],
        events: [request.seen.seq, seen.seq],
      });
  });
});

const implementationShape = monitor(
  "meta.implementation-shape",
  (m) => {
    const judge = (who: string, info: JsonValue | undefined, seq: number) => {
      if (info === undefined) return;
      m.saw();
      const problem = problemWithImplementation(info, m);
      if (problem !== undefined)
        m.fail(`${who} ${problem}: ${shorten(JSON.stringify(info), 300)}`, {
          accepted: ["an object with string `name` and `version`, and optional members of their types"],
          events: [seq],
          ...(problem === NO_URI ? { warningOnly: "the schema's formats are annotations" } : {}),
        });
    };
    m.on("response", ({ seen, request }) => {
      if (seen.from !== "target" || !isObject(seen.message.result)) return;
      const { result } = seen.message;
      const { _meta: meta } = result;
      judge(
        "serverInfo",
        request?.method === "initialize" ? result.serverInfo : isObject(meta) ? meta[SERVER_INFO] : undefined,
        seen.seq,
      );
    });
    m.on("request", ({ seen, request: { method, params } }) => {
      if (seen.from !== "target") return;
      const { _meta: meta } = params;
      judge(
        "clientInfo",
        method === "initialize" ? params.clientInfo : isObject(meta) ? meta[CLIENT_INFO] : undefined,
        seen.seq,
      );
    });
  },
  BOTH,
);

const traceFormat = monitor(
  "meta.trace-context-format",
  (m) => {
    onTargetMessages(m, ({ message, seq }) => {
      for (const { key, path, value } of metaKeys(message, m.revision)) {
        if (!TRACE_KEYS.includes(key)) continue;
        m.saw();
        if (typeof value !== "string" || !FORMATS[key]!.test(value))
          m.fail(`${path}.${key} is ${shorten(JSON.stringify(value) ?? "", 200)}`, {
            accepted: [key === "baggage" ? "a W3C Baggage value" : `a W3C Trace Context ${key} value`],
            events: [seq],
          });
      }
    });
  },
  BOTH,
);

const missingCapabilityData = monitor("meta.missing-capability-data", (m) => {
  m.on("response", ({ seen, request }) => {
    const { error } = seen.message;
    if (seen.from !== "target" || error?.code !== -32021) return;
    m.saw();
    const required = isObject(error.data) ? error.data.requiredCapabilities : undefined;
    const events = [...(request === undefined ? [] : [request.seen.seq]), seen.seq];
    const accepted = [
      "data.requiredCapabilities: an object that names the missing client capabilities, each with an object",
    ];
    const outsideAllReadings = "every reading has requiredCapabilities shaped like ClientCapabilities";
    if (!isObject(required) || Object.keys(required).length === 0)
      m.fail(`data is ${shorten(JSON.stringify(error.data) ?? "absent", 200)}`, {
        accepted,
        events,
        outsideAllReadings,
      });
    else if (!Object.values(required).every(isObject))
      m.fail(`requiredCapabilities is ${shorten(JSON.stringify(required), 200)}`, {
        accepted,
        events,
        outsideAllReadings,
      });
  });
});

const missingCapabilityStatus = monitor("meta.missing-capability-http-400", (m) => {
  m.on("response", ({ seen, request, exchange }) => {
    if (seen.from !== "target" || seen.message.error?.code !== -32021) return;
    const status = exchange?.response?.status;
    // Once a stream has begun the status is gone.
    if (status === undefined || (exchange?.streaming && exchange.received.length > 1)) return;
    m.saw();
    if (status !== 400)
      m.fail(`HTTP ${status} with error -32021`, {
        accepted: ["HTTP 400"],
        events: [...(request === undefined ? [] : [request.seen.seq]), seen.seq],
      });
  });
});

const NO_URI = "has a `websiteUrl` that is no URI";

function problemWithImplementation(info: JsonValue, { revision }: MonitorTools): string | undefined {
  if (!isObject(info)) return "is no object";
  if (typeof info.name !== "string") return "lacks a string `name`";
  if (typeof info.version !== "string") return "lacks a string `version`";
  const strings = [
    ...(since("2025-06-18").includes(revision) ? ["title"] : []),
    ...(since("2025-11-25").includes(revision) ? ["description", "websiteUrl"] : []),
  ];
  for (const member of strings)
    if (info[member] !== undefined && typeof info[member] !== "string") return `has a \`${member}\` that is no string`;
  if (strings.includes("websiteUrl") && typeof info.websiteUrl === "string" && !URL.canParse(info.websiteUrl))
    return NO_URI;
  if (!since("2025-11-25").includes(revision) || info.icons === undefined) return undefined;
  const icons = info.icons;
  return Array.isArray(icons) && icons.every((icon) => isObject(icon) && typeof icon.src === "string")
    ? undefined
    : "has `icons` that are no array of objects with `src`";
}

export const monitors: readonly Monitor[] = [
  ...keyMonitors,
  ...capabilityMonitors,
  ...clientMonitors,
  objectType,
  serverInfo,
  implementationShape,
  traceFormat,
  missingCapabilityData,
  missingCapabilityStatus,
];
