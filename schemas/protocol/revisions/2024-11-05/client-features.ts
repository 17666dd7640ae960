import {
  anyObject,
  array,
  choice,
  integer,
  number,
  object,
  optional,
  ref,
  restrict,
  rule,
  string,
  union,
} from "../../builder/build.ts";
import { maybe, notificationOf, requestOf } from "../message.ts";
import { FILE_URI, URI } from "../patterns.ts";

const priority = optional(rule("sampling.priorities-range", number({ minimum: 0, maximum: 1 })));

/** client/sampling and client/roots. */
export const clientFeatures = {
  SamplingContent: rule("sampling.content-single-block", union(ref("TextContent"), ref("ImageContent"))),
  SamplingMessage: rule(
    "sampling.message-shape",
    object({ role: rule("sampling.message-shape", ref("Role")), content: ref("SamplingContent") }),
  ),
  ModelHint: object({ name: optional(string()) }),
  ModelPreferences: object({
    hints: optional(array(ref("ModelHint"))),
    costPriority: priority,
    speedPriority: priority,
    intelligencePriority: priority,
  }),
  CreateMessageRequestParams: rule(
    "sampling.request-shape",
    object(
      {
        messages: array(ref("SamplingMessage")),
        modelPreferences: optional(ref("ModelPreferences")),
        systemPrompt: optional(string()),
        includeContext: optional(rule("sampling.include-context-values", choice("none", "thisServer", "allServers"))),
        temperature: optional(number()),
        maxTokens: integer(),
        stopSequences: optional(array(string())),
        metadata: optional(anyObject()),
      },
      "RequestParams",
    ),
  ),
  CreateMessageRequest: requestOf("sampling/createMessage", ref("CreateMessageRequestParams")),
  CreateMessageResult: rule(
    "sampling.result-shape",
    object({ model: string(), stopReason: optional(string()) }, "Result", "SamplingMessage"),
  ),

  Root: rule(
    "roots.result-shape",
    object({
      uri: restrict(string({ pattern: URI }), rule("roots.file-uri", string({ pattern: FILE_URI }))),
      name: optional(string()),
    }),
  ),
  ListRootsRequest: requestOf("roots/list", maybe("RequestParams")),
  ListRootsResult: rule("roots.result-shape", object({ roots: array(ref("Root")) }, "Result")),
  RootsListChangedNotification: notificationOf("notifications/roots/list_changed", maybe("NotificationParams")),
};
