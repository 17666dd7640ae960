import { array, boolean, object, optional, record, ref, rule, string } from "../../builder/build.ts";
import { maybe, notificationOf, requestOf } from "../message.ts";

/** server/prompts. */
export const prompts = {
  Prompt: rule(
    "prompts.list-result-shape",
    object({
      name: string(),
      description: optional(string()),
      arguments: optional(array(ref("PromptArgument"))),
    }),
  ),
  PromptArgument: object({
    name: string(),
    description: optional(string()),
    required: optional(boolean()),
  }),
  PromptMessage: object({
    role: rule("prompts.get-result-shape", ref("Role")),
    content: ref("ContentBlock"),
  }),
  ListPromptsRequest: requestOf("prompts/list", maybe("PaginatedRequestParams")),
  ListPromptsResult: rule("prompts.list-result-shape", object({ prompts: array(ref("Prompt")) }, "PaginatedResult")),
  GetPromptRequestParams: rule(
    "prompts.get-params-shape",
    object({ name: string(), arguments: optional(record(string())) }, "RequestParams"),
  ),
  GetPromptRequest: requestOf("prompts/get", ref("GetPromptRequestParams")),
  GetPromptResult: rule(
    "prompts.get-result-shape",
    object({ description: optional(string()), messages: array(ref("PromptMessage")) }, "Result"),
  ),
  PromptListChangedNotification: notificationOf("notifications/prompts/list_changed", maybe("NotificationParams")),
};
