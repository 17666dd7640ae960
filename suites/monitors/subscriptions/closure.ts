import type { RequestInstance } from "../../../simulators/trace/context.ts";
import { canonicalId } from "../../../simulators/trace/ids.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { rawAt } from "../../../simulators/wire/lossless.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { ACKNOWLEDGED, SUBSCRIPTION_ID } from "../../protocol/subscriptions.ts";
import { onSubscription } from "./delivered.ts";

/** Members that every result may have (2026-07-28/schema#result), and those under a vendor's prefix, are no data of the method. */
const isData = (member: string) => member !== "_meta" && member !== "resultType" && !member.includes("/");
/** What the peer notes when it gives up waiting for the end of a stream. */
const OPEN_LONG_AFTER = "open long after the response";

const responseShape = monitor("subscriptions.graceful-response-shape", (m) => {
  m.on("response", ({ seen, request }) => {
    if (request?.method !== "subscriptions/listen" || seen.message.kind !== "result") return;
    const { result, text } = seen.message;
    m.saw();
    const shown = {
      events: [request.seen.seq, seen.seq],
      sent: shorten(request.seen.message.text),
      accepted: [`resultType "complete", and ${SUBSCRIPTION_ID} ${request.rawId} in _meta`],
    };
    const rawId = rawAt(text, ["result", "_meta", SUBSCRIPTION_ID]);
    // An absent resultType is a fault of its own.
    const wrongType = isObject(result) && result.resultType !== undefined && result.resultType !== "complete";
    if (wrongType || rawId === undefined || canonicalId(rawId) !== canonicalId(request.rawId))
      m.fail(shorten(text), shown);
    else if (isObject(result) && Object.keys(result).some(isData))
      m.fail(`members besides the standard ones: ${shorten(text)}`, {
        ...shown,
        warningOnly: "a result may have further members",
      });
  });
});

const streamCloses = monitor("subscriptions.graceful-close-stream", (m) => {
  onListenStreamEnd(m, ({ answered, how, note, events, sent }) => {
    if (!answered) return;
    if (how === "complete") m.saw();
    if (note === OPEN_LONG_AFTER)
      m.fail("the stream still open long after the response", {
        accepted: ["the end of the stream after the response that ends the subscription"],
        events,
        sent,
        timed: true,
      });
  });
});

const gracefulResponse = monitor("subscriptions.graceful-response", (m) => {
  const acknowledged = new WeakSet<RequestInstance>();
  onSubscription(m, ({ method, subscription }) => {
    if (method === ACKNOWLEDGED) acknowledged.add(subscription.request);
  });
  m.on("response", ({ seen, request }) => {
    if (request !== undefined && acknowledged.has(request) && seen.message.kind === "result") m.saw();
  });
  onListenStreamEnd(m, ({ request, answered, how, events, sent }) => {
    // A connection that breaks off is no end that the server chose.
    if (answered || how !== "complete" || !acknowledged.has(request)) return;
    m.fail("the end of the stream without a response", {
      accepted: ["a response to subscriptions/listen before the stream ends"],
      events,
      sent,
    });
  });
});

interface StreamEnd {
  readonly request: RequestInstance;
  readonly answered: boolean;
  readonly how: string;
  readonly note: string | undefined;
  readonly events: readonly number[];
  readonly sent: string;
}

/** Calls back when the HTTP stream of a subscription is over, unless the peer cancelled it. */
function onListenStreamEnd(m: Parameters<Monitor["start"]>[0], listener: (end: StreamEnd) => void): void {
  m.on("exchange", ({ exchange, conversation, at, seq }) => {
    if (at !== "end" || exchange.end === undefined || !exchange.streaming) return;
    const subscription = conversation.subscriptions.findLast(({ request }) => request.exchange === exchange);
    if (subscription === undefined || subscription.request.cancelled !== undefined) return;
    const { request } = subscription;
    listener({
      request,
      answered: request.answers > 0,
      how: exchange.end.how,
      note: exchange.end.note,
      events: [request.seen.seq, ...(request.firstAnswer === undefined ? [] : [request.firstAnswer.seq]), seq],
      sent: shorten(request.seen.message.text),
    });
  });
}

export const monitors: readonly Monitor[] = [gracefulResponse, responseShape, streamCloses];
