import {
  anyObject,
  array,
  demanded,
  extend,
  literal,
  object,
  optional,
  record,
  ref,
  rule,
  string,
  union,
  widen,
} from "../../builder/build.ts";
import { request, reviseMethods } from "../../builder/methods.ts";
import type { Protocol } from "../../builder/protocol.ts";
import { revise } from "../../builder/revise.ts";
import { protocol as before, definitions as previous } from "../2025-03-26/protocol.ts";
import { elicitation } from "./elicitation.ts";
import { MetaObject } from "./meta.ts";

const _meta = optional(ref("MetaObject"));
const OUTPUT_TYPE = "tools.output-schema-root-object";

/** After 2025-03-26: elicitation, structured output, resource links, titles, `_meta` of data with a key grammar. */
export const definitions = revise(
  previous,
  {
    MetaObject,
    JSONRPCMessage: union(
      ref("JSONRPCRequest"),
      ref("JSONRPCNotification"),
      ref("JSONRPCResponse"),
      ref("JSONRPCError"),
    ),

    BaseMetadata: object({ name: string(), title: optional(string()) }),
    Implementation: extend(previous.Implementation, {}, "BaseMetadata"),
    ClientCapabilities: extend(previous.ClientCapabilities, { elicitation: optional(anyObject()) }),

    Annotations: extend(previous.Annotations, {
      lastModified: optional(rule("content.annotations-last-modified", string({ pattern: "^[+\\-]?\\d{4}" }))),
    }),
    Annotated: extend(previous.Annotated, { _meta }),
    ResourceLink: rule("content.resource-link-shape", object({ type: literal("resource_link") }, "Resource")),
    ContentBlock: rule("content.block-types-with-resource-link", widen(previous.ContentBlock, ref("ResourceLink"))),

    Resource: extend(previous.Resource, {}, "BaseMetadata"),
    ResourceTemplate: extend(previous.ResourceTemplate, {}, "BaseMetadata"),
    ResourceContents: extend(previous.ResourceContents, { _meta }),
    Root: extend(previous.Root, { _meta }),

    Prompt: extend(previous.Prompt, { _meta }, "BaseMetadata"),
    PromptArgument: extend(previous.PromptArgument, {}, "BaseMetadata"),
    PromptReference: extend(previous.PromptReference, {}, "BaseMetadata"),

    ToolOutputSchema: object({
      type: demanded(OUTPUT_TYPE, rule(OUTPUT_TYPE, literal("object"))),
      properties: optional(record(anyObject())),
      required: optional(array(string())),
    }),
    Tool: extend(previous.Tool, { outputSchema: optional(ref("ToolOutputSchema")), _meta }, "BaseMetadata"),
    CallToolResult: extend(previous.CallToolResult, {
      structuredContent: optional(rule("tools.structured-content-object", anyObject())),
    }),

    ResourceTemplateReference: previous.ResourceReference,
    CompleteRequestParams: extend(previous.CompleteRequestParams, {
      ref: rule("completion.ref-types", union(ref("PromptReference"), ref("ResourceTemplateReference"))),
      context: optional(object({ arguments: optional(record(string())) })),
    }),

    ...elicitation,
    ClientResult: widen(previous.ClientResult, ref("ElicitResult")),
    ServerRequest: widen(previous.ServerRequest, ref("ElicitRequest")),
  },
  { removed: ["JSONRPCBatchRequest", "JSONRPCBatchResponse", "ResourceReference"] },
);

export const methods = reviseMethods(before.methods, {
  "elicitation/create": request("server", "ElicitRequest", "ElicitResult"),
});

export const protocol = { revision: "2025-06-18", definitions, methods } satisfies Protocol;
