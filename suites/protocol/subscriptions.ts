import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";

/** A field of the filter of `subscriptions/listen` (2026-07-28/schema#subscriptionfilter). */
export interface ChangeKind {
  readonly field: "toolsListChanged" | "promptsListChanged" | "resourcesListChanged" | "resourceSubscriptions";
  /** The notification that it asks for. */
  readonly method: string;
  /** Path of the server capability that says it is supported. */
  readonly capability: readonly [string, "listChanged" | "subscribe"];
}

export const CHANGE_KINDS: readonly ChangeKind[] = [
  { field: "toolsListChanged", method: "notifications/tools/list_changed", capability: ["tools", "listChanged"] },
  { field: "promptsListChanged", method: "notifications/prompts/list_changed", capability: ["prompts", "listChanged"] },
  {
    field: "resourcesListChanged",
    method: "notifications/resources/list_changed",
    capability: ["resources", "listChanged"],
  },
  {
    field: "resourceSubscriptions",
    method: "notifications/resources/updated",
    capability: ["resources", "subscribe"],
  },
];

export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** Notifications that belong to one request, never to a subscription. */
export const REQUEST_SCOPED: readonly (string | undefined)[] = ["notifications/progress", "notifications/message"];

/** The kind of change that a notification tells of. */
export function changeOf(method: string | undefined): ChangeKind | undefined {
  return CHANGE_KINDS.find((kind) => kind.method === method);
}

/** Whether a filter, asked for or acknowledged, has this kind; `false` and an empty array are as good as absent. */
export function asksFor(filter: JsonObject, { field }: ChangeKind): boolean {
  return wants(filter[field]);
}

/** Whether the value of a filter's field asks for anything. */
export function wants(value: JsonValue | undefined): boolean {
  return value === true || (Array.isArray(value) && value.length > 0);
}

/** Whether the server declares that it supports this kind of change. */
export function declares(capabilities: JsonObject, { capability: [feature, member] }: ChangeKind): boolean {
  const declared = capabilities[feature];
  return isObject(declared) && declared[member] === true;
}
