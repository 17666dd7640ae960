import { isObject, type JsonValue } from "../../wire/json.ts";
import type { Mutant } from "../mutant.ts";

/** Faults of notifications. */
export const messageMutants: readonly Mutant[] = [
  {
    id: "update-of-no-resource",
    does: "Tells of an update without the URI of the resource, or with one that is none",
    breaks: ["schema.ResourceUpdatedNotificationParams"],
    provokedBy: ["capabilities", "subscriptions"],
    apply: (seams, draw) => {
      const uri = draw.pick<JsonValue | undefined>([undefined, 7, ["test://watched-resource"], "watched resource"]);
      seams.message((message) => {
        const { method, params } = message;
        if (method !== "notifications/resources/updated" || !isObject(params)) return [message];
        const { uri: _, ...rest } = params;
        return [{ ...message, params: uri === undefined ? rest : { ...rest, uri } }];
      });
    },
  },
  {
    id: "update-without-params",
    does: "Tells of an update without params",
    breaks: ["schema.ResourceUpdatedNotification"],
    provokedBy: ["capabilities", "subscriptions"],
    apply: (seams) =>
      seams.message((message) => {
        if (message.method !== "notifications/resources/updated") return [message];
        const { params: _, ...rest } = message;
        return [rest];
      }),
  },
];
