import { META } from "../../server/names.ts";
import type { Filter } from "../../server/rules/notify.ts";
import { CODES, refusal } from "../../server/rules/refusal.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { MODERN } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
export const where = { revisions: MODERN };
const FLAGS = ["toolsListChanged", "promptsListChanged", "resourcesListChanged"] as const;

export const mutants: readonly Mutant[] = [
  {
    id: "ack-forgets-a-kind",
    does: "Leaves a kind of change that it advertises out of acknowledgements",
    breaks: ["subscriptions.ack-agrees-with-capabilities"],
    where,
    apply: (seams, draw) => {
      const forgotten = draw.pick([...FLAGS, "resourceSubscriptions"] as const);
      seams.rule("acknowledge", (original) => (requested, server, rules) => {
        const { [forgotten]: _, ...rest } = original(requested, server, rules);
        return rest;
      });
    },
  },
  {
    id: "ack-without-id",
    does: "Sends acknowledgements without a subscription id",
    breaks: ["subscriptions.ack-carries-id"],
    where,
    apply: (seams) => seams.rule("acknowledgement", () => (filter) => ({ notifications: { ...filter } })),
  },
  {
    id: "ack-of-wrong-shape",
    does: "Gives the acknowledged filter in a shape of its own",
    breaks: ["subscriptions.ack-filter-shape"],
    implies: ["subscriptions.ack-subset", "subscriptions.ack-agrees-with-capabilities"],
    where,
    apply: (seams, draw) => {
      const shape = draw.pick<(filter: Filter) => JsonValue | undefined>([
        () => undefined,
        (filter) => Object.keys(filter),
        (filter) => ({ ...filter, toolsListChanged: "yes" }),
        (filter) => ({ ...filter, resourceSubscriptions: true }),
      ]);
      seams.rule("acknowledgement", () => (filter, listenId) => {
        const notifications = shape(filter);
        return {
          _meta: { [META.subscriptionId]: listenId },
          ...(notifications === undefined ? {} : { notifications }),
        };
      });
    },
  },
  {
    id: "no-ack",
    does: "Never acknowledges a subscription",
    breaks: ["subscriptions.ack-first"],
    implies: ["subscriptions.nothing-before-ack"],
    where,
    apply: (seams) => seams.message((message) => (message.method === ACKNOWLEDGED ? [] : [message])),
  },
  {
    id: "change-before-ack",
    does: "Tells of a change before the acknowledgement",
    breaks: ["subscriptions.nothing-before-ack", "subscriptions.ack-first"],
    where,
    apply: (seams) =>
      seams.message((message, { request }) => {
        if (message.method !== ACKNOWLEDGED) return [message];
        const [method, params] = someChange(request?.params.notifications as JsonObject);
        const _meta = { [META.subscriptionId]: request?.id ?? null };
        return method === undefined ? [message] : [{ jsonrpc: "2.0", method, params: { _meta, ...params } }, message];
      }),
  },
  {
    id: "untagged-change-before-ack",
    does: "Begins the stream of a subscription with a notification without id",
    breaks: ["subscriptions.nothing-before-ack"],
    implies: [
      "subscriptions.notification-carries-id",
      "subscriptions.only-requested-types",
      "subscriptions.omitted-means-not-subscribed",
    ],
    where: { ...where, transports: ["http"] },
    apply: (seams) =>
      seams.message((message) =>
        message.method === ACKNOWLEDGED
          ? [{ jsonrpc: "2.0", method: "notifications/tools/list_changed" }, message]
          : [message],
      ),
  },
  {
    id: "ack-of-everything",
    does: "Acknowledges every kind of change, whatever was asked for",
    breaks: ["subscriptions.ack-subset"],
    implies: ["subscriptions.only-requested-types", "subscriptions.omitted-means-not-subscribed"],
    where,
    apply: (seams) =>
      seams.rule("acknowledge", (original) => (requested, server, rules) => ({
        ...original(requested, server, rules),
        ...Object.fromEntries(FLAGS.map((flag) => [flag, true])),
      })),
  },
  {
    id: "ack-of-other-uri",
    does: "Acknowledges a resource that was not asked for beside those that were",
    breaks: ["subscriptions.ack-subset"],
    where,
    apply: (seams, draw) => {
      const extra = `assay://${draw.word(6)}`;
      seams.rule("acknowledge", (original) => (requested, server, rules) => {
        const filter = original(requested, server, rules);
        const uris = filter.resourceSubscriptions;
        return uris === undefined ? filter : { ...filter, resourceSubscriptions: [...uris, extra] };
      });
    },
  },
  {
    id: "ack-echoes-filter",
    does: "Gives the requested filter back as acknowledged, whatever it holds",
    breaks: ["subscriptions.ack-omits-unsupported"],
    where,
    apply: (seams) => seams.rule("acknowledge", () => (requested) => requested as Filter),
  },
  {
    id: "ack-of-undeclared",
    does: "Acknowledges list changes of which it declares no support",
    breaks: ["subscriptions.ack-omits-unsupported"],
    where,
    apply: (seams, draw) => {
      const feature = draw.pick(["tools", "prompts"]);
      const flag = `${feature}ListChanged`;
      seams.rule("declaredCapabilities", (original) => (revision, server) => ({
        ...original(revision, server),
        [feature]: {},
      }));
      seams.rule("acknowledge", (original) => (requested, server, rules) => ({
        ...original(requested, server, rules),
        ...(requested[flag] === true ? { [flag]: true } : {}),
      }));
    },
  },
  {
    id: "listens-without-filter",
    does: "Accepts a listen request whose filter is missing or malformed",
    breaks: ["subscriptions.missing-filter-rejected"],
    where,
    apply: (seams) => {
      seams.rule("subscriptionFilter", () => () => undefined);
      seams.rule(
        "paramsShape",
        (original) => (request, rules) =>
          request.method === "subscriptions/listen" ? undefined : original(request, rules),
      );
      seams.rule("acknowledge", (original) => (requested, server, rules) => original(requested ?? {}, server, rules));
    },
  },
  {
    id: "malformed-filter-is-invalid-request",
    does: "Refuses a malformed filter with another code than that of invalid params",
    breaks: ["subscriptions.missing-filter-rejected"],
    where,
    apply: (seams, draw) => {
      const code = draw.pick([CODES.invalidRequest, CODES.internal, CODES.methodNotFound]);
      seams.rule(
        "subscriptionFilter",
        (original) => (request, rules) => original(request, rules) && refusal(code, "this is no filter"),
      );
    },
  },
];

/** A change that the filter asks for. */
function someChange(filter: JsonObject): readonly [method: string | undefined, params: JsonObject] {
  const flag = FLAGS.find((name) => filter[name] === true);
  if (flag !== undefined) return [`notifications/${flag.replace("ListChanged", "")}/list_changed`, {}];
  const uris = filter.resourceSubscriptions;
  return Array.isArray(uris) && uris.length > 0
    ? ["notifications/resources/updated", { uri: uris[0] as string }]
    : [undefined, {}];
}
