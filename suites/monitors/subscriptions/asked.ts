import { isObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shown } from "../jsonrpc/messages.ts";

const BOOLEANS = ["toolsListChanged", "promptsListChanged", "resourcesListChanged"];

/** What a filter has that its type does not allow, in words. */
function filterProblem(filter: JsonValue | undefined): string | undefined {
  if (!isObject(filter)) return "params.notifications is no object";
  const wrong = BOOLEANS.find((name) => filter[name] !== undefined && typeof filter[name] !== "boolean");
  if (wrong !== undefined) return `${wrong} is no boolean`;
  const uris = filter.resourceSubscriptions;
  const strings = Array.isArray(uris) && (uris as readonly JsonValue[]).every((uri) => typeof uri === "string");
  return uris === undefined || strings ? undefined : "resourceSubscriptions is no array of strings";
}

export const asked: readonly Monitor[] = [
  monitor(
    "subscriptions.notifications-param-required",
    (m) => {
      m.on("request", ({ seen, request }) => {
        if (request.from !== "target" || request.method !== "subscriptions/listen") return;
        m.saw();
        const problem = filterProblem(request.params.notifications);
        if (problem !== undefined)
          m.fail(`${problem}: ${shown(seen)}`, {
            accepted: ["params.notifications, an object of booleans, and of resourceSubscriptions an array of strings"],
            events: [seen.seq],
          });
      });
    },
    { judges: "client" },
  ),
];
