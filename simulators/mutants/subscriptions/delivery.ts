import { META } from "../../server/names.ts";
import type { Filter } from "../../server/rules/notify.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { Mutant } from "../mutant.ts";
import { ACKNOWLEDGED, where } from "./acknowledgement.ts";

const CHANGES: { readonly [field: string]: string } = {
  toolsListChanged: "notifications/tools/list_changed",
  promptsListChanged: "notifications/prompts/list_changed",
  resourcesListChanged: "notifications/resources/list_changed",
  resourceSubscriptions: "notifications/resources/updated",
};

export const mutants: readonly Mutant[] = [
  {
    id: "change-beside-call",
    does: "Tells of a change on the stream of the call that made it",
    breaks: ["subscriptions.change-notifications-only-on-listen"],
    implies: ["subscriptions.notification-carries-id"],
    where,
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.params.name === "test_trigger_tool_change"
          ? [{ jsonrpc: "2.0", method: "notifications/tools/list_changed" }, message]
          : [message],
      ),
  },
  {
    id: "subscription-id-on-progress",
    does: "Puts a subscription id on progress and log messages",
    breaks: ["subscriptions.id-absent-elsewhere"],
    implies: ["subscriptions.id-equals-request-id", "subscriptions.no-request-scoped-on-listen"],
    where,
    apply: (seams) => {
      let latest: JsonValue = 1;
      seams.message((message, { request }) => {
        if (request?.method === "subscriptions/listen") latest = request.id;
        return isRequestScoped(message) ? [tagged(message, latest)] : [message];
      });
    },
  },
  {
    id: "logs-on-subscription",
    does: "Sends a log message or progress on each subscription",
    breaks: ["subscriptions.no-request-scoped-on-listen"],
    implies: ["logging.request-stream-only", "logging.opt-in-only", "subscriptions.id-absent-elsewhere"],
    where,
    apply: (seams, draw) => {
      const extra = draw.pick<JsonObject>([
        { method: "notifications/message", params: { level: "info", data: "a subscription was opened" } },
        { method: "notifications/progress", params: { progressToken: draw.word(4), progress: 1 } },
      ]);
      seams.message((message, { request }) =>
        message.method === ACKNOWLEDGED
          ? [message, tagged({ jsonrpc: "2.0", ...extra }, request?.id ?? null)]
          : [message],
      );
    },
  },
  {
    id: "subscription-id-retyped",
    does: "Turns a subscription id into another JSON type",
    breaks: ["subscriptions.id-equals-request-id"],
    implies: ["subscriptions.graceful-response-shape"],
    where,
    apply: (seams) => {
      const retype = (id: JsonValue) =>
        typeof id === "string" && /^\d+$/.test(id) ? Number(id) : typeof id === "number" ? String(id) : id;
      retag(seams, retype);
    },
  },
  {
    id: "numeric-subscription-id",
    does: "Makes a number of a subscription id that is a string of digits",
    breaks: ["subscriptions.id-equals-request-id"],
    where,
    apply: (seams) => retag(seams, (id) => (typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id)),
  },
  {
    id: "own-subscription-id",
    does: "Names subscriptions by ids of its own",
    breaks: ["subscriptions.id-equals-request-id"],
    implies: ["subscriptions.graceful-response-shape"],
    where,
    apply: (seams, draw) => {
      const prefix = draw.word(4);
      retag(seams, (id) => `${prefix}-${JSON.stringify(id)}`);
    },
  },
  ...Object.entries(CHANGES).map(
    ([field, method]): Mutant => ({
      id: `wrong-notification-for-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      does: `Tells of ${field} by the notification of another kind`,
      breaks: ["subscriptions.list-changed-mapping"],
      facet: field,
      implies: ["subscriptions.only-requested-types"],
      where,
      apply: (seams, draw) => {
        const wrong = draw.pick(Object.values(CHANGES).filter((other) => other !== method));
        seams.rule("changeNotification", (original) => (change) => {
          const right = original(change);
          if (right.method !== method) return right;
          return { method: wrong, params: wrong.endsWith("/updated") ? { uri: "test://watched-resource" } : {} };
        });
      },
    }),
  ),
  {
    id: "deaf-to-changes",
    does: "Acknowledges a kind of change and never tells of it",
    breaks: ["subscriptions.list-changed-mapping"],
    where,
    apply: (seams, draw) => {
      const kind = draw.pick(["tools", "prompts", "resources", "resource"]);
      seams.rule("filterMatches", (original) => (filter, change) => change.kind !== kind && original(filter, change));
    },
  },
  {
    id: "untagged-changes",
    does: "Tells of changes without the subscription's id",
    breaks: ["subscriptions.notification-carries-id"],
    implies: [
      "subscriptions.list-changed-mapping",
      "subscriptions.concurrent-independent",
      "subscriptions.change-notifications-only-on-listen",
    ],
    where,
    apply: (seams) => seams.rule("listenMeta", () => () => ({})),
  },
  {
    id: "omitted-means-all",
    does: "Takes a filter that asks for nothing as one that asks for all",
    breaks: ["subscriptions.omitted-means-not-subscribed"],
    implies: ["subscriptions.only-requested-types", "subscriptions.updated-only-subscribed-uris"],
    where,
    apply: (seams) =>
      seams.rule(
        "filterMatches",
        (original) => (filter, change) => Object.keys(filter).length === 0 || original(filter, change),
      ),
  },
  {
    id: "every-kind-to-everyone",
    does: "Tells every subscription of every kind of list change",
    breaks: ["subscriptions.only-requested-types"],
    implies: ["subscriptions.omitted-means-not-subscribed", "subscriptions.list-changed-mapping"],
    where,
    apply: (seams) =>
      seams.rule(
        "filterMatches",
        (original) => (filter, change) => change.kind !== "resource" || original(filter, change),
      ),
  },
  {
    id: "every-resource-to-subscribers",
    does: "Tells whoever subscribed to one resource of changes of all",
    breaks: ["subscriptions.updated-only-subscribed-uris"],
    where,
    apply: (seams) =>
      seams.rule(
        "filterMatches",
        (original) => (filter, change) =>
          (change.kind === "resource" && (filter.resourceSubscriptions?.length ?? 0) > 0) || original(filter, change),
      ),
  },
  {
    id: "remembers-subscriptions",
    does: "Goes on telling of what earlier subscriptions asked for",
    breaks: ["subscriptions.no-state-across-reconnect"],
    implies: ["subscriptions.only-requested-types", "subscriptions.omitted-means-not-subscribed"],
    where: { ...where, transports: ["http"] },
    apply: (seams) => {
      const remembered = new Map<string, Filter>();
      const restored = new WeakMap<Filter, Filter>();
      // Acknowledgements are made right after the filter, for the same request.
      seams.rule("acknowledgement", (original) => (filter, listenId) => {
        const earlier = remembered.get(JSON.stringify(listenId));
        if (earlier !== undefined) restored.set(filter, earlier);
        else remembered.set(JSON.stringify(listenId), filter);
        return original(filter, listenId);
      });
      seams.rule(
        "filterMatches",
        (original) => (filter, change) => original(filter, change) || original(restored.get(filter) ?? {}, change),
      );
    },
  },
];

function isRequestScoped({ method }: JsonObject): boolean {
  return method === "notifications/progress" || method === "notifications/message";
}

function tagged(message: JsonObject, id: JsonValue): JsonObject {
  const params = message.params as JsonObject;
  return { ...message, params: { ...params, _meta: { [META.subscriptionId]: id } } };
}

/** Changes subscription ids wherever they are sent. */
function retag(seams: Parameters<Mutant["apply"]>[0], edit: (id: JsonValue) => JsonValue): void {
  seams.rule("acknowledgement", (original) => (filter, listenId) => original(filter, edit(listenId)));
  seams.rule("listenMeta", (original) => (listenId) => original(edit(listenId)));
  seams.rule("listenResult", (original) => (listenId) => original(edit(listenId)));
}
