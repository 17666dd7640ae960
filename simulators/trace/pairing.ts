import { rawAt } from "../wire/lossless.ts";
import type { SeenMessage } from "./context.ts";
import type { ConversationState } from "./conversation.ts";
import type { Source } from "./events.ts";
import type { ExchangeState } from "./exchanges.ts";
import { canonicalId } from "./ids.ts";
import type { RequestState } from "./requests.ts";

/** The opposite side. */
export function other(from: Source): Source {
  return from === "peer" ? "target" : "peer";
}

/** The request that a message answers by its id: one of its own exchange before any other. */
export function answered(
  { from, message: { rawId } }: SeenMessage,
  conversation: ConversationState,
  exchange: ExchangeState | undefined,
): RequestState | undefined {
  if (rawId === undefined) return undefined;
  const asker = other(from);
  const id = canonicalId(rawId);
  const own = exchange?.requests.find(
    (request) => !request.over && request.from === asker && canonicalId(request.rawId) === id,
  );
  return own ?? conversation.requests.find(asker, rawId);
}

/** The request that a cancellation names: the sender's own, or the subscription that a server tears down. */
export function cancelledBy({ from, message }: SeenMessage, conversation: ConversationState): RequestState | undefined {
  const rawId = rawAt(message.text, ["params", "requestId"]);
  if (rawId === undefined) return undefined;
  const own = conversation.requests.find(from, rawId);
  if (own) return own;
  const theirs = conversation.requests.find(other(from), rawId);
  return theirs?.method === "subscriptions/listen" ? theirs : undefined;
}
