import { anyObject, boolean, object, optional, record, ref, rule, string } from "../../builder/build.ts";
import { maybe, notificationOf, requestOf } from "../message.ts";

const listChanged = optional(boolean());

/** basic/lifecycle and ping. */
export const lifecycle = {
  Implementation: rule("meta.implementation-shape", object({ name: string(), version: string() })),
  ClientCapabilities: rule(
    "capabilities.client-shape",
    object({
      experimental: optional(record(anyObject())),
      roots: optional(object({ listChanged })),
      sampling: optional(anyObject()),
    }),
  ),
  ServerCapabilities: rule(
    "capabilities.server-shape",
    object({
      experimental: optional(record(anyObject())),
      logging: optional(anyObject()),
      prompts: optional(object({ listChanged })),
      resources: optional(object({ subscribe: optional(boolean()), listChanged })),
      tools: optional(object({ listChanged })),
    }),
  ),
  InitializeRequestParams: rule(
    "lifecycle.initialize-params",
    object(
      {
        protocolVersion: string(),
        capabilities: rule("lifecycle.initialize-params", ref("ClientCapabilities")),
        clientInfo: rule("lifecycle.initialize-params", ref("Implementation")),
      },
      "RequestParams",
    ),
  ),
  InitializeRequest: requestOf("initialize", ref("InitializeRequestParams")),
  InitializeResult: rule(
    "lifecycle.initialize-result",
    object(
      {
        protocolVersion: string(),
        capabilities: rule("lifecycle.initialize-result", ref("ServerCapabilities")),
        serverInfo: rule("lifecycle.initialize-result", ref("Implementation")),
        instructions: optional(rule("lifecycle.instructions-type", string())),
      },
      "Result",
    ),
  ),
  InitializedNotification: notificationOf("notifications/initialized", maybe("NotificationParams")),
  PingRequest: requestOf("ping", maybe("RequestParams")),
};
