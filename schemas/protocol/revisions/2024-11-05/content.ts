import { array, literal, number, object, optional, ref, rule, string, union } from "../../builder/build.ts";
import { MIME_TYPE } from "../patterns.ts";

const bytes = string({ format: "byte" });
const mimeType = string({ pattern: MIME_TYPE });

/** What tools, prompts, resources and sampling hold: content blocks and their annotations. */
export const content = {
  Annotations: object({
    audience: optional(rule("content.annotations-audience", array(ref("Role")))),
    priority: optional(rule("content.annotations-priority", number({ minimum: 0, maximum: 1 }))),
  }),
  Annotated: object({ annotations: optional(ref("Annotations")) }),
  TextContent: rule("content.text-shape", object({ type: literal("text"), text: string() }, "Annotated")),
  ImageContent: rule("content.image-shape", object({ type: literal("image"), data: bytes, mimeType }, "Annotated")),
  EmbeddedResource: rule(
    "content.embedded-resource-shape",
    object(
      { type: literal("resource"), resource: union(ref("TextResourceContents"), ref("BlobResourceContents")) },
      "Annotated",
    ),
  ),
  ContentBlock: rule(
    "content.block-types-text-image-resource",
    union(ref("TextContent"), ref("ImageContent"), ref("EmbeddedResource")),
  ),
};
