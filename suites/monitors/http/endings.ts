import type { Conversation, ExchangeInstance, Signal } from "../../../simulators/trace/context.ts";
import { requestKey } from "../../../simulators/trace/ids.ts";
import { headersOf } from "../../../simulators/wire/headers.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { EndedSessions, isPlainGet, isPost, isResumption, requestsOf, type Shown, shownOf } from "./exchanges.ts";

/** Notes of the end of an exchange that was open although the response had come. */
const LEFT_OPEN = ["open long after the response", "deadline"];
const MAX_STREAMS = 1_000;

const DELIVERED = ["the response, on the stream of the POST or on its resumption"];

const deliversResponse = monitor("http.sse-delivers-response", (m) => {
  /** Streams of POSTs whose response came on a GET stream that resumes nothing, with the event that shows it. */
  const astray = new Map<string, number>();
  const lost = (own: ExchangeInstance, seq: number) => {
    if (own.end?.how !== "complete") return;
    if (own.received.some(({ message }) => message.kind === "result" || message.kind === "error")) return;
    const { sent, events } = shownOf(own);
    m.fail("the response came on a GET stream, and the stream of its POST ended without it", {
      sent,
      events: [...events, seq],
      accepted: DELIVERED,
    });
  };
  m.on("response", ({ seen, exchange, request }) => {
    const own = request?.exchange;
    if (!own?.streaming || !exchange?.streaming) return;
    if (own === exchange) m.saw();
    else if (isPlainGet(exchange) && own.end) lost(own, seen.seq);
    else if (isPlainGet(exchange) && astray.size < MAX_STREAMS) astray.set(own.name, seen.seq);
  });
  m.on("exchange", ({ exchange, at }) => {
    const seq = at === "end" ? astray.get(exchange.name) : undefined;
    if (seq === undefined) return;
    astray.delete(exchange.name);
    lost(exchange, seq);
  });
  m.on("unanswered", ({ request, why }) => {
    const { exchange } = request;
    if (why !== "exchange-ended" || !exchange?.streaming) return;
    m.fail(`the stream ended without a response to ${request.method}`, {
      ...shownOf(exchange),
      accepted: DELIVERED,
    });
  });
});

const endsAfter = monitor("http.sse-ends-after-response", (m) => {
  const take = ({ exchange, at }: Pick<Signal<"exchange">, "exchange" | "at">) => {
    if (at !== "end" || !exchange?.streaming || !isPost(exchange)) return;
    const asked = requestsOf(exchange).length;
    const given = exchange.received.filter(
      ({ message }) => message.kind === "result" || message.kind === "error",
    ).length;
    if (asked === 0 || given < asked) return;
    const { how, note } = exchange.end!;
    if (how === "complete") m.saw();
    else if (how === "aborted-by-peer" && LEFT_OPEN.includes(note ?? ""))
      m.fail("the stream was still open long after the response", {
        ...shownOf(exchange),
        accepted: ["the end of the stream after the response"],
        timed: true,
      });
  };
  // Whatever was asked: an error is a response, too.
  m.on("exchange", take, { defects: true });
});

interface EarlyEnd {
  readonly exchange: ExchangeInstance;
  readonly early: boolean;
  readonly shown: Shown;
}

/** Calls back when the server ended the stream of a POST; `early` where a request of it was still unanswered. */
function onPostStreamEnd(m: MonitorTools, listener: (end: EarlyEnd) => void): void {
  const sessions = new EndedSessions(m);
  m.on("exchange", ({ exchange, at, conversation }) => {
    if (at !== "end" || !exchange.streaming || !isPost(exchange) || requestsOf(exchange).length === 0) return;
    const how = exchange.end!.how;
    if ((how !== "complete" && how !== "aborted-by-target") || sessions.has(conversation)) return;
    listener({ exchange, early: isWaiting(exchange, conversation), shown: shownOf(exchange) });
  });
}

function isWaiting(exchange: ExchangeInstance, { open }: Conversation): boolean {
  return requestsOf(exchange).some(({ message }) => {
    const request = open.get(requestKey("peer", message.rawId!));
    return request?.exchange === exchange && request.cancelled === undefined;
  });
}

const noEarlyClose = monitor("http.sse-no-early-close", (m) => {
  onPostStreamEnd(m, ({ early, shown }) => {
    m.saw();
    if (early)
      m.fail("the server closed the stream before the response", {
        ...shown,
        accepted: ["the response before the end of the stream"],
      });
  });
});

/** Streams that sent a `retry` field. */
class RetriesSeen {
  readonly #seen = new Set<string>();

  constructor(m: MonitorTools) {
    m.on("frame", ({ frame, exchange }) => {
      if (frame.from === "target" && frame.sse?.retry !== undefined && exchange) this.#seen.add(exchange.name);
    });
  }

  take({ name }: ExchangeInstance): boolean {
    return this.#seen.delete(name);
  }
}

const ACCEPTED_RETRY = ["an event with a retry field before the connection is closed"];

const retryBeforeClose = monitor("http.sse-retry-before-close", (m) => {
  const retries = new RetriesSeen(m);
  onPostStreamEnd(m, ({ exchange, early, shown }) => {
    const retried = retries.take(exchange);
    if (!early) return;
    m.saw();
    if (!retried)
      m.fail("the connection was closed before the response, without a retry field", {
        ...shown,
        accepted: ACCEPTED_RETRY,
      });
  });
});

const getRetryBeforeClose = monitor("http.get-retry-before-close", (m) => {
  const retries = new RetriesSeen(m);
  const sessions = new EndedSessions(m);
  /** By the last event id of a GET stream that the server closed: whether it sent a retry field, and what shows it. */
  const closed = new Map<string, { readonly retried: boolean; readonly shown: Shown }>();
  const last = new Map<string, string>();
  m.on("frame", ({ frame, exchange }) => {
    if (frame.from === "target" && frame.sse?.id !== undefined && exchange?.request.method === "GET")
      last.set(exchange.name, frame.sse.id);
  });
  m.on("exchange", ({ exchange, at, conversation }) => {
    if (at !== "end" || exchange.request.method !== "GET") return;
    const id = last.get(exchange.name) ?? lastEventId(exchange);
    last.delete(exchange.name);
    const retried = retries.take(exchange);
    const answered = exchange.received.some(({ message }) => message.kind === "result" || message.kind === "error");
    if (id === undefined || answered || exchange.end!.how !== "complete" || sessions.has(conversation)) return;
    closed.set(`${conversation.channel} ${id}`, { retried, shown: shownOf(exchange) });
    if (closed.size > MAX_STREAMS) closed.delete(closed.keys().next().value!);
  });
  // Only what comes on the resumption shows that the stream had not ended, but the connection only.
  const resumed = ({
    exchange,
    conversation,
  }: {
    readonly exchange: ExchangeInstance | undefined;
    readonly conversation: Conversation;
  }) => {
    if (!exchange?.streaming || !isResumption(exchange)) return;
    const key = `${conversation.channel} ${lastEventId(exchange)}`;
    const before = closed.get(key);
    if (!before) return;
    closed.delete(key);
    m.saw();
    if (!before.retried)
      m.fail("the connection of a GET stream was closed without a retry field, and the stream then went on", {
        sent: before.shown.sent,
        events: [...before.shown.events, exchange.request.seq],
        accepted: ACCEPTED_RETRY,
      });
  };
  m.on("response", resumed);
  m.on("notification", resumed);
  m.on("request", resumed);
});

function lastEventId({ request }: ExchangeInstance): string | undefined {
  return headersOf(request.headers, "last-event-id")[0];
}

/** When the stream of a request ends, and with what before. */
export const endings: readonly Monitor[] = [
  deliversResponse,
  endsAfter,
  noEarlyClose,
  retryBeforeClose,
  getRetryBeforeClose,
];
