import { demanded, extend, object, optional, ref, restrict, rule, string } from "../../builder/build.ts";
import { definitions as previous } from "../2025-11-25/protocol.ts";

const TRACE = "meta.trace-context-format";
const VERSION = "meta.request-protocol-version";
const CAPABILITIES = "meta.request-client-capabilities";

/** Revision, capabilities and identity travel with each message: basic#_meta. */
export const meta = {
  MetaObject: rule(
    "meta.object-type",
    restrict(
      object({
        traceparent: optional(
          rule(TRACE, string({ pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)" })),
        ),
        tracestate: optional(rule(TRACE, string())),
        baggage: optional(rule(TRACE, string())),
      }),
      ...previous.MetaObject.by,
    ),
  ),
  RequestMetaObject: rule(
    "meta.object-type",
    object(
      {
        progressToken: optional(ref("ProgressToken")),
        "io.modelcontextprotocol/protocolVersion": demanded(VERSION, rule(VERSION, string())),
        "io.modelcontextprotocol/clientCapabilities": demanded(
          CAPABILITIES,
          rule(CAPABILITIES, ref("ClientCapabilities")),
        ),
        "io.modelcontextprotocol/clientInfo": optional(ref("Implementation")),
        "io.modelcontextprotocol/logLevel": optional(rule("logging.requested-level-enum", ref("LoggingLevel"))),
      },
      "MetaObject",
    ),
  ),
  NotificationMetaObject: rule(
    "meta.object-type",
    object({ "io.modelcontextprotocol/subscriptionId": optional(ref("RequestId")) }, "MetaObject"),
  ),
  ResultMetaObject: rule(
    "meta.object-type",
    object({ "io.modelcontextprotocol/serverInfo": optional(ref("Implementation")) }, "MetaObject"),
  ),
  RequestParams: object({ _meta: demanded(VERSION, ref("RequestMetaObject")) }),
  JSONRPCRequest: extend(previous.JSONRPCRequest, {
    params: demanded(VERSION, rule("jsonrpc.params-object", ref("RequestParams"))),
  }),
  PaginatedRequest: extend(previous.PaginatedRequest, {
    params: demanded(VERSION, ref("PaginatedRequestParams")),
  }),
};
