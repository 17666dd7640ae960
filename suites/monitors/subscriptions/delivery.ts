import { canonicalId } from "../../../simulators/trace/ids.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { ACKNOWLEDGED, asksFor, changeOf, REQUEST_SCOPED, SUBSCRIPTION_ID } from "../../protocol/subscriptions.ts";
import { type Delivered, onDelivered, onSubscription, openSubscriptions, textOf } from "./delivered.ts";

const onlyOnListen = monitor("subscriptions.change-notifications-only-on-listen", (m) => {
  onDelivered(m, (delivered) => {
    if (changeOf(delivered.method) === undefined) return;
    m.saw();
    // Over stdio a subscription's notification that lacks its id, or has a wrong one, is a fault of its own.
    const may =
      delivered.exchange === undefined
        ? delivered.rawId !== undefined || openSubscriptions(delivered.conversation).length > 0
        : delivered.subscription !== undefined;
    if (!may)
      m.fail(`without a subscription: ${textOf(delivered)}`, {
        ...delivered.shown,
        accepted: ["change notifications on streams of subscriptions/listen only"],
      });
  });
});

const idAbsentElsewhere = monitor("subscriptions.id-absent-elsewhere", (m) => {
  onDelivered(
    m,
    (delivered) => {
      const onListenStream = delivered.exchange !== undefined && delivered.subscription !== undefined;
      if (!REQUEST_SCOPED.includes(delivered.method) || onListenStream) return;
      m.saw();
      if (delivered.rawId !== undefined)
        m.fail(textOf(delivered), { ...delivered.shown, accepted: [`no ${SUBSCRIPTION_ID} in params._meta`] });
    },
    // The id may be that of a listen request that was wrong on purpose, which excuses nothing here.
    { defects: true },
  );
});

const noRequestScoped = monitor("subscriptions.no-request-scoped-on-listen", (m) => {
  onDelivered(m, (delivered) => {
    if (!REQUEST_SCOPED.includes(delivered.method) || openSubscriptions(delivered.conversation).length === 0) return;
    m.saw();
    if (delivered.subscription !== undefined)
      m.fail(`on a subscription: ${textOf(delivered)}`, {
        ...delivered.shown,
        accepted: ["progress and log messages beside the request that they belong to, never on a subscription"],
      });
  });
});

const idEqualsRequestId = monitor("subscriptions.id-equals-request-id", (m) => {
  onDelivered(m, (delivered) => {
    const { rawId, subscription, exchange, conversation, shown } = delivered;
    if (rawId === undefined || (exchange !== undefined && subscription === undefined)) return;
    m.saw();
    if (subscription !== undefined && canonicalId(subscription.request.rawId) === canonicalId(rawId)) return;
    const due =
      subscription === undefined
        ? openSubscriptions(conversation).map(({ request }) => request.rawId)
        : [subscription.request.rawId];
    m.fail(textOf(delivered), {
      ...shown,
      accepted: due.length === 0 ? ["the id of a listen request"] : due.map((id) => `subscription id ${id}`),
    });
  });
});

const carriesId = monitor("subscriptions.notification-carries-id", (m) => {
  onDelivered(m, (delivered) => {
    if (!mustCarryId(delivered)) return;
    m.saw();
    if (delivered.rawId === undefined)
      m.fail(textOf(delivered), { ...delivered.shown, accepted: [`${SUBSCRIPTION_ID} in params._meta`] });
  });
});

/** Acknowledgements, and progress and log messages, are judged by rules of their own; a cancellation names its request. */
function mustCarryId({ method, subscription, exchange, conversation }: Delivered): boolean {
  if (exchange !== undefined)
    return (
      subscription !== undefined &&
      method !== ACKNOWLEDGED &&
      method !== "notifications/cancelled" &&
      !REQUEST_SCOPED.includes(method)
    );
  return changeOf(method) !== undefined && openSubscriptions(conversation).length > 0;
}

const onlyRequestedTypes = monitor("subscriptions.only-requested-types", (m) => {
  onSubscription(m, (delivered) => {
    const kind = changeOf(delivered.method);
    if (kind === undefined) return;
    m.saw();
    if (!asksFor(delivered.subscription.asked, kind))
      m.fail(`${textOf(delivered)}, though ${kind.field} was not asked for`, {
        ...delivered.shown,
        accepted: ["only the types of notifications that the filter sets"],
      });
  });
});

const onlySubscribedUris = monitor("subscriptions.updated-only-subscribed-uris", (m) => {
  onSubscription(m, (delivered) => {
    const kind = changeOf(delivered.method);
    const uri = delivered.seen.message.params?.uri;
    const { asked } = delivered.subscription;
    if (kind?.field !== "resourceSubscriptions" || typeof uri !== "string" || !asksFor(asked, kind)) return;
    m.saw();
    const uris = subscribedUris(asked);
    if (uris.some((one) => isWithin(uri, one))) return;
    m.fail(`an update of ${uri}`, {
      ...delivered.shown,
      accepted: uris.map((one) => `updates of ${one}, or of a part of it`),
      ...(uris.some((one) => placeOf(one) === placeOf(uri))
        ? { warningOnly: "it may be a part of what was subscribed to" }
        : {}),
    });
  });
});

function subscribedUris({ resourceSubscriptions: uris }: JsonObject): readonly string[] {
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

/** The notification may name a sub-resource of what was subscribed to (2026-07-28/schema#resourceupdatednotificationparams). */
function isWithin(uri: string, subscribed: string): boolean {
  return uri.toLowerCase().startsWith(subscribed.toLowerCase().replace(/\/$/, ""));
}

/** Scheme and authority. */
function placeOf(uri: string): string {
  return /^[a-z][a-z0-9+.-]*:(\/\/[^/?#]*)?/i.exec(uri)?.[0].toLowerCase() ?? uri;
}

export const monitors: readonly Monitor[] = [
  carriesId,
  idAbsentElsewhere,
  idEqualsRequestId,
  noRequestScoped,
  onlyOnListen,
  onlyRequestedTypes,
  onlySubscribedUris,
];
