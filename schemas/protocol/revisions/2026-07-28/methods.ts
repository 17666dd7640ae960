import { type Methods, notification, request, reviseMethods } from "../../builder/methods.ts";
import { methods as previous } from "../2025-11-25/protocol.ts";
import { taskMethods } from "./tasks.ts";

/** A client asks, a server answers and notifies. `OtherResult` is of an extension's type, which is not described here. */
export const methods: Methods = reviseMethods(
  previous,
  {
    "server/discover": request("client", "DiscoverRequest", "DiscoverResult", "OtherResult"),
    "tools/list": request("client", "ListToolsRequest", "ListToolsResult", "OtherResult"),
    "tools/call": request(
      "client",
      "CallToolRequest",
      "CallToolResult",
      "InputRequiredResult",
      "CreateTaskResult",
      "OtherResult",
    ),
    "prompts/list": request("client", "ListPromptsRequest", "ListPromptsResult", "OtherResult"),
    "prompts/get": request("client", "GetPromptRequest", "GetPromptResult", "InputRequiredResult", "OtherResult"),
    "resources/list": request("client", "ListResourcesRequest", "ListResourcesResult", "OtherResult"),
    "resources/templates/list": request(
      "client",
      "ListResourceTemplatesRequest",
      "ListResourceTemplatesResult",
      "OtherResult",
    ),
    "resources/read": request(
      "client",
      "ReadResourceRequest",
      "ReadResourceResult",
      "InputRequiredResult",
      "OtherResult",
    ),
    "completion/complete": request("client", "CompleteRequest", "CompleteResult", "OtherResult"),
    "subscriptions/listen": request("client", "SubscriptionsListenRequest", "SubscriptionsListenResult", "OtherResult"),
    ...taskMethods,
    "notifications/progress": notification("server", "ProgressNotification"),
    "notifications/subscriptions/acknowledged": notification("server", "SubscriptionsAcknowledgedNotification"),
  },
  {
    removed: [
      "initialize",
      "ping",
      "logging/setLevel",
      "resources/subscribe",
      "resources/unsubscribe",
      "sampling/createMessage",
      "elicitation/create",
      "roots/list",
      "tasks/result",
      "tasks/list",
      "notifications/initialized",
      "notifications/roots/list_changed",
      "notifications/elicitation/complete",
      "notifications/tasks/status",
    ],
  },
);
