import type { JsonObject } from "../wire/json.ts";
import type { Handler } from "./methods.ts";
import { unless } from "./rules/refusal.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** The methods that only the revisions without a handshake have. */
export function modernMethods(subscriptions: Subscriptions): { readonly [method: string]: Handler } {
  return {
    "server/discover": ({ request, rules }) => {
      const instructions = rules.instructions();
      return {
        supportedVersions: rules.discoveredVersions(request.server),
        capabilities: rules.declaredCapabilities(request.revision, request.server),
        ...(instructions === undefined ? {} : { instructions }),
      };
    },

    "subscriptions/listen": (call) => {
      const { request, rules } = call;
      unless(rules.subscriptionFilter(request, rules));
      const filter = rules.acknowledge(request.params.notifications as JsonObject, request.server, rules);
      call.notify("notifications/subscriptions/acknowledged", rules.acknowledgement(filter, request.id));
      return rules.listenAnswersAtOnce() ? rules.listenResult(request.id) : subscriptions.open(call, filter);
    },
  };
}
