import type { Conversation, SeenMessage, Signal, SubscriptionInstance } from "../../../simulators/trace/context.ts";
import { rawAt } from "../../../simulators/wire/lossless.ts";
import type { MonitorTools } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { SUBSCRIPTION_ID } from "../../protocol/subscriptions.ts";

/** A notification of the target, with the subscription that delivered it. */
export interface Delivered {
  readonly seen: SeenMessage;
  readonly method: string;
  /** Source text of the subscription id that it carries; undefined where it carries none. */
  readonly rawId: string | undefined;
  /** Over HTTP the one whose stream it came on; over stdio the one that its id names. */
  readonly subscription: SubscriptionInstance | undefined;
  readonly conversation: Conversation;
  readonly exchange: Signal["exchange"];
  /** What shows it, for a finding. */
  readonly shown: { readonly events: readonly number[]; readonly sent?: string };
}

/** Calls back for each notification of the target. */
export function onDelivered(
  m: MonitorTools,
  listener: (delivered: Delivered) => void,
  options: { readonly defects?: boolean } = {},
): void {
  const take = ({ seen, subscription: named, conversation, exchange }: Signal<"notification">) => {
    if (seen.from !== "target") return;
    const { text, method } = seen.message;
    const subscription =
      exchange === undefined
        ? named
        : conversation.subscriptions.findLast(({ request }) => request.exchange === exchange);
    listener({
      seen,
      method: method ?? "",
      rawId: text.includes("subscriptionId") ? rawAt(text, ["params", "_meta", SUBSCRIPTION_ID]) : undefined,
      subscription,
      conversation,
      exchange,
      shown:
        subscription === undefined
          ? { events: [seen.seq] }
          : {
              events: [subscription.request.seen.seq, seen.seq],
              sent: shorten(subscription.request.seen.message.text),
            },
    });
  };
  m.on("notification", take, options);
}

/** Calls back for each notification that belongs to a subscription. */
export function onSubscription(
  m: MonitorTools,
  listener: (delivered: Delivered & { readonly subscription: SubscriptionInstance }) => void,
): void {
  onDelivered(m, (delivered) => {
    const { subscription } = delivered;
    if (subscription !== undefined) listener({ ...delivered, subscription });
  });
}

export function openSubscriptions({ subscriptions }: Conversation): readonly SubscriptionInstance[] {
  return subscriptions.filter(({ closed }) => closed === undefined);
}

/** The message as a finding shows it. */
export function textOf({ seen }: Pick<Delivered, "seen">): string {
  return shorten(seen.message.text, 400);
}
