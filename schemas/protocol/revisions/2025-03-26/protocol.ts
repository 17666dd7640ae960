import {
  anyObject,
  array,
  boolean,
  extend,
  literal,
  object,
  optional,
  ref,
  rule,
  string,
  union,
  widen,
} from "../../builder/build.ts";
import type { Protocol } from "../../builder/protocol.ts";
import { revise } from "../../builder/revise.ts";
import { methods } from "../2024-11-05/methods.ts";
import { definitions as previous } from "../2024-11-05/protocol.ts";
import { MIME_TYPE } from "../patterns.ts";

const audio = ref("AudioContent");

/** After 2024-11-05: batches, audio, annotations of tools, the completions capability, messages of progress. */
export const definitions = revise(previous, {
  JSONRPCBatchRequest: array(union(ref("JSONRPCRequest"), ref("JSONRPCNotification"))),
  JSONRPCBatchResponse: array(union(ref("JSONRPCResponse"), ref("JSONRPCError"))),
  JSONRPCMessage: widen(previous.JSONRPCMessage, ref("JSONRPCBatchRequest"), ref("JSONRPCBatchResponse")),

  ServerCapabilities: extend(previous.ServerCapabilities, { completions: optional(anyObject()) }),
  ProgressNotificationParams: extend(previous.ProgressNotificationParams, { message: optional(string()) }),

  AudioContent: rule(
    "content.audio-shape",
    object(
      { type: literal("audio"), data: string({ format: "byte" }), mimeType: string({ pattern: MIME_TYPE }) },
      "Annotated",
    ),
  ),
  ContentBlock: rule("content.block-types-with-audio", widen(previous.ContentBlock, audio)),
  SamplingContent: widen(previous.SamplingContent, audio),

  ToolAnnotations: rule(
    "tools.annotations-types",
    object({
      title: optional(string()),
      readOnlyHint: optional(boolean()),
      destructiveHint: optional(boolean()),
      idempotentHint: optional(boolean()),
      openWorldHint: optional(boolean()),
    }),
  ),
  Tool: extend(previous.Tool, { annotations: optional(rule("tools.definition-shape", ref("ToolAnnotations"))) }),
});

export const protocol = { revision: "2025-03-26", definitions, methods } satisfies Protocol;
