import {
  choice,
  demanded,
  extend,
  integer,
  literal,
  object,
  ref,
  restrict,
  rule,
  string,
  union,
} from "../../builder/build.ts";
import { definitions as previous } from "../2025-11-25/protocol.ts";

const PRESENT = "jsonrpc.result-type-present";
const HINTS = "caching.hints-present";

/** Each result says of what type it is, and some say how long and for whom they may be kept. */
export const results = {
  ResultType: string(),
  Result: extend(previous.Result, { resultType: demanded(PRESENT, rule(PRESENT, ref("ResultType"))) }),
  /** What a method's own result has. */
  FinalResult: object(
    { resultType: demanded(PRESENT, rule("jsonrpc.result-type-complete-final", literal("complete"))) },
    "Result",
  ),
  /** A result of a type that some extension defines. */
  OtherResult: object(
    {
      resultType: demanded(
        PRESENT,
        restrict(
          rule(PRESENT, string()),
          other("jsonrpc.result-type-complete-final", "complete"),
          other("mrtr.not-on-other-methods", "input_required"),
          other("tasks.supported-methods", "task"),
        ),
      ),
    },
    "Result",
  ),
  CacheableResult: object(
    {
      ttlMs: demanded(
        HINTS,
        restrict(rule("caching.ttl-integer", integer()), rule("caching.ttl-non-negative", integer({ minimum: 0 }))),
      ),
      cacheScope: demanded(HINTS, rule("caching.scope-enum", choice("public", "private"))),
    },
    "FinalResult",
  ),
  ListToolsResult: extend(previous.ListToolsResult, {}, "CacheableResult"),
  ListPromptsResult: extend(previous.ListPromptsResult, {}, "CacheableResult"),
  ListResourcesResult: extend(previous.ListResourcesResult, {}, "CacheableResult"),
  ListResourceTemplatesResult: extend(previous.ListResourceTemplatesResult, {}, "CacheableResult"),
  ReadResourceResult: extend(previous.ReadResourceResult, {}, "CacheableResult"),
  GetPromptResult: extend(previous.GetPromptResult, {}, "FinalResult"),
  CompleteResult: extend(previous.CompleteResult, {}, "FinalResult"),

  ListToolsResultResponse: response(ref("ListToolsResult")),
  ListPromptsResultResponse: response(ref("ListPromptsResult")),
  ListResourcesResultResponse: response(ref("ListResourcesResult")),
  ListResourceTemplatesResultResponse: response(ref("ListResourceTemplatesResult")),
  CompleteResultResponse: response(ref("CompleteResult")),
  DiscoverResultResponse: response(ref("DiscoverResult")),
  SubscriptionsListenResultResponse: response(ref("SubscriptionsListenResult")),
  CallToolResultResponse: response(union(ref("CallToolResult"), ref("InputRequiredResult"))),
  GetPromptResultResponse: response(union(ref("GetPromptResult"), ref("InputRequiredResult"))),
  ReadResourceResultResponse: response(union(ref("ReadResourceResult"), ref("InputRequiredResult"))),
};

function response<const Result extends Parameters<typeof demanded>[1]>(result: Result) {
  return object({ result }, "JSONRPCResultResponse");
}

function other(requirement: string, type: string) {
  return rule(requirement, string({ pattern: `^(?!${type}$)` }));
}
