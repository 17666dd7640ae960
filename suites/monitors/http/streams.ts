import type { ExchangeInstance, SeenMessage } from "../../../simulators/trace/context.ts";
import { headersOf } from "../../../simulators/wire/headers.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { isPost, shownOf } from "./exchanges.ts";

const MAX_STREAMS = 1_000;

const unbuffered = monitor("http.sse-x-accel-buffering", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "response" || !exchange.streaming || !isPost(exchange)) return;
    m.saw();
    const values = headersOf(exchange.response!.headers, "x-accel-buffering");
    if (!values.some((value) => value.trim().toLowerCase() === "no"))
      m.fail(values.length === 0 ? "no X-Accel-Buffering header" : `X-Accel-Buffering: ${values.join(", ")}`, {
        ...shownOf(exchange),
        accepted: ["X-Accel-Buffering: no"],
      });
  });
});

const noRequests = monitor("http.sse-no-requests", (m) => {
  const take = ({
    seen,
    exchange,
  }: {
    readonly seen: SeenMessage;
    readonly exchange: ExchangeInstance | undefined;
  }) => {
    if (seen.from !== "target" || !exchange?.streaming) return;
    m.saw();
    if (seen.message.kind === "request")
      m.fail(`a request ${seen.message.method} of the server's on a stream`, {
        sent: shownOf(exchange).sent,
        events: [...shownOf(exchange).events, seen.seq],
        accepted: ["notifications and the response", "an input request within an InputRequiredResult"],
      });
  };
  m.on("response", take);
  m.on("notification", take);
  m.on("request", take);
});

const eventFormat = monitor("http.sse-event-format", (m) => {
  m.on("response", ({ exchange }) => exchange?.streaming && m.saw());
  // Whatever was asked: what is answered by a stream is answered by events.
  m.on(
    "invalid",
    ({ seen, exchange }) => {
      if (seen.from !== "target" || !exchange?.streaming || seen.message.layer === "envelope") return;
      m.fail(`the data of an event is no JSON: ${seen.message.problem}`, {
        sent: shownOf(exchange).sent,
        events: [exchange.request.seq, seen.seq],
        accepted: ["one complete JSON-RPC message in the data of each event"],
      });
    },
    { defects: true },
  );
});

const noResumability = monitor("http.no-resumability", (m) => {
  m.on("frame", ({ frame, exchange }) => {
    if (frame.from !== "target" || !exchange?.streaming || frame.sse?.data === undefined) return;
    m.saw();
    if (frame.sse.id !== undefined)
      m.fail("an event with an id, though no stream can be resumed", {
        sent: shownOf(exchange).sent,
        events: [exchange.request.seq, frame.seq],
        accepted: ["events without an id"],
        warningOnly: "an id alone resumes nothing",
      });
  });
});

const primeEvent = monitor("http.sse-prime-event", (m) => {
  /** Streams of which an event was seen that was no priming event, and had no id. */
  const unprimed = new Set<string>();
  const settled = new Set<string>();
  m.on("frame", ({ frame, exchange }) => {
    const { sse } = frame;
    if (frame.from !== "target" || !exchange?.streaming || !isPost(exchange) || settled.has(exchange.name)) return;
    if (sse?.data === undefined && sse?.id === undefined) return;
    if (sse.id === undefined) {
      unprimed.add(exchange.name);
      return;
    }
    settled.add(exchange.name);
    m.saw();
    if (!unprimed.has(exchange.name) && (sse.data ?? "") === "") return;
    m.fail("the first event of a stream with event ids carries a message, so that nothing could be resumed before it", {
      sent: shownOf(exchange).sent,
      events: [exchange.request.seq, frame.seq],
      accepted: ["a first event with an id and empty data"],
    });
  });
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "end" && settled.size < MAX_STREAMS) return;
    settled.delete(exchange.name);
    unprimed.delete(exchange.name);
  });
});

export const streams: readonly Monitor[] = [unbuffered, noRequests, eventFormat, noResumability, primeEvent];
