import { type Methods, notification, request } from "../../builder/methods.ts";

export const methods: Methods = {
  initialize: request("client", "InitializeRequest", "InitializeResult"),
  ping: request("both", "PingRequest", "EmptyResult"),
  "tools/list": request("client", "ListToolsRequest", "ListToolsResult"),
  "tools/call": request("client", "CallToolRequest", "CallToolResult"),
  "resources/list": request("client", "ListResourcesRequest", "ListResourcesResult"),
  "resources/templates/list": request("client", "ListResourceTemplatesRequest", "ListResourceTemplatesResult"),
  "resources/read": request("client", "ReadResourceRequest", "ReadResourceResult"),
  "resources/subscribe": request("client", "SubscribeRequest", "EmptyResult"),
  "resources/unsubscribe": request("client", "UnsubscribeRequest", "EmptyResult"),
  "prompts/list": request("client", "ListPromptsRequest", "ListPromptsResult"),
  "prompts/get": request("client", "GetPromptRequest", "GetPromptResult"),
  "completion/complete": request("client", "CompleteRequest", "CompleteResult"),
  "logging/setLevel": request("client", "SetLevelRequest", "EmptyResult"),
  "sampling/createMessage": request("server", "CreateMessageRequest", "CreateMessageResult"),
  "roots/list": request("server", "ListRootsRequest", "ListRootsResult"),

  "notifications/initialized": notification("client", "InitializedNotification"),
  "notifications/cancelled": notification("both", "CancelledNotification"),
  "notifications/progress": notification("both", "ProgressNotification"),
  "notifications/roots/list_changed": notification("client", "RootsListChangedNotification"),
  "notifications/message": notification("server", "LoggingMessageNotification"),
  "notifications/resources/updated": notification("server", "ResourceUpdatedNotification"),
  "notifications/resources/list_changed": notification("server", "ResourceListChangedNotification"),
  "notifications/tools/list_changed": notification("server", "ToolListChangedNotification"),
  "notifications/prompts/list_changed": notification("server", "PromptListChangedNotification"),
};
