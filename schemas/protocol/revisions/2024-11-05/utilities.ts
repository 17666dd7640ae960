import {
  array,
  boolean,
  choice,
  integer,
  literal,
  number,
  object,
  optional,
  ref,
  restrict,
  rule,
  string,
  union,
  unknown,
} from "../../builder/build.ts";
import { notificationOf, requestOf } from "../message.ts";

/** basic/utilities and server/utilities: cancellation, progress, logging, completion. */
export const utilities = {
  CancelledNotificationParams: rule(
    "cancellation.request-id-param",
    object({ requestId: ref("RequestId"), reason: optional(string()) }, "NotificationParams"),
  ),
  CancelledNotification: notificationOf("notifications/cancelled", ref("CancelledNotificationParams")),

  ProgressNotificationParams: rule(
    "progress.notification-shape",
    object(
      { progressToken: ref("ProgressToken"), progress: number(), total: optional(number()) },
      "NotificationParams",
    ),
  ),
  ProgressNotification: notificationOf("notifications/progress", ref("ProgressNotificationParams")),

  LoggingLevel: choice("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"),
  SetLevelRequestParams: object({ level: rule("logging.requested-level-enum", ref("LoggingLevel")) }, "RequestParams"),
  SetLevelRequest: requestOf("logging/setLevel", ref("SetLevelRequestParams")),
  LoggingMessageNotificationParams: rule(
    "logging.notification-shape",
    object(
      { level: rule("logging.level-enum", ref("LoggingLevel")), logger: optional(string()), data: unknown() },
      "NotificationParams",
    ),
  ),
  LoggingMessageNotification: notificationOf("notifications/message", ref("LoggingMessageNotificationParams")),

  PromptReference: object({ type: literal("ref/prompt"), name: string() }),
  ResourceReference: object({ type: literal("ref/resource"), uri: string() }),
  CompleteRequestParams: rule(
    "completion.request-shape",
    object(
      {
        ref: rule("completion.ref-types", union(ref("PromptReference"), ref("ResourceReference"))),
        argument: object({ name: string(), value: string() }),
      },
      "RequestParams",
    ),
  ),
  CompleteRequest: requestOf("completion/complete", ref("CompleteRequestParams")),
  CompleteResult: rule(
    "completion.result-shape",
    object(
      {
        completion: object({
          values: restrict(array(string()), rule("completion.max-100", array(unknown(), { maxItems: 100 }))),
          total: optional(integer()),
          hasMore: optional(boolean()),
        }),
      },
      "Result",
    ),
  ),
};
