import { idKey } from "../../server/channel.ts";
import type { Incoming } from "../../server/facts.ts";
import type { Seams } from "../../server/seams.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

const CANCELLED = "notifications/cancelled";

export const mutants: readonly Mutant[] = [
  {
    id: "cancel-misses-text-ids",
    breaks: ["cancellation.receiver-stops"],
    implies: [
      "cancellation.no-response",
      "cancellation.receiver-frees-resources",
      "stdio.cancel-no-further-messages",
      "stdio.cancel-stop-work",
      "subscriptions.client-cancel-ends",
    ],
    where: { transports: ["stdio"] },
    does: "Requests with string ids cannot be cancelled: they are looked up as numbers.",
    apply: (seams) =>
      seams.rule("cancelTarget", (original) => (params) => {
        const target = original(params);
        return typeof target === "string" ? undefined : target;
      }),
  },
  {
    id: "cancel-misses-numeric-ids",
    breaks: ["cancellation.receiver-stops"],
    implies: [
      "cancellation.no-response",
      "cancellation.receiver-frees-resources",
      "stdio.cancel-no-further-messages",
      "stdio.cancel-stop-work",
      "subscriptions.client-cancel-ends",
    ],
    where: { transports: ["stdio"] },
    does: "Requests with numeric ids cannot be cancelled: they are looked up as text.",
    apply: (seams) =>
      seams.rule("cancelTarget", (original) => (params) => {
        const target = original(params);
        return typeof target === "number" ? String(target) : target;
      }),
  },
  {
    id: "cancel-by-text-of-id",
    breaks: ["cancellation.ignore-unknown-id"],
    where: { transports: ["stdio"] },
    does: "A cancellation of the text of a running request's numeric id stops that request.",
    apply: (seams) =>
      onCancel(seams, ({ message, channel }) => {
        const id = message.params?.requestId;
        if (typeof id === "string" && /^\d+$/.test(id)) channel.jobs.get(id)?.controller.abort();
      }),
  },
  {
    id: "unknown-cancel-stops-latest",
    breaks: ["cancellation.ignore-unknown-id"],
    implies: ["cancellation.ignore-malformed"],
    where: { transports: ["stdio"] },
    does: "A cancellation of an unknown request stops the one that runs.",
    apply: (seams) =>
      onCancel(seams, ({ message, channel }) => {
        const id = message.params?.requestId;
        if (id !== undefined && !channel.jobs.has(idKey(id))) [...channel.jobs.values()].at(-1)?.controller.abort();
      }),
  },
  {
    id: "cancel-needs-reason",
    breaks: ["cancellation.receiver-stops"],
    implies: [
      "cancellation.no-response",
      "cancellation.receiver-frees-resources",
      "stdio.cancel-no-further-messages",
      "stdio.cancel-stop-work",
      "subscriptions.client-cancel-ends",
    ],
    where: { transports: ["stdio"] },
    does: "A cancellation without a reason is taken for malformed and ignored.",
    apply: (seams) =>
      seams.rule(
        "cancelTarget",
        (original) => (params) => (typeof params.reason === "string" ? original(params) : undefined),
      ),
  },
  {
    id: "cancel-without-id-stops-all",
    breaks: ["cancellation.ignore-malformed"],
    where: { transports: ["stdio"] },
    does: "A cancellation without a request id stops everything that runs.",
    apply: (seams) =>
      onCancel(seams, ({ message, channel }) => {
        if (message.params?.requestId === undefined) for (const job of channel.jobs.values()) job.controller.abort();
      }),
  },
  {
    id: "cancel-stops-its-like",
    breaks: ["jsonrpc.one-response-per-request"],
    implies: ["cancellation.race-handled", "subscriptions.concurrent-independent"],
    provokedBy: ["cancellation"],
    where: { transports: ["stdio"] },
    does: "A cancellation stops all running requests of the same method.",
    apply: (seams) =>
      onCancel(seams, ({ message, channel }) => {
        const job = channel.jobs.get(idKey(message.params?.requestId));
        for (const other of channel.jobs.values()) if (other.method === job?.method) other.controller.abort();
      }),
  },
  {
    id: "late-cancel-refused",
    breaks: ["cancellation.ignore-completed"],
    implies: ["jsonrpc.one-response-per-request"],
    where: { transports: ["stdio"] },
    does: "A cancellation of a request that was answered is refused with an error under that id.",
    apply: (seams) => {
      const done = answeredIds(seams);
      seams.rule(
        "notificationAcceptable",
        (original) => (incoming, rules) =>
          incoming.message.method === CANCELLED && done.has(idKey(incoming.message.params?.requestId))
            ? { error: { code: -32600, message: "That request is not active" } }
            : original(incoming, rules),
      );
      seams.rule(
        "refusalId",
        (original) => (value) =>
          isObject(value) && value.method === CANCELLED && isObject(value.params)
            ? value.params.requestId
            : original(value),
      );
    },
  },
  {
    id: "late-cancel-is-fatal",
    breaks: ["cancellation.ignore-completed"],
    implies: ["jsonrpc.one-response-per-request"],
    where: { transports: ["stdio"] },
    does: "After a cancellation of a request that was answered the server ends at the next request.",
    apply: (seams) => {
      const done = answeredIds(seams);
      onCancel(seams, ({ message }) => {
        if (done.has(idKey(message.params?.requestId))) seams.process({ crashAfter: 1 });
      });
    },
  },
  {
    id: "cancel-lost-between-posts",
    breaks: ["cancellation.receiver-stops"],
    implies: ["cancellation.no-response", "cancellation.receiver-frees-resources"],
    where: { revisions: ["2025-03-26", "2025-06-18", "2025-11-25"], transports: ["http"] },
    does: "A cancellation, which comes in a POST of its own, does not find the request.",
    apply: (seams) => seams.rule("cancelTarget", () => () => undefined),
  },
  {
    id: "cancel-echoed",
    breaks: ["cancellation.server-no-other-use"],
    where: { revisions: MODERN, transports: ["stdio"] },
    does: "The server confirms a cancellation with one of its own.",
    apply: (seams) => echoing(seams),
  },
  {
    id: "cancel-echoed-before",
    breaks: ["cancellation.only-own-requests"],
    where: { revisions: LEGACY, transports: ["stdio"] },
    does: "The server confirms a cancellation with one of its own.",
    apply: (seams) => echoing(seams),
  },
  {
    id: "withdrawn-id-as-text",
    breaks: ["cancellation.only-own-requests"],
    implies: ["timeouts.cancel-on-expiry", "cancellation.request-id-param"],
    where: { revisions: LEGACY },
    does: "The server withdraws its requests by the text of their numeric ids.",
    apply: (seams) => withdrawing(seams, (params) => ({ ...params, requestId: String(params.requestId) })),
  },
  {
    id: "withdrawn-for-an-object",
    breaks: ["cancellation.request-id-param"],
    where: { revisions: LEGACY },
    does: "The server withdraws its requests with a reason that is no text.",
    apply: (seams) => withdrawing(seams, (params) => ({ ...params, reason: { code: "timeout" } })),
  },
  {
    id: "teardown-by-text-of-id",
    breaks: ["cancellation.server-no-other-use"],
    implies: ["cancellation.server-teardown-cancelled"],
    where: { revisions: MODERN, transports: ["stdio"] },
    does: "The cancellation that ends a subscription names a numeric id by its text.",
    apply: (seams) => withdrawing(seams, (params) => ({ ...params, requestId: String(params.requestId) })),
  },
  {
    id: "teardown-names-subscription-only",
    breaks: ["cancellation.request-id-param"],
    implies: ["cancellation.server-teardown-cancelled"],
    where: { revisions: MODERN, transports: ["stdio"] },
    does: "The cancellation that ends a subscription names it in _meta and has no requestId.",
    apply: (seams) =>
      withdrawing(seams, ({ requestId, ...rest }) => ({
        ...rest,
        _meta: { "io.modelcontextprotocol/subscriptionId": requestId! },
      })),
  },
];

/** Does something at a cancellation, before it takes effect. */
function onCancel(seams: Seams, run: (incoming: Incoming) => void): void {
  seams.rule("notificationAcceptable", (original) => (incoming, rules) => {
    if (incoming.message.method === CANCELLED) run(incoming);
    return original(incoming, rules);
  });
}

function answeredIds(seams: Seams): ReadonlySet<string> {
  const done = new Set<string>();
  seams.message((message, { kind }) => {
    if (kind === "response") done.add(idKey(message.id));
    return [message];
  });
  return done;
}

function echoing(seams: Seams): void {
  onCancel(seams, ({ message, channel }) => {
    const { params } = message;
    if (params && channel.jobs.has(idKey(params.requestId)))
      channel.outlet?.send(
        { jsonrpc: "2.0", method: CANCELLED, params: { requestId: params.requestId! } },
        { channel: channel.name, request: undefined, kind: "notification", transport: channel.transport },
      );
  });
}

function withdrawing(seams: Seams, edit: (params: JsonObject) => JsonObject): void {
  seams.message((message) => [
    message.method === CANCELLED && isObject(message.params) ? { ...message, params: edit(message.params) } : message,
  ]);
}
