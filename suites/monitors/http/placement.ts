import type {
  Conversation,
  ExchangeInstance,
  RequestInstance,
  SeenMessage,
} from "../../../simulators/trace/context.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { isPlainGet, isPost, isResumption, OpenStreams, requestsOf, shownOf } from "./exchanges.ts";

const MAX_KEPT = 10_000;
const CHANGES = [
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
  "notifications/resources/updated",
];

const noResponseOnGet = monitor("http.get-stream-no-response", (m) => {
  const streams = new OpenStreams(m);
  m.on("response", ({ seen, exchange, conversation }) => {
    if (seen.from !== "target" || exchange === undefined) return;
    if (!isPlainGet(exchange)) {
      if (streams.of(conversation).some(isPlainGet)) m.saw();
      return;
    }
    // A refusal may say why in a JSON-RPC error.
    if (!exchange.streaming) return;
    m.fail(`a response on the GET stream: ${shorten(seen.message.text, 200)}`, {
      sent: shownOf(exchange).sent,
      events: [exchange.request.seq, seen.seq],
      accepted: ["the response on the POST of its request, or on a GET that resumes that stream"],
    });
  });
});

const unrelatedOnGet = monitor("http.get-stream-unrelated", (m) => {
  const streams = new OpenStreams(m);
  m.on("notification", ({ seen, exchange, request, conversation }) => {
    if (seen.message.method !== "notifications/progress" || seen.from !== "target" || exchange === undefined) return;
    if (request === undefined || !isRunning(request) || !streams.of(conversation).some(isPlainGet)) return;
    m.saw();
    if (!isPlainGet(exchange)) return;
    m.fail(`progress of a running ${request.method} on the GET stream`, {
      sent: shorten(request.seen.message.text),
      events: [request.seen.seq, exchange.request.seq, seen.seq],
      accepted: ["progress on the stream of the request's own POST"],
    });
  });
});

/** Not answered, and its own POST still open to take what belongs to it. */
function isRunning({ answers, exchange }: RequestInstance): boolean {
  return answers === 0 && exchange !== undefined && exchange.end === undefined;
}

const noBroadcast = monitor("http.no-broadcast", (m) => {
  const streams = new OpenStreams(m);
  const seenOn = new Map<string, { readonly exchange: ExchangeInstance; readonly seq: number }>();
  const take = ({ seen, exchange, conversation }: Placed) => {
    if (seen.from !== "target" || !exchange?.streaming || isResumption(exchange)) return;
    const key = identityOf(seen, conversation);
    if (key === undefined || streams.of(conversation).length < 2) return;
    m.saw();
    const before = seenOn.get(key);
    seenOn.set(key, { exchange, seq: seen.seq });
    if (seenOn.size > MAX_KEPT) seenOn.delete(seenOn.keys().next().value!);
    if (before === undefined || before.exchange === exchange) return;
    m.fail(`the same message on two streams: ${shorten(seen.message.text, 200)}`, {
      sent: shownOf(before.exchange).sent,
      events: [before.exchange.request.seq, before.seq, exchange.request.seq, seen.seq],
      accepted: ["each message on one stream only"],
    });
  };
  m.on("notification", take);
  m.on("request", take);
});

interface Placed {
  readonly seen: SeenMessage;
  readonly exchange: ExchangeInstance | undefined;
  readonly conversation: Conversation;
}

/** What tells that two equal messages are one: progress never repeats a value, and a session's request ids are unique. */
function identityOf({ message }: SeenMessage, { channel, sessionId }: Conversation): string | undefined {
  const unique = message.method === "notifications/progress" || (message.kind === "request" && sessionId !== undefined);
  return unique ? `${channel} ${message.text}` : undefined;
}

const relatedShould = monitor("http.sse-related-messages-should", (m) => {
  m.on("notification", (signal) => {
    const stray = strayProgress(signal);
    if (stray === undefined) return;
    m.saw();
    if (stray !== "")
      m.fail(stray, { ...evidence(signal), accepted: ["messages that concern the request of the stream"] });
  });
});

const relatedMust = monitor("http.sse-related-notifications-must", (m) => {
  m.on("notification", (signal) => {
    const { seen, exchange } = signal;
    const accepted = ["notifications that relate to the request of the stream"];
    const stray = strayProgress(signal);
    if (stray !== undefined) {
      m.saw();
      if (stray !== "") m.fail(stray, { ...evidence(signal), accepted });
    }
    if (seen.from !== "target" || !exchange || !isPost(exchange) || !CHANGES.includes(seen.message.method ?? ""))
      return;
    const [request] = requestsOf(exchange);
    if (request === undefined || request.message.method === "subscriptions/listen") return;
    m.fail(`${seen.message.method} on the stream of ${request.message.method}`, {
      ...evidence(signal),
      accepted: [...accepted, "changes on the stream of subscriptions/listen"],
      warningOnly: "the change may be of the request's own making",
    });
  });
});

interface Noticed extends Placed {
  readonly request: RequestInstance | undefined;
}

/** Progress on the stream of a POST while requests with several tokens are open: "" where it is the stream's own. */
function strayProgress({ seen, exchange, request, conversation }: Noticed): string | undefined {
  if (seen.from !== "target" || seen.message.method !== "notifications/progress" || request === undefined)
    return undefined;
  if (!exchange || !isPost(exchange)) return undefined;
  const others = [...conversation.open.values()].some(
    (one) => one.progressToken !== undefined && one.exchange !== exchange,
  );
  if (request.exchange !== exchange) return `progress of the token of another ${request.method} on this stream`;
  return others ? "" : undefined;
}

function evidence({ seen, exchange, request }: Noticed) {
  return {
    sent: shownOf(exchange!).sent,
    events: [request?.seen.seq ?? exchange!.request.seq, exchange!.request.seq, seen.seq],
  };
}

export const placement: readonly Monitor[] = [noResponseOnGet, unrelatedOnGet, noBroadcast, relatedShould, relatedMust];
