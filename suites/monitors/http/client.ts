import type { ExchangeInstance } from "../../../simulators/trace/context.ts";
import { headerOf } from "../../../simulators/wire/headers.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shownOf } from "./exchanges.ts";

const CLIENT = { judges: "client" } as const;

/** Each HTTP request of the client, once its answer's head is there. */
export function onClientRequest(m: MonitorTools, listener: (exchange: ExchangeInstance) => void): void {
  m.on("exchange", ({ exchange, at }) => {
    if (at === "response" && exchange.request.from === "target") listener(exchange);
  });
}

const postOnly = monitor(
  "http.post-method",
  (m) => {
    onClientRequest(m, (exchange) => {
      const { method } = exchange.request;
      if (exchange.sent.length === 0) return;
      m.saw();
      if (method !== "POST")
        m.fail(`a message in the body of ${method} ${exchange.request.target}`, {
          ...shownOf(exchange),
          accepted: ["every JSON-RPC message in the body of a POST"],
        });
    });
  },
  CLIENT,
);

/** In 2025-03-26 a body may be a batch, whose members arrive as messages of one event. */
const onePerPost = monitor(
  "http.one-post-per-message",
  (m) => {
    onClientRequest(m, (exchange) => {
      if (exchange.request.method !== "POST" || exchange.sent.length === 0) return;
      m.saw();
      const bodies = new Set(exchange.sent.map(({ seq }) => seq));
      const invalid = exchange.sent.some(({ message }) => message.kind === "invalid");
      const array = exchange.sent.some(({ batched }) => batched);
      if (bodies.size === 1 && !invalid && (!array || m.revision === "2025-03-26")) return;
      m.fail(`a POST whose body is no single message: ${exchange.sent[0]!.event.message.text.slice(0, 200)}`, {
        ...shownOf(exchange),
        accepted: [
          m.revision === "2025-03-26"
            ? "one message, or one batch, in the body of each POST"
            : "one message in the body of each POST",
        ],
      });
    });
  },
  CLIENT,
);

const singleMessage = monitor(
  "http.post-single-message",
  (m) => {
    onClientRequest(m, (exchange) => {
      if (exchange.request.method !== "POST" || exchange.sent.length === 0) return;
      m.saw();
      if (!exchange.sent.some(({ batched, message }) => batched || message.kind === "invalid")) return;
      m.fail(`the body ${exchange.sent[0]!.event.message.text.slice(0, 200)}`, {
        ...shownOf(exchange),
        accepted: ["a single JSON-RPC request, notification or response in the body of a POST"],
      });
    });
  },
  CLIENT,
);

/** Whether the server has answered a request of this revision well before: until then a client may still be finding out. */
export function onSettledClient(m: MonitorTools, listener: (exchange: ExchangeInstance) => void): void {
  let served = false;
  onClientRequest(m, (exchange) => {
    if (served) listener(exchange);
    const asked = exchange.sent.some(({ message }) => message.kind === "request" && message.method !== "initialize");
    served ||= asked && exchange.response!.status === 200;
  });
}

const noGet = monitor(
  "http.client-no-get-stream",
  (m) => {
    onSettledClient(m, (exchange) => {
      m.saw();
      if (exchange.request.method !== "GET") return;
      m.fail(`GET ${exchange.request.target} after the server had answered under ${m.revision}`, {
        ...shownOf(exchange),
        accepted: ["no GET of the endpoint: this revision has no stream of its own for it"],
      });
    });
  },
  CLIENT,
);

const noResumption = monitor(
  "http.no-resumability",
  (m) => {
    onSettledClient(m, (exchange) => {
      m.saw();
      const last = headerOf(exchange.request.headers, "last-event-id");
      if (last === undefined) return;
      m.fail(`${exchange.request.method} ${exchange.request.target} with Last-Event-ID ${JSON.stringify(last)}`, {
        ...shownOf(exchange),
        accepted: ["no Last-Event-ID: streams of this revision cannot be resumed"],
      });
    });
  },
  { ...CLIENT, name: "http.no-resumability (client)" },
);

export const ofClient: readonly Monitor[] = [postOnly, onePerPost, singleMessage, noGet, noResumption];
