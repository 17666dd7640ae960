import type { Filter } from "../../../server/rules/notify.ts";
import type { Seams } from "../../../server/seams.ts";
import type { JsonValue } from "../../../wire/json.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "empty-filter-means-all",
    breaks: ["subscriptions.omitted-means-not-subscribed"],
    implies: ["subscriptions.ack-subset", "subscriptions.only-requested-types"],
    does: "takes an empty filter for one that asks for every list",
    apply: (seams) =>
      seams.rule(
        "filterMatches",
        (original) => (filter, change) =>
          original(filter, change) || (Object.keys(filter).length === 0 && change.kind !== "resource"),
      ),
  },
  {
    id: "empty-uri-list-means-all",
    breaks: ["subscriptions.only-requested-types"],
    implies: ["subscriptions.updated-only-subscribed-uris", "subscriptions.omitted-means-not-subscribed"],
    does: "takes an empty list of URIs for all resources",
    apply: (seams) =>
      seams.rule(
        "filterMatches",
        (original) => (filter, change) =>
          original(filter, change) || (change.kind === "resource" && filter.resourceSubscriptions?.length === 0),
      ),
  },
  {
    id: "sibling-updates-delivered",
    breaks: ["subscriptions.updated-only-subscribed-uris"],
    does: "tells of any resource that shares its scheme with one subscribed to",
    apply: (seams) =>
      seams.rule("filterMatches", (original) => (filter, change) => {
        const scheme = change.uri?.split("://")[0];
        const near = filter.resourceSubscriptions?.some((uri) => uri.split("://")[0] === scheme) ?? false;
        return original(filter, change) || (change.kind === "resource" && near);
      }),
  },
  {
    id: "latest-listen-gets-it-all",
    breaks: ["subscriptions.only-requested-types"],
    implies: ["subscriptions.id-equals-request-id", "subscriptions.list-changed-mapping"],
    where: { transports: ["stdio"] },
    does: "tags what any subscription asked for with the id of the latest",
    apply: (seams) => {
      let latest: JsonValue = 0;
      seams.rule("acknowledgement", (original) => (filter, id) => {
        latest = id;
        return original(filter, id);
      });
      seams.rule("listenMeta", (original) => () => original(latest));
    },
  },
  {
    id: "filters-of-a-connection-merge",
    breaks: ["subscriptions.only-requested-types"],
    where: { transports: ["stdio"] },
    implies: ["subscriptions.omitted-means-not-subscribed", "subscriptions.updated-only-subscribed-uris"],
    does: "tells every subscription of what any of the connection's subscriptions asked for",
    apply: (seams) => {
      const all: Filter[] = [];
      editFilter(seams, (filter) => {
        all.push(filter);
        return filter;
      });
      seams.rule("filterMatches", (original) => (_filter, change) => all.some((one) => original(one, change)));
    },
  },
  {
    id: "second-listen-silences-first",
    breaks: ["subscriptions.concurrent-independent"],
    implies: ["subscriptions.list-changed-mapping", "tools.list-changed-sent"],
    does: "tells only the latest subscription of changes",
    apply: (seams) => {
      let latest: Filter | undefined;
      editFilter(seams, (filter) => {
        latest = filter;
        return filter;
      });
      seams.rule("filterMatches", (original) => (filter, change) => filter === latest && original(filter, change));
    },
  },
  {
    id: "cancelling-one-silences-all",
    breaks: ["subscriptions.concurrent-independent"],
    where: { transports: ["stdio"] },
    does: "stops telling of changes once any subscription of the connection was cancelled",
    apply: (seams) => {
      const listens = new Set<string>();
      let stopped = false;
      seams.rule("acknowledgement", (original) => (filter, id) => {
        listens.add(JSON.stringify(id));
        stopped = false;
        return original(filter, id);
      });
      seams.rule("cancelTarget", (original) => (params) => {
        const target = original(params);
        if (listens.has(JSON.stringify(target ?? null))) stopped = true;
        return target;
      });
      seams.rule("filterMatches", (original) => (filter, change) => !stopped && original(filter, change));
    },
  },
  {
    id: "change-told-with-the-call",
    breaks: ["subscriptions.change-notifications-only-on-listen"],
    does: "tells whoever changed the tools of it on the stream of the call",
    apply: (seams) =>
      seams.message((message, context) =>
        context.kind === "response" &&
        context.revision === "2026-07-28" &&
        context.request?.params.name === "test_trigger_tool_change"
          ? [{ jsonrpc: "2.0", method: "notifications/tools/list_changed", params: {} }, message]
          : [message],
      ),
  },
  {
    id: "prompt-change-misspelt",
    breaks: ["subscriptions.list-changed-mapping"],
    facet: "promptsListChanged",
    does: "tells of changed prompts under the name of the flag",
    apply: (seams) =>
      seams.rule(
        "changeNotification",
        (original) => (change) =>
          change.kind === "prompts" ? { method: "notifications/prompts/listChanged", params: {} } : original(change),
      ),
  },
  {
    id: "update-told-as-list-change",
    breaks: ["subscriptions.list-changed-mapping"],
    implies: ["subscriptions.only-requested-types", "subscriptions.omitted-means-not-subscribed"],
    facet: "resourceSubscriptions",
    does: "tells of an updated resource as of a changed list",
    apply: (seams) =>
      seams.rule(
        "changeNotification",
        (original) => (change) =>
          change.kind === "resource"
            ? { method: "notifications/resources/list_changed", params: {} }
            : original(change),
      ),
  },
];

function editFilter(seams: Seams, edit: (filter: Filter) => Filter): void {
  seams.rule("acknowledge", (original) => (requested, server, rules) => edit(original(requested, server, rules)));
}
