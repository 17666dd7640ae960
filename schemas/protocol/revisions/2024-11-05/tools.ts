import {
  anyObject,
  array,
  boolean,
  demanded,
  literal,
  object,
  optional,
  record,
  ref,
  rule,
  string,
} from "../../builder/build.ts";
import { maybe, notificationOf, requestOf } from "../message.ts";

const ROOT_TYPE = "tools.input-schema-root-type";

/** server/tools. */
export const tools = {
  ToolInputSchema: object({
    type: demanded(ROOT_TYPE, rule(ROOT_TYPE, literal("object"))),
    properties: optional(record(anyObject())),
    required: optional(array(string())),
  }),
  Tool: rule(
    "tools.definition-shape",
    object({
      name: string(),
      description: optional(string()),
      inputSchema: ref("ToolInputSchema"),
    }),
  ),
  ListToolsRequest: requestOf("tools/list", maybe("PaginatedRequestParams")),
  ListToolsResult: rule("tools.list-result-shape", object({ tools: array(ref("Tool")) }, "PaginatedResult")),
  CallToolRequestParams: rule(
    "tools.call-params-shape",
    object({ name: string(), arguments: optional(anyObject()) }, "RequestParams"),
  ),
  CallToolRequest: requestOf("tools/call", ref("CallToolRequestParams")),
  CallToolResult: rule(
    "tools.call-result-shape",
    object({ content: array(ref("ContentBlock")), isError: optional(boolean()) }, "Result"),
  ),
  ToolListChangedNotification: notificationOf("notifications/tools/list_changed", maybe("NotificationParams")),
};
