import { META } from "../../../server/names.ts";
import type { Filter } from "../../../server/rules/notify.ts";
import type { Outgoing, Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../wire/json.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "ack-claims-unsupported-updates",
    breaks: ["subscriptions.ack-omits-unsupported"],
    does: "declares no resources.subscribe and acknowledges resource subscriptions all the same",
    apply: (seams) => {
      const whole = seams;
      whole.rule("declaredCapabilities", (original) => (revision, server) => ({
        ...original(revision, server),
        resources: { listChanged: true },
      }));
      whole.rule("acknowledge", (original) => (requested, server, rules) => ({
        ...original(requested, server, rules),
        ...(Array.isArray(requested.resourceSubscriptions)
          ? { resourceSubscriptions: requested.resourceSubscriptions as readonly string[] }
          : {}),
      }));
    },
  },
  {
    id: "ack-adds-resource-list",
    breaks: ["subscriptions.ack-subset"],
    implies: ["subscriptions.only-requested-types", "subscriptions.omitted-means-not-subscribed"],
    does: "acknowledges changes of the resource list to whoever subscribes to a resource",
    apply: (seams) =>
      editFilter(seams, (filter) =>
        filter.resourceSubscriptions?.length ? { ...filter, resourcesListChanged: true } : filter,
      ),
  },
  {
    id: "ack-normalises-uris",
    breaks: ["subscriptions.ack-subset"],
    implies: ["subscriptions.ack-agrees-with-capabilities"],
    does: "acknowledges the URIs asked for with a slash at their end",
    apply: (seams) =>
      seams.rule(
        "acknowledgement",
        (original) => (filter, id) =>
          original(
            filter.resourceSubscriptions
              ? { ...filter, resourceSubscriptions: filter.resourceSubscriptions.map((uri) => `${uri}/`) }
              : filter,
            id,
          ),
      ),
  },
  {
    id: "ack-uris-as-flag",
    breaks: ["subscriptions.ack-filter-shape"],
    implies: ["subscriptions.ack-subset", "subscriptions.ack-agrees-with-capabilities"],
    does: "acknowledges resource subscriptions with true",
    apply: (seams) =>
      seams.rule("acknowledgement", (original) => (filter, id) => {
        const params = original(filter, id);
        return filter.resourceSubscriptions
          ? { ...params, notifications: { ...filter, resourceSubscriptions: true } }
          : params;
      }),
  },
  {
    id: "ack-forgets-resource-subscriptions",
    breaks: ["subscriptions.ack-agrees-with-capabilities"],
    implies: ["subscriptions.list-changed-mapping"],
    does: "declares resources.subscribe and never acknowledges resource subscriptions",
    apply: (seams) => editFilter(seams, ({ resourceSubscriptions: _, ...filter }) => filter),
  },
  {
    id: "last-change-replayed-before-ack",
    breaks: ["subscriptions.nothing-before-ack"],
    implies: ["subscriptions.ack-first", "subscriptions.only-requested-types"],
    does: "sends the last change of tools before the acknowledgement of a new subscription to them",
    apply: (seams) => {
      let changed = false;
      seams.message((message, context) => {
        if (message.method === "notifications/tools/list_changed") changed = true;
        if (message.method !== "notifications/subscriptions/acknowledged" || !changed) return [message];
        return wants(context, "toolsListChanged")
          ? [tagged("notifications/tools/list_changed", {}, context.request?.id ?? 0), message]
          : [message];
      });
    },
  },
  {
    id: "ack-comes-with-first-change",
    breaks: ["subscriptions.ack-first"],
    implies: ["subscriptions.ack-carries-id"],
    does: "acknowledges a subscription with its first notification only",
    apply: (seams) => {
      const held = new Map<string, JsonObject>();
      seams.message((message, context) => {
        const key = `${context.channel} ${JSON.stringify(context.request?.id)}`;
        if (message.method === "notifications/subscriptions/acknowledged") {
          held.set(key, message);
          return [];
        }
        const ack = context.kind === "notification" ? held.get(key) : undefined;
        held.delete(key);
        return ack ? [ack, message] : [message];
      });
    },
  },
  {
    id: "false-flag-subscribes",
    breaks: ["subscriptions.omitted-means-not-subscribed"],
    implies: ["subscriptions.ack-subset", "subscriptions.only-requested-types"],
    does: "takes a flag that is there for one that is set",
    apply: (seams) =>
      seams.rule(
        "acknowledge",
        (original) => (requested, server, rules) =>
          original(
            Object.fromEntries(Object.entries(requested).map(([name, flag]) => [name, flag === false ? true : flag])),
            server,
            rules,
          ),
      ),
  },
  {
    id: "uri-without-list-accepted",
    breaks: ["subscriptions.missing-filter-rejected"],
    does: "takes one URI where a list of URIs is due",
    apply: (seams) =>
      seams.rule("subscriptionFilter", (original) => (request, rules) => {
        const { notifications } = request.params;
        const single = isObject(notifications) && typeof notifications.resourceSubscriptions === "string";
        return single ? undefined : original(request, rules);
      }),
  },
  {
    id: "flag-of-text-accepted",
    breaks: ["subscriptions.missing-filter-rejected"],
    does: "takes any value for a flag of the filter",
    apply: (seams) => seams.rule("subscriptionFilter", () => () => undefined),
  },
];

function editFilter(seams: Seams, edit: (filter: Filter) => Filter): void {
  seams.rule("acknowledge", (original) => (requested, server, rules) => edit(original(requested, server, rules)));
}

function wants({ request }: Outgoing, flag: string): boolean {
  const filter = request?.params.notifications;
  return isObject(filter) && filter[flag] === true;
}

function tagged(method: string, params: JsonObject, id: JsonValue): JsonObject {
  return { jsonrpc: "2.0", method, params: { _meta: { [META.subscriptionId]: id }, ...params } };
}
