import {
  absent,
  extend,
  literal,
  object,
  optional,
  rebase,
  record,
  ref,
  restrict,
  rule,
  string,
  union,
  unknown,
} from "../../builder/build.ts";
import type { Node } from "../../builder/node.ts";
import { definitions as previous } from "../2025-11-25/protocol.ts";

const SHAPE = "mrtr.input-requests-shape";
const HINT = "caching.no-hints-on-input-required";

/** basic/patterns/mrtr: what a server asks of a client stands in a result, and is answered in a retry. */
export const mrtr = {
  InputRequest: rule(
    "mrtr.input-request-types",
    union(ref("CreateMessageRequest"), ref("ListRootsRequest"), ref("ElicitRequest")),
  ),
  InputRequests: rule(SHAPE, record(ref("InputRequest"))),
  InputResponse: rule(
    "mrtr.client-response-keys",
    union(ref("CreateMessageResult"), ref("ListRootsResult"), ref("ElicitResult")),
  ),
  InputResponses: rule("mrtr.client-response-keys", record(ref("InputResponse"))),
  InputResponseRequestParams: object(
    { inputResponses: optional(ref("InputResponses")), requestState: optional(string()) },
    "RequestParams",
  ),
  InputRequiredResult: rule(
    "jsonrpc.result-type-input-required-shape",
    restrict(
      object(
        {
          resultType: literal("input_required"),
          inputRequests: optional(ref("InputRequests")),
          requestState: optional(string()),
          ttlMs: rule(HINT, absent()),
          cacheScope: rule(HINT, absent()),
        },
        "Result",
      ),
      rule("mrtr.at-least-one-field", union(object({ inputRequests: unknown() }), object({ requestState: unknown() }))),
    ),
  ),

  CreateMessageRequest: asked("sampling/createMessage", ref("CreateMessageRequestParams")),
  CreateMessageRequestParams: rebase(previous.CreateMessageRequestParams),
  CreateMessageResult: rebase(previous.CreateMessageResult, "SamplingMessage"),
  ListRootsRequest: rule(
    "roots.request-shape",
    asked("roots/list", optional(object({ _meta: optional(ref("MetaObject")) }))),
  ),
  ListRootsResult: rebase(previous.ListRootsResult),
  ElicitRequest: asked("elicitation/create", ref("ElicitRequestParams")),
  ElicitRequestFormParams: rebase(previous.ElicitRequestFormParams),
  ElicitRequestURLParams: rebase(
    extend(previous.ElicitRequestURLParams, { elicitationId: rule("elicitation.no-elicitation-id", absent()) }),
  ),
  ElicitResult: rebase(previous.ElicitResult),
};

/** A request inside a result. It has no envelope, but the specification's own examples let it have an id. */
function asked<const Method extends string, const Params extends Node>(method: Method, params: Params) {
  return rule(SHAPE, object({ method: literal(method), params }));
}
