import { META } from "../../../server/names.ts";
import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../wire/json.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "subscription-id-text-after-ack",
    breaks: ["subscriptions.id-equals-request-id"],
    does: "acknowledges with the id as it came, and turns a number into text in what follows",
    apply: (seams) => seams.rule("listenMeta", () => (listenId) => ({ [META.subscriptionId]: String(listenId) })),
  },
  {
    id: "numeric-text-id-becomes-number",
    breaks: ["subscriptions.id-equals-request-id"],
    does: "turns a subscription's id of digits into a number",
    apply: (seams) => {
      const read = (id: JsonValue) => (typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id);
      seams.rule("listenMeta", (original) => (id) => original(read(id)));
      seams.rule("acknowledgement", (original) => (filter, id) => original(filter, read(id)));
      seams.rule("listenResult", (original) => (id) => original(read(id)));
    },
  },
  {
    id: "closing-id-as-text",
    breaks: ["subscriptions.graceful-response-shape"],
    does: "turns the id in the result that ends a subscription into text",
    apply: (seams) => seams.rule("listenResult", () => (id) => ({ _meta: { [META.subscriptionId]: String(id) } })),
  },
  {
    id: "closing-result-repeats-filter",
    breaks: ["subscriptions.graceful-response-shape"],
    does: "adds a summary to the result that ends a subscription",
    apply: (seams) =>
      seams.rule("listenResult", (original) => (id) => ({ ...original(id), delivered: 2, reason: "shutdown" })),
  },
  {
    id: "closes-without-result-over-http",
    breaks: ["subscriptions.graceful-response"],
    where: { transports: ["http"] },
    does: "ends the streams of its subscriptions without a result",
    apply: (seams) => seams.rule("teardown", () => () => ({ cancelled: true, response: false })),
  },
  {
    id: "text-ids-not-cancelled",
    breaks: ["subscriptions.client-cancel-ends"],
    implies: ["cancellation.processing-stops"],
    where: { transports: ["stdio"] },
    does: "ends a subscription that is cancelled by a number, not one whose id is text",
    apply: (seams) =>
      seams.rule(
        "cancelTarget",
        (original) => (params) => (typeof params.requestId === "string" ? undefined : original(params)),
      ),
  },
  {
    id: "answered-after-first-change",
    breaks: ["subscriptions.stream-stays-open"],
    does: "answers the listen request right after the first notification",
    apply: (seams) => {
      const answered = new Set<string>();
      seams.message((message, context) => {
        const { request } = context;
        const change = typeof message.method === "string" && /list_changed|updated/.test(message.method);
        if (request?.method !== "subscriptions/listen" || !change) return [message];
        const key = `${context.channel} ${JSON.stringify(request.id)}`;
        if (answered.has(key)) return [message];
        answered.add(key);
        const _meta = { [META.subscriptionId]: request.id };
        return [message, { jsonrpc: "2.0", id: request.id, result: { resultType: "complete", _meta } }];
      });
    },
  },
  {
    id: "log-tagged-while-listening",
    breaks: ["subscriptions.id-absent-elsewhere"],
    implies: ["subscriptions.no-request-scoped-on-listen", "logging.request-stream-only"],
    does: "tags log messages with the latest open subscription",
    apply: (seams) => tagWhileListening(seams, "notifications/message"),
  },
  {
    id: "progress-tagged-while-listening",
    breaks: ["subscriptions.no-request-scoped-on-listen"],
    implies: ["subscriptions.id-absent-elsewhere"],
    where: { transports: ["stdio"] },
    does: "tags progress with the latest open subscription",
    apply: (seams) => tagWhileListening(seams, "notifications/progress"),
  },
  {
    id: "change-also-untagged",
    breaks: ["subscriptions.notification-carries-id"],
    implies: ["subscriptions.change-notifications-only-on-listen"],
    where: { transports: ["stdio"] },
    does: "sends a change of prompts once for the subscription and once more, the legacy way, for the connection",
    apply: (seams) =>
      seams.message((message, context) =>
        message.method === "notifications/prompts/list_changed" && context.revision === "2026-07-28"
          ? [message, { jsonrpc: "2.0", method: message.method }]
          : [message],
      ),
  },
];

function tagWhileListening(seams: Seams, method: string): void {
  let latest: JsonValue | undefined;
  seams.rule("acknowledgement", (original) => (filter, id) => {
    latest = id;
    return original(filter, id);
  });
  seams.message((message) =>
    message.method === method && latest !== undefined && isObject(message.params)
      ? [tagged(method, message.params, latest)]
      : [message],
  );
}

function tagged(method: string, params: JsonObject, id: JsonValue): JsonObject {
  return { jsonrpc: "2.0", method, params: { _meta: { [META.subscriptionId]: id }, ...params } };
}
