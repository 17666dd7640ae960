import type { ExchangeInstance } from "../../simulators/trace/context.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { isPost, shownOf, succeeded } from "./http/exchanges.ts";

const isStream = (exchange: ExchangeInstance) => exchange.request.method === "GET" && exchange.streaming;

/** JSON where the URI itself is wanted; neither character may stand in a URI (RFC 3986). */
const QUOTED = /^\s*["{]/;

const endpointEvent = monitor("sse.endpoint-event", (m) => {
  const greeted = new Set<string>();
  m.on("frame", ({ frame, exchange }) => {
    const { sse } = frame;
    if (frame.from !== "target" || !exchange || !isStream(exchange) || greeted.has(exchange.name)) return;
    if (sse?.data === undefined) return;
    const shown = { sent: shownOf(exchange).sent, events: [exchange.request.seq, frame.seq] };
    const accepted = ["an event `endpoint` whose data is the URI for messages, first of all"];
    greeted.add(exchange.name);
    m.saw();
    if (sse.event !== "endpoint")
      m.fail(
        `the first event is ${sse.event === undefined ? "unnamed" : `\`${sse.event}\``}: ${shorten(sse.data, 100)}`,
        {
          ...shown,
          accepted,
          ...(sse.event === "message" || sse.event === undefined
            ? { warningOnly: "that the endpoint event comes first is said only in later revisions" }
            : {}),
        },
      );
    else if (sse.data.trim() === "" || QUOTED.test(sse.data) || !URL.canParse(sse.data, "http://localhost/"))
      m.fail(`the endpoint event's data is no URI: ${JSON.stringify(shorten(sse.data, 100))}`, {
        ...shown,
        accepted,
        outsideAllReadings: "messages can be sent to a URI only",
      });
  });
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "end" || greeted.delete(exchange.name) || !isStream(exchange)) return;
    const { how, note } = exchange.end!;
    const waited = note === "deadline";
    if (!waited && how !== "complete") return;
    m.fail("no endpoint event on the stream", {
      ...shownOf(exchange),
      accepted: ["an event `endpoint` whose data is the URI for messages"],
      timed: waited,
      outsideAllReadings: "without it a client has nowhere to send anything",
    });
  });
});

const messageEvents = monitor("sse.message-events", (m) => {
  const accepted = ["server messages as events `message` of the stream, JSON in their data"];
  m.on("frame", ({ frame, exchange }) => {
    const { sse } = frame;
    if (frame.from !== "target" || !exchange || !isStream(exchange) || !sse?.data) return;
    const lines = sse.data.split("\n");
    if (lines.length > 1 && lines.every(isMessage)) {
      m.fail(`${lines.length} messages in one event: ${shorten(sse.data, 100)}`, {
        sent: shownOf(exchange).sent,
        events: [exchange.request.seq, frame.seq],
        accepted,
      });
      return;
    }
    if (!isMessage(sse.data)) return;
    m.saw();
    if (sse.event !== undefined && sse.event !== "message")
      m.fail(`a message in an event named \`${sse.event}\`: ${shorten(sse.data, 100)}`, {
        sent: shownOf(exchange).sent,
        events: [exchange.request.seq, frame.seq],
        accepted,
      });
  });
  m.on("response", ({ seen, exchange }) => {
    if (seen.from !== "target" || !exchange || !isPost(exchange) || !succeeded(exchange)) return;
    m.fail("a response in the body of the POST's answer", { ...shownOf(exchange), accepted });
  });
});

function isMessage(data: string): boolean {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null && "jsonrpc" in value;
  } catch {
    return false;
  }
}

const twoEndpoints = monitor("sse.two-endpoints", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "response" || !isPost(exchange) || exchange.sent.length === 0) return;
    const { status } = exchange.response!;
    if (succeeded(exchange)) m.saw();
    else if ([404, 405, 501].includes(status))
      m.fail(`HTTP ${status} to a POST at the announced endpoint`, {
        ...shownOf(exchange),
        accepted: ["a success status: the endpoint for messages takes POST"],
      });
  });
});

const HELD = 1_000;

/** The endpoint is known from the stream's first event on; what has gone there before has gone nowhere. */
const postsToEndpoint = monitor(
  "sse.client-posts-to-endpoint",
  (m) => {
    const announced = new Set<string>();
    m.on("frame", ({ frame, exchange }) => {
      const { sse } = frame;
      if (frame.from !== "peer" || exchange?.request.method !== "GET" || sse?.event !== "endpoint") return;
      const base = new URL(exchange.request.target, "http://localhost/");
      if (sse.data === undefined || announced.size >= HELD) return;
      const { pathname, search } = new URL(sse.data, base);
      announced.add(pathname + search);
    });
    m.on("exchange", ({ exchange, at }) => {
      const { from, method, target } = exchange.request;
      if (at !== "response" || from !== "target" || exchange.sent.length === 0) return;
      m.saw();
      if (method === "POST" && announced.has(target)) return;
      m.fail(`a message by ${method} ${target}`, {
        ...shownOf(exchange),
        accepted: [`every message by POST to the endpoint announced: ${[...announced].join(", ") || "none yet"}`],
      });
    });
  },
  { judges: "client" },
);

const postsFirst = monitor(
  "sse.client-posts-first",
  (m) => {
    let first = true;
    m.on("exchange", ({ exchange, at }) => {
      if (!first || at !== "response" || exchange.request.from !== "target") return;
      first = false;
      m.saw();
      if (exchange.request.method !== "GET") return;
      m.fail(`the first request is GET ${exchange.request.target}`, {
        ...shownOf(exchange),
        accepted: ["a POST first: a server that takes it speaks Streamable HTTP"],
      });
    });
  },
  { judges: "client" },
);

export const monitors: readonly Monitor[] = [endpointEvent, messageEvents, twoEndpoints, postsToEndpoint, postsFirst];
