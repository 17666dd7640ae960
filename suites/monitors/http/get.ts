import type { Conversation, ExchangeInstance } from "../../../simulators/trace/context.ts";
import { headerOf, mediaTypeOf } from "../../../simulators/wire/headers.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { isPlainGet, isPost, isResumption, OpenStreams, shownOf, succeeded } from "./exchanges.ts";

const MAX_IDS = 50_000;

/**
 * Calls back for each answer to a GET of the endpoint that a live session sent while no other GET stream of it was open.
 * A session may end at any time, and all it gets then is 404: such an answer counts once the session has served a POST again.
 */
function onGet(m: MonitorTools, listener: (exchange: ExchangeInstance) => void): void {
  const streams = new OpenStreams(m);
  const pending = new Map<string, ExchangeInstance>();
  let endpoint: string | undefined;
  m.on("exchange", ({ exchange, at, conversation }) => {
    if (isPost(exchange)) {
      endpoint ??= exchange.request.target;
      const waiting = pending.get(conversation.channel);
      if (at !== "response" || !succeeded(exchange) || !waiting || !holdsSession(exchange, conversation)) return;
      pending.delete(conversation.channel);
      listener(waiting);
      return;
    }
    const unheard = at === "end" && exchange.response === undefined && exchange.end?.note === "deadline";
    if (!isPlainGet(exchange) || exchange.request.target !== endpoint || (at !== "response" && !unheard)) return;
    if (conversation.phase === "new" || !holdsSession(exchange, conversation)) return;
    if (streams.of(conversation).some((one) => one !== exchange && isPlainGet(one))) return;
    const status = exchange.response?.status;
    if (status === 401 || status === 403) return;
    if (status === 404 && conversation.sessionId !== undefined) pending.set(conversation.channel, exchange);
    else listener(exchange);
  });
}

function holdsSession({ request }: ExchangeInstance, { sessionId }: Conversation): boolean {
  return sessionId === undefined || headerOf(request.headers, "mcp-session-id") === sessionId;
}

const sseOr405 = monitor("http.get-sse-or-405", (m) => {
  onGet(m, (exchange) => {
    m.saw();
    const { response } = exchange;
    if (response?.status === 405 || (exchange.streaming && succeeded(exchange))) return;
    const seen = response
      ? `HTTP ${response.status}, ${mediaTypeOf(response.headers) || "no Content-Type"}`
      : "no answer to a GET, not even a head";
    m.fail(seen, {
      ...shownOf(exchange),
      accepted: ["a success with Content-Type text/event-stream", "HTTP 405"],
      ...(response ? {} : { timed: true }),
    });
  });
});

/** A GET that would resume a stream may be refused in any way; what is served is an event stream. 204 tells a client to give up. */
const sseResumed = monitor(
  "http.get-sse-or-405",
  (m) => {
    m.on("exchange", ({ exchange, at }) => {
      if (at !== "response" || exchange.request.method !== "GET" || !isResumption(exchange) || !succeeded(exchange))
        return;
      const { status, headers } = exchange.response!;
      if (status === 204) return;
      m.saw();
      if (!exchange.streaming)
        m.fail(`HTTP ${status}, ${mediaTypeOf(headers) || "no Content-Type"}`, {
          ...shownOf(exchange),
          accepted: ["a success with Content-Type text/event-stream", "an HTTP error status"],
        });
    });
  },
  { name: "http.get-sse-or-405 (resumption)" },
);

const postAndGet = monitor("http.endpoint-post-and-get", (m) => {
  onGet(m, (exchange) => {
    m.saw();
    const status = exchange.response?.status ?? 0;
    if (status === 404 || status === 501)
      m.fail(`HTTP ${status} to a GET of the endpoint that takes POST`, {
        ...shownOf(exchange),
        accepted: ["an event stream", "HTTP 405"],
      });
  });
});

const idUnique = monitor("http.event-id-unique", (m) => {
  const ids = new Map<string, { readonly exchange: string; readonly seq: number }>();
  m.on("frame", ({ frame, exchange, conversation }) => {
    const id = frame.sse?.id;
    if (frame.from !== "target" || !exchange?.streaming || id === undefined || id === "") return;
    const key = `${conversation.channel} ${id}`;
    const before = ids.get(key);
    // What is replayed keeps its id.
    if (isResumption(exchange)) return;
    if (ids.size > 0) m.saw();
    if (ids.size < MAX_IDS) ids.set(key, before ?? { exchange: exchange.name, seq: frame.seq });
    if (before === undefined) return;
    const across = before.exchange !== exchange.name;
    m.fail(
      across
        ? `the event id ${JSON.stringify(id)} on two streams`
        : `the event id ${JSON.stringify(id)} twice on one stream`,
      {
        sent: shownOf(exchange).sent,
        events: [before.seq, frame.seq],
        accepted: ["an id that no other event of the session has"],
        ...(across ? {} : { warningOnly: "the text speaks of uniqueness across streams" }),
      },
    );
  });
});

export const getStream: readonly Monitor[] = [sseOr405, sseResumed, postAndGet, idUnique];
