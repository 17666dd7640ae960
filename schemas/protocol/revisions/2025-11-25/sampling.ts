import {
  anyObject,
  array,
  boolean,
  choice,
  extend,
  literal,
  object,
  optional,
  ref,
  rule,
  string,
  union,
} from "../../builder/build.ts";
import { clientFeatures as previous } from "../2024-11-05/client-features.ts";

const _meta = optional(ref("MetaObject"));
const BLOCKS = "sampling.content-block-or-array";

/** client/sampling: tools, and content of one block or several. */
export const sampling = {
  ToolUseContent: rule(
    "sampling.tool-use-shape",
    object({ type: literal("tool_use"), id: string(), name: string(), input: anyObject(), _meta }),
  ),
  ToolResultContent: rule(
    "sampling.tool-result-shape",
    object({
      type: literal("tool_result"),
      toolUseId: string(),
      content: array(ref("ContentBlock")),
      structuredContent: optional(anyObject()),
      isError: optional(boolean()),
      _meta,
    }),
  ),
  SamplingMessageContentBlock: rule(
    BLOCKS,
    union(
      ref("TextContent"),
      ref("ImageContent"),
      ref("AudioContent"),
      ref("ToolUseContent"),
      ref("ToolResultContent"),
    ),
  ),
  SamplingMessage: extend(previous.SamplingMessage, {
    content: rule(BLOCKS, union(ref("SamplingMessageContentBlock"), array(ref("SamplingMessageContentBlock")))),
    _meta,
  }),
  ToolChoice: object({
    mode: optional(rule("sampling.tool-choice-values", choice("auto", "required", "none"))),
  }),
  CreateMessageRequestParams: extend(
    previous.CreateMessageRequestParams,
    { tools: optional(array(ref("Tool"))), toolChoice: optional(ref("ToolChoice")) },
    "TaskAugmentedRequestParams",
  ),
};
