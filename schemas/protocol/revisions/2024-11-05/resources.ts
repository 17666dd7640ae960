import { absent, array, integer, object, optional, ref, rule, string, union } from "../../builder/build.ts";
import { maybe, notificationOf, requestOf } from "../message.ts";
import { URI } from "../patterns.ts";

const uri = string({ pattern: URI });

/** server/resources. */
export const resources = {
  Resource: rule(
    "resources.list-result-shape",
    object(
      {
        uri,
        name: string(),
        description: optional(string()),
        mimeType: optional(string()),
        size: optional(integer()),
      },
      "Annotated",
    ),
  ),
  ResourceTemplate: rule(
    "resources.templates-result-shape",
    object(
      {
        uriTemplate: string(),
        name: string(),
        description: optional(string()),
        mimeType: optional(string()),
      },
      "Annotated",
    ),
  ),
  ResourceContents: object({ uri, mimeType: optional(string()) }),
  TextResourceContents: object(
    { text: string(), blob: rule("resources.read-result-shape", absent()) },
    "ResourceContents",
  ),
  BlobResourceContents: object(
    {
      blob: rule("resources.binary-encoded", string({ format: "byte" })),
      text: rule("resources.read-result-shape", absent()),
    },
    "ResourceContents",
  ),

  ListResourcesRequest: requestOf("resources/list", maybe("PaginatedRequestParams")),
  ListResourcesResult: rule(
    "resources.list-result-shape",
    object({ resources: array(ref("Resource")) }, "PaginatedResult"),
  ),
  ListResourceTemplatesRequest: requestOf("resources/templates/list", maybe("PaginatedRequestParams")),
  ListResourceTemplatesResult: rule(
    "resources.templates-result-shape",
    object({ resourceTemplates: array(ref("ResourceTemplate")) }, "PaginatedResult"),
  ),
  ResourceRequestParams: object({ uri }, "RequestParams"),
  ReadResourceRequestParams: rule("resources.read-params-shape", object({}, "ResourceRequestParams")),
  ReadResourceRequest: requestOf("resources/read", ref("ReadResourceRequestParams")),
  ReadResourceResult: rule(
    "resources.read-result-shape",
    object({ contents: array(union(ref("TextResourceContents"), ref("BlobResourceContents"))) }, "Result"),
  ),
  SubscribeRequestParams: object({}, "ResourceRequestParams"),
  SubscribeRequest: requestOf("resources/subscribe", ref("SubscribeRequestParams")),
  UnsubscribeRequestParams: object({}, "ResourceRequestParams"),
  UnsubscribeRequest: requestOf("resources/unsubscribe", ref("UnsubscribeRequestParams")),
  ResourceUpdatedNotificationParams: object({ uri }, "NotificationParams"),
  ResourceUpdatedNotification: notificationOf(
    "notifications/resources/updated",
    ref("ResourceUpdatedNotificationParams"),
  ),
  ResourceListChangedNotification: notificationOf("notifications/resources/list_changed", maybe("NotificationParams")),
};
