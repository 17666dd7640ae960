import {
  anyObject,
  demanded,
  integer,
  literal,
  nullable,
  object,
  optional,
  ref,
  rule,
  string,
  union,
} from "../../builder/build.ts";
import { type Methods, notification, request } from "../../builder/methods.ts";
import { tasks as previous } from "../2025-11-25/tasks.ts";
import { notificationOf, requestOf } from "../message.ts";

const SHAPE = "tasks.task-shape-flat";
const taskId = string();
const { status, statusMessage, createdAt, lastUpdatedAt } = previous.Task.members;

/** The extension io.modelcontextprotocol/tasks: its pages are those of ext-tasks. */
export const tasks = {
  Task: rule(
    SHAPE,
    object({
      taskId,
      status,
      statusMessage,
      createdAt,
      lastUpdatedAt,
      ttlMs: nullable(integer()),
      pollIntervalMs: optional(integer()),
    }),
  ),
  WorkingTask: object({ status: literal("working") }, "Task"),
  InputRequiredTask: object(
    {
      status: literal("input_required"),
      inputRequests: demanded("tasks.get-input-required", ref("InputRequests")),
    },
    "Task",
  ),
  CompletedTask: object(
    {
      status: literal("completed"),
      result: demanded("tasks.completed-has-result", rule("tasks.completed-has-result", anyObject())),
    },
    "Task",
  ),
  FailedTask: object(
    {
      status: literal("failed"),
      error: demanded("tasks.failed-has-error", rule("tasks.failed-has-error", ref("Error"))),
    },
    "Task",
  ),
  CancelledTask: object({ status: literal("cancelled") }, "Task"),
  DetailedTask: rule(
    SHAPE,
    union(ref("WorkingTask"), ref("InputRequiredTask"), ref("CompletedTask"), ref("FailedTask"), ref("CancelledTask")),
  ),
  CreateTaskResult: rule(
    SHAPE,
    object({ resultType: rule("tasks.result-type-task", literal("task")) }, "Result", "Task"),
  ),

  TaskResult: object({ resultType: rule("tasks.get-result-type-complete", literal("complete")) }, "FinalResult"),
  GetTaskRequest: requestOf("tasks/get", object({ taskId }, "RequestParams")),
  GetTaskResult: detailed("TaskResult"),
  UpdateTaskRequest: requestOf(
    "tasks/update",
    rule("tasks.update-params", object({ taskId, inputResponses: ref("InputResponses") }, "RequestParams")),
  ),
  UpdateTaskResult: rule("tasks.update-ack", object({}, "FinalResult")),
  CancelTaskRequest: requestOf("tasks/cancel", object({ taskId }, "RequestParams")),
  CancelTaskResult: rule("tasks.cancel-ack", object({}, "FinalResult")),
  TaskStatusNotificationParams: detailed("NotificationParams"),
  TaskStatusNotification: notificationOf("notifications/tasks", ref("TaskStatusNotificationParams")),
};

export const taskMethods: Methods = {
  "tasks/get": request("client", "GetTaskRequest", "GetTaskResult"),
  "tasks/update": request("client", "UpdateTaskRequest", "UpdateTaskResult"),
  "tasks/cancel": request("client", "CancelTaskRequest", "CancelTaskResult"),
  "notifications/tasks": notification("server", "TaskStatusNotification"),
};

/** A task in any status, in an object of that kind. */
function detailed<const Kind extends string>(kind: Kind) {
  return rule(
    SHAPE,
    union(
      object({}, kind, "WorkingTask"),
      object({}, kind, "InputRequiredTask"),
      object({}, kind, "CompletedTask"),
      object({}, kind, "FailedTask"),
      object({}, kind, "CancelledTask"),
    ),
  );
}
