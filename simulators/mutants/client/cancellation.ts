import type { ClientMutant } from "../../client/app/mutant.ts";
import type { ClientSeams } from "../../client/app/seams.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";
import { failsAfter } from "./edits.ts";

const CANCELLED = "notifications/cancelled";
const STDIO = { transports: ["stdio"] } as const;

/** Names another request in its cancellations. `first`: id of the first list. */
function naming(name: (first: JsonValue) => JsonValue): (seams: ClientSeams) => void {
  return (seams) => {
    let first: JsonValue = null;
    seams.message((message) => {
      if (message.method === "tools/list" && first === null) first = message.id!;
      if (message.method !== CANCELLED) return [message];
      return [{ ...message, params: { ...(message.params as JsonObject), requestId: name(first) } }];
    });
  };
}

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-cancels-an-object",
    breaks: ["cancellation.request-id-param"],
    implies: ["cancellation.client-sends", "timeouts.cancel-on-expiry"],
    where: STDIO,
    does: "wraps the id in its cancellations",
    apply: naming((first) => ({ id: first })),
  },
  {
    id: "client-cancels-what-nobody-asked",
    breaks: ["cancellation.only-own-requests"],
    implies: ["cancellation.client-sends", "timeouts.cancel-on-expiry"],
    where: STDIO,
    does: "cancels a request that it never made",
    apply: naming(() => "assay-never-made"),
  },
  {
    id: "client-cancels-what-is-over",
    breaks: ["cancellation.only-in-progress"],
    implies: ["cancellation.client-sends", "timeouts.cancel-on-expiry"],
    where: STDIO,
    does: "cancels a request that was answered long before",
    apply: naming((first) => first),
  },
  {
    id: "client-cancels-its-handshake",
    breaks: ["cancellation.not-initialize"],
    where: { ...STDIO, revisions: LEGACY },
    does: "cancels initialize while it waits for the answer",
    apply: (seams) =>
      seams.message((message) =>
        message.method === "initialize"
          ? [message, { jsonrpc: "2.0", method: CANCELLED, params: { requestId: message.id! } }]
          : [message],
      ),
  },
  {
    id: "client-gives-calls-up-in-silence",
    breaks: ["cancellation.client-sends"],
    implies: ["timeouts.cancel-on-expiry"],
    where: { ...STDIO, revisions: MODERN },
    does: "gives a call up without a word",
    apply: (seams) => seams.message((message) => (message.method === CANCELLED ? [] : [message])),
  },
  {
    id: "client-posts-cancellations",
    breaks: ["cancellation.http-no-notification"],
    where: { transports: ["http"], revisions: MODERN },
    does: "POSTs notifications/cancelled, too",
    apply: (seams) =>
      seams.message((message) =>
        JSON.stringify(message).includes("assay_cancellation_slow")
          ? [message, { jsonrpc: "2.0", method: CANCELLED, params: { requestId: message.id! } }]
          : [message],
      ),
  },
  {
    id: "client-fails-at-stray-cancellations",
    breaks: ["cancellation.ignore-unknown-id", "cancellation.ignore-malformed", "cancellation.ignore-completed"],
    where: { revisions: LEGACY },
    does: "fails a call at any cancellation",
    apply: failsAfter(CANCELLED),
  },
];
