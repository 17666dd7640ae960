import {
  anyObject,
  array,
  extend,
  object,
  optional,
  ref,
  rule,
  string,
  union,
  unknown,
  without,
} from "../../builder/build.ts";
import type { Protocol } from "../../builder/protocol.ts";
import { revise } from "../../builder/revise.ts";
import { definitions as previous } from "../2025-11-25/protocol.ts";
import { capabilities } from "./capabilities.ts";
import { errors } from "./errors.ts";
import { meta } from "./meta.ts";
import { methods } from "./methods.ts";
import { mrtr } from "./mrtr.ts";
import { requests } from "./requests.ts";
import { results } from "./results.ts";
import { subscriptions } from "./subscriptions.ts";
import { tasks } from "./tasks.ts";

const structuredContent = optional(unknown());

/** After 2025-11-25: no session; metadata on each message, typed results, input by retry, listening, caching hints. */
export const definitions = revise(
  previous,
  {
    JSONValue: unknown(),
    JSONObject: anyObject(),
    JSONArray: array(unknown()),

    ...meta,
    ...capabilities,
    ...results,
    ...requests,
    ...mrtr,
    ...subscriptions,
    ...errors,
    ...tasks,

    CancelledNotificationParams: extend(previous.CancelledNotificationParams, { requestId: ref("RequestId") }),

    ToolInputSchema: without(previous.ToolInputSchema, "properties", "required"),
    ToolOutputSchema: rule("tools.output-schema-any-root", object({ $schema: optional(string()) })),
    Tool: without(previous.Tool, "execution"),
    CallToolResult: extend(previous.CallToolResult, { structuredContent }, "FinalResult"),
    ToolResultContent: extend(previous.ToolResultContent, { structuredContent }),

    ClientRequest: union(
      ref("DiscoverRequest"),
      ref("CompleteRequest"),
      ref("GetPromptRequest"),
      ref("ListPromptsRequest"),
      ref("ListResourcesRequest"),
      ref("ListResourceTemplatesRequest"),
      ref("ReadResourceRequest"),
      ref("SubscriptionsListenRequest"),
      ref("CallToolRequest"),
      ref("ListToolsRequest"),
    ),
    ClientNotification: ref("CancelledNotification"),
    ClientResult: ref("EmptyResult"),
    ServerNotification: union(
      ref("CancelledNotification"),
      ref("ProgressNotification"),
      ref("LoggingMessageNotification"),
      ref("ResourceUpdatedNotification"),
      ref("ResourceListChangedNotification"),
      ref("ToolListChangedNotification"),
      ref("PromptListChangedNotification"),
      ref("SubscriptionsAcknowledgedNotification"),
    ),
    ServerResult: union(
      ref("EmptyResult"),
      ref("DiscoverResult"),
      ref("CompleteResult"),
      ref("GetPromptResult"),
      ref("ListPromptsResult"),
      ref("ListResourceTemplatesResult"),
      ref("ListResourcesResult"),
      ref("ReadResourceResult"),
      ref("SubscriptionsListenResult"),
      ref("CallToolResult"),
      ref("ListToolsResult"),
      ref("InputRequiredResult"),
    ),
  },
  {
    removed: [
      "InitializeRequest",
      "InitializeRequestParams",
      "InitializeResult",
      "InitializedNotification",
      "PingRequest",
      "SetLevelRequest",
      "SetLevelRequestParams",
      "SubscribeRequest",
      "SubscribeRequestParams",
      "UnsubscribeRequest",
      "UnsubscribeRequestParams",
      "RootsListChangedNotification",
      "ElicitationCompleteNotification",
      "URLElicitationRequiredError",
      "ServerRequest",
      "ToolExecution",
      "TaskMetadata",
      "RelatedTaskMetadata",
      "TaskAugmentedRequestParams",
      "GetTaskPayloadRequest",
      "GetTaskPayloadResult",
      "ListTasksRequest",
      "ListTasksResult",
    ],
  },
);

export const protocol = {
  revision: "2026-07-28",
  definitions,
  methods,
  errors: {
    "-32020": "HeaderMismatchError",
    "-32021": "MissingRequiredClientCapabilityError",
    "-32022": "UnsupportedProtocolVersionError",
  },
} satisfies Protocol;
