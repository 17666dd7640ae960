import { idKey } from "../server/channel.ts";
import type { Incoming } from "../server/facts.ts";
import { CODES, type Refusal, refusal } from "../server/rules/refusal.ts";
import type { Seams } from "../server/seams.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import { LEGACY, MODERN } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

const CANCELLED = "notifications/cancelled";
const stdioModern = { revisions: MODERN, transports: ["stdio"] } as const;

export const mutants: readonly Mutant[] = [
  {
    id: "refuses-late-cancellation",
    does: "Answers a cancellation of a request that was answered with an error",
    breaks: ["cancellation.ignore-completed"],
    implies: ["jsonrpc.notification-no-response", "http.notification-202"],
    apply: (seams) => {
      const known = requestIds(seams);
      refuses(seams, ({ channel }, id) => id !== undefined && known.has(idKey(id)) && !channel.jobs.has(idKey(id)));
    },
  },
  {
    id: "refuses-unknown-cancellation",
    does: "Answers a cancellation of a request that never was with an error",
    breaks: ["cancellation.ignore-unknown-id"],
    implies: ["jsonrpc.notification-no-response"],
    apply: (seams) => {
      const known = requestIds(seams);
      refuses(seams, (_incoming, id) => id !== undefined && !known.has(idKey(id)));
    },
  },
  {
    id: "refuses-malformed-cancellation",
    does: "Answers a cancellation whose requestId is missing or of another type with an error",
    breaks: ["cancellation.ignore-malformed"],
    apply: (seams) => refuses(seams, (_incoming, id) => id === undefined),
  },
  {
    id: "dies-of-malformed-cancellation",
    does: "Answers nothing any more after a cancellation without params",
    breaks: ["cancellation.ignore-malformed"],
    implies: ["jsonrpc.one-response-per-request"],
    where: { transports: ["stdio"] },
    apply: (seams) => {
      let dead = false;
      seams.rule("notificationAcceptable", (original) => (incoming, rules) => {
        dead ||= incoming.message.method === CANCELLED && incoming.message.params === undefined;
        return original(incoming, rules);
      });
      seams.message((message) => (dead ? [] : [message]));
    },
  },
  {
    id: "answers-when-cancelled",
    does: "Answers a cancelled request with an error that says so",
    breaks: ["cancellation.no-response"],
    // Over modern HTTP the stream that would carry the answer is gone.
    where: { revisions: LEGACY },
    apply: (seams) => {
      seams.rule("cancelledError", () => () => ({ code: 0, message: "Request cancelled" }));
    },
  },
  {
    id: "answers-though-cancelled",
    does: "Lets a cancelled request run to its end and answers it",
    breaks: ["cancellation.no-response", "cancellation.receiver-stops", "cancellation.receiver-frees-resources"],
    implies: ["stdio.cancel-no-further-messages", "stdio.cancel-stop-work"],
    where: { transports: ["stdio", "sse"] },
    apply: (seams) => seams.rule("cancelStops", () => () => false),
  },
  {
    id: "speaks-after-cancellation",
    does: "Goes on reporting progress of a cancelled request",
    breaks: ["stdio.cancel-no-further-messages"],
    implies: [
      "cancellation.receiver-stops",
      "cancellation.receiver-frees-resources",
      "stdio.cancel-stop-work",
      "progress.stop-after-completion",
    ],
    where: stdioModern,
    apply: (seams) => {
      seams.rule("cancelReachesWork", () => () => false);
      seams.rule("mayStillSpeak", () => () => true);
    },
  },
  {
    id: "works-on-after-cancellation",
    does: "Falls silent about a cancelled request and works on",
    breaks: ["cancellation.receiver-stops", "cancellation.receiver-frees-resources", "stdio.cancel-stop-work"],
    apply: (seams) => seams.rule("cancelReachesWork", () => () => false),
  },
  {
    id: "cancellation-takes-the-next",
    does: "Cancels the request that came after the one named, too",
    breaks: ["cancellation.race-handled"],
    implies: [
      "jsonrpc.one-response-per-request",
      "cancellation.no-response",
      "cancellation.receiver-stops",
      "cancellation.receiver-frees-resources",
    ],
    // Over HTTP it is chance whether the next is under way yet.
    where: { revisions: LEGACY, transports: ["stdio"] },
    apply: (seams) =>
      seams.rule("cancelTarget", (original) => (params) => {
        const id = original(params);
        return typeof id === "number" ? id + 1 : id;
      }),
  },
  withoutId("cancellation-without-id", { revisions: LEGACY }),
  withoutId("teardown-without-id", stdioModern),
  {
    id: "cancels-foreign-request",
    does: "Names an id that it never used when it cancels a request of its own",
    breaks: ["cancellation.only-own-requests"],
    implies: ["timeouts.cancel-on-expiry"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const foreign = draw.pick<JsonValue>([9_000_000 + draw.integer(0, 99), draw.word(12)]);
      editCancellation(seams, (params) => ({ ...params, requestId: foreign }));
    },
  },
  {
    id: "cancels-what-was-answered",
    does: "Cancels a request of its own long after it was answered",
    breaks: ["cancellation.only-in-progress"],
    where: { revisions: LEGACY },
    apply: cancelsAnswered,
  },
  {
    id: "cancels-tool-calls",
    does: "Cancels a tool call before it answers it",
    breaks: ["cancellation.server-no-other-use"],
    where: stdioModern,
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.method === "tools/call"
          ? [{ jsonrpc: "2.0", method: CANCELLED, params: { requestId: request.id } }, message]
          : [message],
      ),
  },
  {
    id: "refuses-late-response",
    does: "Answers a response to a request that it cancelled with an error",
    breaks: ["cancellation.sender-ignores-late-response"],
    where: { revisions: LEGACY },
    apply: (seams) =>
      seams.rule("responseAcceptable", () => ({ message, channel }) => {
        const { value } = message;
        const id = (value as JsonObject).id;
        return channel.asked.has(idKey(id)) ? undefined : refuse("nothing was asked under this id");
      }),
  },
  {
    id: "waits-for-ever",
    does: "Waits without end for the client's answers",
    breaks: ["timeouts.established", "timeouts.handled-any-request"],
    implies: ["jsonrpc.one-response-per-request"],
    where: { revisions: LEGACY },
    apply: (seams) => seams.rule("askPatience", () => () => undefined),
  },
  {
    id: "gives-up-silently",
    does: "Stops waiting for the client's answer without cancelling its request",
    breaks: ["timeouts.cancel-on-expiry"],
    where: { revisions: LEGACY },
    apply: (seams) => seams.message((message) => (message.method === CANCELLED ? [] : [message])),
  },
];

function withoutId(id: string, where: NonNullable<Mutant["where"]>): Mutant {
  return {
    id,
    does: "Names the cancelled request in a way that is no id",
    breaks: ["cancellation.request-id-param"],
    implies: ["timeouts.cancel-on-expiry"],
    where,
    apply: (seams, draw) => {
      const odd = draw.pick<JsonValue>([null, 1.5, { id: 1 }, true]);
      editCancellation(seams, (params) => ({ ...params, requestId: odd }));
    },
  };
}

/** The ids of requests so far. */
function requestIds(seams: Seams): ReadonlySet<string> {
  const ids = new Set<string>();
  seams.rule("responseId", (original) => (request) => {
    ids.add(idKey(request.id));
    return original(request);
  });
  return ids;
}

/** Refuses cancellations aloud; `id` is undefined where none is named. */
function refuses(seams: Seams, which: (incoming: Incoming, id: JsonValue | undefined) => boolean): void {
  seams.rule("notificationAcceptable", (original) => (incoming, rules) => {
    const { method, params } = incoming.message;
    if (method !== CANCELLED) return original(incoming, rules);
    const id = rules.cancelTarget(params ?? {});
    return which(incoming, id) ? refuse("there is nothing to cancel") : original(incoming, rules);
  });
}

function refuse(why: string): Refusal {
  return refusal(CODES.invalidRequest, why);
}

function editCancellation(seams: Seams, edit: (params: JsonObject) => JsonObject): void {
  seams.message((message) =>
    message.method === CANCELLED ? [{ ...message, params: edit(message.params as JsonObject) }] : [message],
  );
}

/** Remembers what it asked, and takes it back with the second answer after that. */
function cancelsAnswered(seams: Seams): void {
  const asked = new Map<string, { readonly id: JsonValue; answers: number }>();
  seams.message((message, { kind, channel }) => {
    if (kind === "request") asked.set(channel, { id: message.id!, answers: 0 });
    if (message.method === CANCELLED) asked.delete(channel);
    const last = asked.get(channel);
    if (kind !== "response" || last === undefined) return [message];
    last.answers += 1;
    if (last.answers < 2) return [message];
    asked.delete(channel);
    return [{ jsonrpc: "2.0", method: CANCELLED, params: { requestId: last.id } }, message];
  });
}
