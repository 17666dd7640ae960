import {
  anyObject,
  choice,
  extend,
  object,
  optional,
  ref,
  restrict,
  rule,
  string,
  union,
  widen,
} from "../../builder/build.ts";
import { notification, request, reviseMethods } from "../../builder/methods.ts";
import type { Protocol } from "../../builder/protocol.ts";
import { revise } from "../../builder/revise.ts";
import { protocol as before, definitions as previous } from "../2025-06-18/protocol.ts";
import { URI } from "../patterns.ts";
import { elicitation } from "./elicitation.ts";
import { icons } from "./icons.ts";
import { sampling } from "./sampling.ts";
import { relatedTask, taskCapabilities, taskMethods, tasks } from "./tasks.ts";

const $schema = optional(string());
const taskRequests = [
  ref("GetTaskRequest"),
  ref("GetTaskPayloadRequest"),
  ref("ListTasksRequest"),
  ref("CancelTaskRequest"),
] as const;
const taskResults = [
  ref("GetTaskResult"),
  ref("GetTaskPayloadResult"),
  ref("ListTasksResult"),
  ref("CancelTaskResult"),
] as const;

/** After 2025-06-18: tasks, URL elicitation, tools in sampling, icons; messages are defined with their envelope. */
export const definitions = revise(
  previous,
  {
    MethodRequest: object({}, "JSONRPCRequest"),
    MethodNotification: object({}, "JSONRPCNotification"),
    PaginatedRequest: extend(previous.PaginatedRequest, {}, "JSONRPCRequest"),
    JSONRPCResultResponse: previous.JSONRPCResponse,
    JSONRPCErrorResponse: previous.JSONRPCError,
    JSONRPCResponse: union(ref("JSONRPCResultResponse"), ref("JSONRPCErrorResponse")),
    JSONRPCMessage: union(ref("JSONRPCRequest"), ref("JSONRPCNotification"), ref("JSONRPCResponse")),
    RequestMetaObject: extend(previous.RequestMetaObject, relatedTask),
    NotificationMetaObject: extend(previous.NotificationMetaObject, relatedTask),
    ResultMetaObject: extend(previous.ResultMetaObject, relatedTask),

    ...icons,
    Implementation: extend(
      previous.Implementation,
      { description: optional(string()), websiteUrl: optional(string({ pattern: URI })) },
      "Icons",
    ),
    ClientCapabilities: extend(previous.ClientCapabilities, {
      sampling: optional(object({ context: optional(anyObject()), tools: optional(anyObject()) })),
      elicitation: optional(object({ form: optional(anyObject()), url: optional(anyObject()) })),
      tasks: taskCapabilities.client,
    }),
    ServerCapabilities: extend(previous.ServerCapabilities, { tasks: taskCapabilities.server }),

    /** In 2025-11-25 a task is cancelled by tasks/cancel, which is why the type lets the id be absent. */
    CancelledNotificationParams: extend(previous.CancelledNotificationParams, {
      requestId: optional(ref("RequestId")),
    }),

    Resource: extend(previous.Resource, {}, "Icons"),
    ResourceTemplate: extend(previous.ResourceTemplate, {}, "Icons"),
    Prompt: extend(previous.Prompt, {}, "Icons"),

    ToolInputSchema: extend(previous.ToolInputSchema, { $schema }),
    ToolOutputSchema: extend(previous.ToolOutputSchema, { $schema }),
    ToolExecution: object({
      taskSupport: optional(rule("tasks.tool-support-values", choice("forbidden", "optional", "required"))),
    }),
    ToolName: restrict(
      string(),
      rule("tools.name-length", string({ minLength: 1, maxLength: 128 })),
      rule("tools.name-charset", string({ pattern: "^[A-Za-z0-9_.\\-]*$" })),
      rule("tools.name-no-special", string({ pattern: "^[^\\s,]*$" })),
    ),
    Tool: extend(
      previous.Tool,
      {
        name: ref("ToolName"),
        inputSchema: rule("tools.input-schema-object", ref("ToolInputSchema")),
        execution: optional(ref("ToolExecution")),
      },
      "Icons",
    ),
    CallToolRequestParams: extend(previous.CallToolRequestParams, {}, "TaskAugmentedRequestParams"),

    ...sampling,
    ...elicitation,
    ...tasks,

    ClientRequest: widen(previous.ClientRequest, ...taskRequests),
    ClientNotification: widen(previous.ClientNotification, ref("TaskStatusNotification")),
    ClientResult: widen(previous.ClientResult, ...taskResults),
    ServerRequest: widen(previous.ServerRequest, ...taskRequests),
    ServerNotification: widen(
      previous.ServerNotification,
      ref("ElicitationCompleteNotification"),
      ref("TaskStatusNotification"),
    ),
    ServerResult: widen(previous.ServerResult, ...taskResults),
  },
  { removed: ["JSONRPCError", "SamplingContent"] },
);

export const methods = reviseMethods(before.methods, {
  ...taskMethods,
  "tools/call": request("client", "CallToolRequest", "CallToolResult", "CreateTaskResult"),
  "sampling/createMessage": request("server", "CreateMessageRequest", "CreateMessageResult", "CreateTaskResult"),
  "elicitation/create": request("server", "ElicitRequest", "ElicitResult", "CreateTaskResult"),
  "notifications/elicitation/complete": notification("server", "ElicitationCompleteNotification"),
});

export const protocol = {
  revision: "2025-11-25",
  definitions,
  methods,
  errors: { "-32042": "URLElicitationRequiredError" },
} satisfies Protocol;
