import { ref, union } from "../../builder/build.ts";

/** What each side may send. */
export const unions = {
  ClientRequest: union(
    ref("PingRequest"),
    ref("InitializeRequest"),
    ref("CompleteRequest"),
    ref("SetLevelRequest"),
    ref("GetPromptRequest"),
    ref("ListPromptsRequest"),
    ref("ListResourcesRequest"),
    ref("ListResourceTemplatesRequest"),
    ref("ReadResourceRequest"),
    ref("SubscribeRequest"),
    ref("UnsubscribeRequest"),
    ref("CallToolRequest"),
    ref("ListToolsRequest"),
  ),
  ClientNotification: union(
    ref("CancelledNotification"),
    ref("ProgressNotification"),
    ref("InitializedNotification"),
    ref("RootsListChangedNotification"),
  ),
  ClientResult: union(ref("EmptyResult"), ref("CreateMessageResult"), ref("ListRootsResult")),
  ServerRequest: union(ref("PingRequest"), ref("CreateMessageRequest"), ref("ListRootsRequest")),
  ServerNotification: union(
    ref("CancelledNotification"),
    ref("ProgressNotification"),
    ref("LoggingMessageNotification"),
    ref("ResourceUpdatedNotification"),
    ref("ResourceListChangedNotification"),
    ref("ToolListChangedNotification"),
    ref("PromptListChangedNotification"),
  ),
  ServerResult: union(
    ref("EmptyResult"),
    ref("InitializeResult"),
    ref("CompleteResult"),
    ref("GetPromptResult"),
    ref("ListPromptsResult"),
    ref("ListResourcesResult"),
    ref("ListResourceTemplatesResult"),
    ref("ReadResourceResult"),
    ref("CallToolResult"),
    ref("ListToolsResult"),
  ),
};
