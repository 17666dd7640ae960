import {
  absent,
  choice,
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
  unknown,
} from "../../builder/build.ts";

const version = demanded("jsonrpc.version-member", rule("jsonrpc.version-member", literal("2.0")));
const method = demanded("jsonrpc.method-string", rule("jsonrpc.method-string", string()));

/** basic/messages: the envelope and what every message may carry. */
export const jsonrpc = {
  RequestId: union(string(), integer()),
  ProgressToken: rule("progress.token-type", union(string(), integer())),
  Cursor: rule("pagination.cursor-string", string()),
  Role: choice("user", "assistant"),

  MetaObject: rule("meta.object-type", object({})),
  RequestMetaObject: rule("meta.object-type", object({ progressToken: optional(ref("ProgressToken")) }, "MetaObject")),
  NotificationMetaObject: rule("meta.object-type", object({}, "MetaObject")),
  ResultMetaObject: rule("meta.object-type", object({}, "MetaObject")),
  RequestParams: object({ _meta: optional(ref("RequestMetaObject")) }),
  NotificationParams: object({ _meta: optional(ref("NotificationMetaObject")) }),
  PaginatedRequestParams: object({ cursor: optional(ref("Cursor")) }, "RequestParams"),

  Request: object({ method, params: optional(rule("jsonrpc.params-object", ref("RequestParams"))) }),
  Notification: object({ method, params: optional(rule("jsonrpc.params-object", ref("NotificationParams"))) }),
  Result: rule("jsonrpc.result-object", object({ _meta: optional(ref("ResultMetaObject")) })),
  EmptyResult: object({}, "Result"),
  PaginatedRequest: object({ params: optional(ref("PaginatedRequestParams")) }, "Request"),
  PaginatedResult: object({ nextCursor: optional(ref("Cursor")) }, "Result"),

  MethodRequest: object({}, "Request"),
  MethodNotification: object({}, "Notification"),

  JSONRPCRequest: object(
    {
      jsonrpc: version,
      id: demanded("jsonrpc.request-id-present", rule("jsonrpc.request-id-type", ref("RequestId"))),
    },
    "Request",
  ),
  JSONRPCNotification: object({ jsonrpc: version, id: rule("jsonrpc.notification-no-id", absent()) }, "Notification"),
  JSONRPCResponse: object({
    jsonrpc: version,
    id: rule("jsonrpc.result-id-echo", ref("RequestId")),
    result: rule("jsonrpc.result-object", ref("Result")),
    error: rule("jsonrpc.result-xor-error", absent()),
  }),
  /** JSON-RPC 2.0 has the id null when it could not be read; here no revision's schema is held against that. */
  JSONRPCError: object({
    jsonrpc: version,
    id: optional(rule("jsonrpc.error-id-echo", nullable(ref("RequestId")))),
    error: rule("jsonrpc.error-shape", ref("Error")),
    result: rule("jsonrpc.result-xor-error", absent()),
  }),
  Error: rule(
    "jsonrpc.error-shape",
    object({ code: rule("jsonrpc.error-code-integer", integer()), message: string(), data: optional(unknown()) }),
  ),
  JSONRPCMessage: union(ref("JSONRPCRequest"), ref("JSONRPCNotification"), ref("JSONRPCResponse"), ref("JSONRPCError")),
};
