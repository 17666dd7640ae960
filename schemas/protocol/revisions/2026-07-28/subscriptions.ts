import { array, boolean, demanded, object, optional, ref, rule, string } from "../../builder/build.ts";
import { notificationOf, requestOf } from "../message.ts";

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
const ACK_ID = "subscriptions.ack-carries-id";

/** basic/patterns/subscriptions. `taskIds` is of the extension io.modelcontextprotocol/tasks. */
export const subscriptions = {
  SubscriptionFilter: object({
    toolsListChanged: optional(boolean()),
    promptsListChanged: optional(boolean()),
    resourcesListChanged: optional(boolean()),
    resourceSubscriptions: optional(array(string())),
    taskIds: optional(rule("tasks.notifications-opt-in", array(string()))),
  }),
  SubscriptionsListenRequestParams: rule(
    "subscriptions.notifications-param-required",
    object({ notifications: ref("SubscriptionFilter") }, "RequestParams"),
  ),
  SubscriptionsListenRequest: requestOf("subscriptions/listen", ref("SubscriptionsListenRequestParams")),
  SubscriptionsListenResultMetaObject: object({ [SUBSCRIPTION]: ref("RequestId") }, "ResultMetaObject"),
  SubscriptionsListenResult: rule(
    "subscriptions.graceful-response-shape",
    object({ _meta: ref("SubscriptionsListenResultMetaObject") }, "FinalResult"),
  ),
  SubscriptionsAcknowledgedNotificationParams: rule(
    "subscriptions.ack-filter-shape",
    object(
      {
        notifications: ref("SubscriptionFilter"),
        _meta: demanded(
          ACK_ID,
          object({ [SUBSCRIPTION]: demanded(ACK_ID, ref("RequestId")) }, "NotificationMetaObject"),
        ),
      },
      "NotificationParams",
    ),
  ),
  SubscriptionsAcknowledgedNotification: notificationOf(
    "notifications/subscriptions/acknowledged",
    ref("SubscriptionsAcknowledgedNotificationParams"),
  ),
};
