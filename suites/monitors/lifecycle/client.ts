import type { RequestInstance, SeenMessage, Signal } from "../../../simulators/trace/context.ts";
import { headerOf } from "../../../simulators/wire/headers.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";

const CLIENT = { judges: "client" } as const;

/** A client of both eras asks by the rules of the modern one before it falls back to the handshake. */
function isModernRequest({ params }: RequestInstance): boolean {
  const { _meta: meta } = params;
  return isObject(meta) && meta["io.modelcontextprotocol/protocolVersion"] !== undefined;
}

const isOperation = (request: RequestInstance) =>
  request.method !== "ping" && request.method !== "initialize" && !isModernRequest(request);

const initializeFirst = monitor(
  "lifecycle.initialize-first",
  (m) => {
    const begun = new Set<string>();
    const first = (
      { seen, conversation, exchange }: Signal<"request" | "notification">,
      request: RequestInstance | undefined,
    ) => {
      if (begun.has(conversation.channel) || (request !== undefined && isModernRequest(request))) return;
      // Who names a session has opened it elsewhere; a ping may come at any time.
      const named = exchange !== undefined && headerOf(exchange.request.headers, "mcp-session-id") !== undefined;
      if (named || request?.method === "ping") return;
      begun.add(conversation.channel);
      m.saw();
      if (request?.method !== "initialize")
        m.fail(shorten(seen.message.text, 300), { accepted: ["initialize before anything else"], events: [seen.seq] });
    };
    m.on("request", (signal) => {
      if (signal.seen.from === "target") first(signal, signal.request);
    });
    m.on("notification", (signal) => {
      if (signal.seen.from === "target") first(signal, undefined);
    });
  },
  CLIENT,
);

const initializeParams = monitor(
  "lifecycle.initialize-params",
  (m) => {
    m.on("request", ({ seen, request: { method, params } }) => {
      if (seen.from !== "target" || method !== "initialize") return;
      m.saw();
      const wrong = [
        typeof params.protocolVersion === "string" ? undefined : "protocolVersion is no string",
        isObject(params.capabilities) ? undefined : "capabilities is no object",
        isObject(params.clientInfo) ? undefined : "clientInfo is no object",
      ].filter((problem) => problem !== undefined);
      if (wrong.length > 0)
        m.fail(`${wrong.join(", ")}: ${shorten(seen.message.text, 300)}`, {
          accepted: ["params with protocolVersion (string), capabilities (object) and clientInfo (object)"],
          events: [seen.seq],
        });
    });
  },
  CLIENT,
);

const quietBeforeResponse = monitor(
  "lifecycle.client-quiet-before-response",
  (m) => {
    const waiting = new Map<string, RequestInstance>();
    m.on("request", ({ seen, request, conversation: { channel } }) => {
      if (seen.from !== "target") return;
      const initialize = waiting.get(channel);
      if (request.method === "initialize") waiting.set(channel, request);
      else if (initialize?.answers === 0 && initialize.exchange?.end === undefined && isOperation(request))
        m.fail(`${request.method} while initialize was not yet answered`, {
          accepted: ["no request but ping"],
          events: [initialize.seen.seq, seen.seq],
        });
    });
    m.on("response", ({ seen, request, conversation: { channel } }) => {
      if (seen.from === "target" || request?.method !== "initialize") return;
      waiting.delete(channel);
      m.saw();
    });
  },
  CLIENT,
);

/** Over HTTP two POSTs may overtake each other, so that only one that never comes is told of. */
const initializedNotification = monitor(
  "lifecycle.initialized-notification",
  (m) => {
    interface Handshake {
      readonly answer: SeenMessage;
      operation: RequestInstance | undefined;
    }
    const open = new Map<string, Handshake>();
    const fail = ({ answer, operation }: Handshake) => {
      if (operation === undefined) return;
      m.saw();
      m.fail(`${operation.method}, and no notifications/initialized before it`, {
        accepted: ["notifications/initialized once initialize was answered, before other requests"],
        events: [answer.seq, operation.seen.seq],
      });
    };
    m.on("response", ({ seen, request, conversation: { channel } }) => {
      if (seen.from === "peer" && request?.method === "initialize" && isObject(seen.message.result))
        open.set(channel, { answer: seen, operation: undefined });
    });
    m.on("notification", ({ seen, conversation: { channel } }) => {
      if (seen.from !== "target" || seen.message.method !== "notifications/initialized") return;
      if (open.delete(channel)) m.saw();
    });
    m.on("request", ({ seen, request, conversation: { channel, transport } }) => {
      const handshake = open.get(channel);
      if (seen.from !== "target" || handshake === undefined || !isOperation(request)) return;
      handshake.operation ??= request;
      if (transport !== "stdio") return;
      fail(handshake);
      open.delete(channel);
    });
    m.on("end", () => {
      for (const handshake of open.values()) fail(handshake);
    });
  },
  CLIENT,
);

export const clientMonitors: readonly Monitor[] = [
  initializeFirst,
  initializeParams,
  quietBeforeResponse,
  initializedNotification,
];
