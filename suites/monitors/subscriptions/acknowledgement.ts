import type { RequestInstance } from "../../../simulators/trace/context.ts";
import { isObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { ACKNOWLEDGED, asksFor, CHANGE_KINDS, declares, SUBSCRIPTION_ID, wants } from "../../protocol/subscriptions.ts";
import { onDelivered, onSubscription, textOf } from "./delivered.ts";

const ackCarriesId = monitor("subscriptions.ack-carries-id", (m) => {
  onDelivered(m, (delivered) => {
    if (delivered.method !== ACKNOWLEDGED) return;
    m.saw();
    if (delivered.rawId === undefined)
      m.fail(textOf(delivered), { ...delivered.shown, accepted: [`${SUBSCRIPTION_ID} in params._meta`] });
  });
});

const ackFilterShape = monitor("subscriptions.ack-filter-shape", (m) => {
  onDelivered(m, (delivered) => {
    if (delivered.method !== ACKNOWLEDGED) return;
    m.saw();
    const { params } = delivered.seen.message;
    if (!isFilter(params?.notifications))
      m.fail(textOf(delivered), {
        ...delivered.shown,
        accepted: ["params.notifications, an object with boolean flags and an array of URIs, all optional"],
      });
  });
});

function isFilter(value: JsonValue | undefined): boolean {
  if (!isObject(value)) return false;
  return CHANGE_KINDS.every(({ field }) => {
    const given = value[field];
    if (given === undefined) return true;
    return field === "resourceSubscriptions"
      ? Array.isArray(given) && given.every((uri) => typeof uri === "string")
      : typeof given === "boolean";
  });
}

const ackFirst = monitor("subscriptions.ack-first", (m) => {
  const acknowledged = new WeakSet<RequestInstance>();
  /** Channels on which an acknowledgement named no known subscription: that is a fault of its own. */
  const confused = new Set<string>();
  onDelivered(m, ({ method, subscription, rawId, seen, conversation, shown }) => {
    if (method === ACKNOWLEDGED) {
      if (subscription === undefined) confused.add(conversation.channel);
      else {
        m.saw();
        acknowledged.add(subscription.request);
      }
    } else if (subscription !== undefined && rawId !== undefined && !acknowledged.has(subscription.request)) {
      if (!confused.has(conversation.channel))
        m.fail(shorten(seen.message.text), { ...shown, accepted: [`${ACKNOWLEDGED} first`] });
    }
  });
  m.on("response", ({ seen, request, conversation }) => {
    if (request?.method !== "subscriptions/listen" || seen.message.kind !== "result") return;
    if (acknowledged.has(request) || confused.has(conversation.channel)) return;
    m.fail(`the response that ends the subscription, unacknowledged: ${shorten(seen.message.text)}`, {
      accepted: [`${ACKNOWLEDGED} first`, "a JSON-RPC error, where the request is refused"],
      events: [request.seen.seq, seen.seq],
      sent: shorten(request.seen.message.text),
    });
  });
});

const nothingBeforeAck = monitor("subscriptions.nothing-before-ack", (m) => {
  const acknowledged = new WeakSet<RequestInstance>();
  onSubscription(m, (delivered) => {
    const { request } = delivered.subscription;
    if (delivered.method === ACKNOWLEDGED) {
      m.saw();
      acknowledged.add(request);
    } else if (!acknowledged.has(request))
      m.fail(textOf(delivered), { ...delivered.shown, accepted: ["no notification before the acknowledgement"] });
  });
});

const ackSubset = monitor("subscriptions.ack-subset", (m) => {
  onSubscription(m, (delivered) => {
    const honoured = delivered.seen.message.params?.notifications;
    if (delivered.method !== ACKNOWLEDGED || !isObject(honoured)) return;
    m.saw();
    const { asked } = delivered.subscription;
    const extra = Object.entries(honoured).flatMap(([field, value]) => beyond(field, value, asked[field]));
    if (extra.length > 0)
      m.fail(`${extra.join(" and ")} acknowledged, which the request did not ask for: ${textOf(delivered)}`, {
        ...delivered.shown,
        accepted: ["what was asked for, or less"],
      });
  });
});

/** What a field acknowledges beyond what was asked for. */
function beyond(field: string, value: JsonValue | undefined, asked: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = Array.isArray(asked) ? asked : [];
    return value.filter((item) => !items.includes(item)).map((item) => `${field} ${JSON.stringify(item)}`);
  }
  return value === true && asked !== true ? [field] : [];
}

const ackOmitsUnsupported = monitor("subscriptions.ack-omits-unsupported", (m) => {
  onSubscription(m, (delivered) => {
    const { subscription, conversation, seen } = delivered;
    const { capabilities } = conversation.server;
    const honoured = seen.message.params?.notifications;
    if (delivered.method !== ACKNOWLEDGED || !isObject(honoured) || capabilities === undefined) return;
    const unsupported = CHANGE_KINDS.filter(
      (kind) => asksFor(subscription.asked, kind) && !declares(capabilities, kind),
    );
    if (unsupported.length === 0) return;
    m.saw();
    const kept = unsupported.filter((kind) => asksFor(honoured, kind)).map(({ field }) => field);
    if (kept.length > 0)
      m.fail(`${kept.join(" and ")} acknowledged, of which no capability is declared: ${textOf(delivered)}`, {
        ...delivered.shown,
        accepted: ["an acknowledgement without what the server does not declare"],
      });
  });
});

const ackAgrees = monitor("subscriptions.ack-agrees-with-capabilities", (m) => {
  onSubscription(m, (delivered) => {
    const { subscription, conversation, seen } = delivered;
    const { capabilities } = conversation.server;
    const honoured = seen.message.params?.notifications;
    if (delivered.method !== ACKNOWLEDGED || !isObject(honoured) || capabilities === undefined) return;
    const due = CHANGE_KINDS.filter((kind) => asksFor(subscription.asked, kind) && declares(capabilities, kind));
    if (due.length === 0) return;
    m.saw();
    const missing = due.filter(({ field }) => !wants(honoured[field]));
    if (missing.length > 0)
      m.fail(`${missing.map(({ field }) => field).join(" and ")} declared but not honoured: ${textOf(delivered)}`, {
        ...delivered.shown,
        accepted: [
          ...missing.map(({ field, capability }) => `${field}, as the capability ${capability.join(".")} says`),
        ],
      });
  });
});

export const monitors: readonly Monitor[] = [
  ackAgrees,
  ackCarriesId,
  ackFilterShape,
  ackFirst,
  ackOmitsUnsupported,
  ackSubset,
  nothingBeforeAck,
];
