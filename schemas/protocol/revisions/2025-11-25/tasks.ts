import {
  anyObject,
  array,
  choice,
  demanded,
  integer,
  nullable,
  object,
  optional,
  ref,
  rule,
  string,
} from "../../builder/build.ts";
import { notification, request } from "../../builder/methods.ts";
import { maybe, notificationOf, requestOf } from "../message.ts";
import { TIMESTAMP } from "../patterns.ts";

const taskId = string();
const aTask = object({ taskId }, "RequestParams");

/** basic/utilities/tasks: requests answered by a task, whose result is asked for later. */
export const tasks = {
  TaskStatus: rule("tasks.status-enum", choice("working", "input_required", "completed", "failed", "cancelled")),
  TaskMetadata: object({ ttl: optional(integer()) }),
  RelatedTaskMetadata: object({ taskId }),
  Task: rule(
    "tasks.task-shape-wrapped",
    object({
      taskId,
      status: ref("TaskStatus"),
      statusMessage: optional(string()),
      createdAt: demanded("tasks.created-at", rule("tasks.created-at", string({ pattern: TIMESTAMP }))),
      lastUpdatedAt: demanded("tasks.last-updated-at", rule("tasks.last-updated-at", string({ pattern: TIMESTAMP }))),
      ttl: nullable(integer()),
      pollInterval: optional(integer()),
    }),
  ),
  TaskAugmentedRequestParams: object({ task: optional(ref("TaskMetadata")) }, "RequestParams"),
  CreateTaskResult: rule("tasks.task-shape-wrapped", object({ task: ref("Task") }, "Result")),

  GetTaskRequest: requestOf("tasks/get", aTask),
  GetTaskResult: rule("tasks.get-shape", object({}, "Result", "Task")),
  GetTaskPayloadRequest: requestOf("tasks/result", aTask),
  GetTaskPayloadResult: object({}, "Result"),
  CancelTaskRequest: requestOf("tasks/cancel", aTask),
  CancelTaskResult: rule("tasks.cancel-result-shape", object({}, "Result", "Task")),
  ListTasksRequest: requestOf("tasks/list", maybe("PaginatedRequestParams")),
  ListTasksResult: rule("tasks.list-shape", object({ tasks: array(ref("Task")) }, "PaginatedResult")),
  TaskStatusNotificationParams: rule("tasks.status-notification-shape", object({}, "NotificationParams", "Task")),
  TaskStatusNotification: notificationOf("notifications/tasks/status", ref("TaskStatusNotificationParams")),
};

/** The capability `tasks` of a client and of a server. */
export const taskCapabilities = {
  client: capability({
    sampling: optional(object({ createMessage: optional(anyObject()) })),
    elicitation: optional(object({ create: optional(anyObject()) })),
  }),
  server: capability({ tools: optional(object({ call: optional(anyObject()) })) }),
};

/** What a message says of the task that it belongs to. */
export const relatedTask = {
  "io.modelcontextprotocol/related-task": optional(ref("RelatedTaskMetadata")),
};

export const taskMethods = {
  "tasks/get": request("both", "GetTaskRequest", "GetTaskResult"),
  "tasks/result": request("both", "GetTaskPayloadRequest", "GetTaskPayloadResult"),
  "tasks/cancel": request("both", "CancelTaskRequest", "CancelTaskResult"),
  "tasks/list": request("both", "ListTasksRequest", "ListTasksResult"),
  "notifications/tasks/status": notification("both", "TaskStatusNotification"),
};

function capability<const Requests extends Parameters<typeof object>[0]>(requests: Requests) {
  return optional(
    rule(
      "tasks.capability-shape",
      object({
        list: optional(anyObject()),
        cancel: optional(anyObject()),
        requests: optional(object(requests)),
      }),
    ),
  );
}
