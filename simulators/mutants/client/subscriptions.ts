import type { ClientMutant } from "../../client/app/mutant.ts";
import type { JsonObject } from "../../wire/json.ts";
import { MODERN } from "../../wire/revisions.ts";
import { failsWhenGiven } from "./edits.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-wants-all-it-asked-for",
    breaks: ["subscriptions.client-checks-ack"],
    where: { revisions: MODERN },
    does: "fails when a subscription is acknowledged for less than it asked",
    apply: failsWhenGiven(/^\{"toolsListChanged":true\}$/),
  },
  {
    id: "client-subscribes-by-name",
    breaks: ["subscriptions.notifications-param-required"],
    implies: ["subscriptions.client-checks-ack"],
    where: { revisions: MODERN },
    does: "lists the notifications that it wants by name",
    apply: (seams) =>
      seams.message((message) =>
        message.method === "subscriptions/listen"
          ? [{ ...message, params: { ...(message.params as JsonObject), notifications: ["toolsListChanged"] } }]
          : [message],
      ),
  },
];
