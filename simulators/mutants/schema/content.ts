import { isObject, type JsonObject } from "../../wire/json.ts";
import { type Revision, since, until } from "../../wire/revisions.ts";
import { changed, editCall } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

const provokedBy = ["tools", "schema"];
/** A result of a block that is wrong is no result of content blocks. */
const implies = ["tools.call-result-shape"];

/** Faults of content blocks and of what is said about them. */
export const contentMutants: readonly Mutant[] = [
  oddBlock("text-block-odd", "content.text-shape", "test_simple_text", [
    { text: undefined },
    { text: 7 },
    { text: null },
    { annotations: "user" },
  ]),
  oddBlock("image-block-odd", "content.image-shape", "test_image_content", [
    { data: undefined },
    { data: "not base64!" },
    { data: "data:image/png;base64,AAAA" },
    { mimeType: undefined },
    { mimeType: 7 },
  ]),
  oddBlock(
    "audio-block-odd",
    "content.audio-shape",
    "test_audio_content",
    [{ data: undefined }, { data: "AAA" }, { mimeType: undefined }, { mimeType: null }],
    since("2025-03-26"),
  ),
  oddBlock("embedded-block-odd", "content.embedded-resource-shape", "test_embedded_resource", [
    { resource: undefined },
    { resource: "test://embedded-resource" },
    { resource: { text: "no uri" } },
    { resource: { uri: "test://embedded-resource", text: 7 } },
    { resource: { uri: "test://embedded-resource" } },
  ]),
  oddBlock(
    "link-block-odd",
    "content.resource-link-shape",
    "test_resource_link",
    [{ uri: undefined }, { uri: 7 }, { name: undefined }, { name: null }, { mimeType: 7 }],
    since("2025-06-18"),
  ),
  unknownBlock("content.block-types-text-image-resource", until("2024-11-05")),
  unknownBlock("content.block-types-with-audio", ["2025-03-26"]),
  unknownBlock("content.block-types-with-resource-link", since("2025-06-18")),
  oddAnnotations("content-for-whom", "content.annotations-audience", [
    { audience: "user" },
    { audience: ["system"] },
    { audience: [7] },
  ]),
  oddAnnotations("content-of-odd-priority", "content.annotations-priority", [
    { priority: 2 },
    { priority: -0.5 },
    { priority: "high" },
  ]),
  oddAnnotations(
    "content-of-no-date",
    "content.annotations-last-modified",
    [{ lastModified: "yesterday" }, { lastModified: "12:00" }],
    since("2025-06-18"),
  ),
];

function oddBlock(
  id: string,
  requirement: string,
  tool: string,
  odd: readonly JsonObject[],
  revisions: readonly Revision[] = since("2024-11-05"),
): Mutant {
  return {
    id,
    does: `Answers a call of ${tool} with a block that lacks a member, or has one of the wrong type`,
    breaks: [requirement],
    implies,
    provokedBy,
    where: { revisions },
    apply: (seams, draw) => {
      const change = draw.pick(odd);
      editBlocks(seams, tool, (block) => changed(block, change));
    },
  };
}

function unknownBlock(requirement: string, revisions: readonly Revision[]): Mutant {
  return {
    id: `block-of-no-type-${revisions[0]}`,
    does: "Answers a call with a content block of a type that the revision does not have",
    breaks: [requirement],
    implies,
    provokedBy,
    where: { revisions },
    apply: (seams, draw) => {
      const type = draw.pick(["video", "blob", "TEXT"]);
      editBlocks(seams, "test_simple_text", (block) => ({ ...block, type }));
    },
  };
}

function oddAnnotations(
  id: string,
  requirement: string,
  odd: readonly JsonObject[],
  revisions: readonly Revision[] = since("2024-11-05"),
): Mutant {
  return {
    id,
    does: "Answers a call with content whose annotations are not as they are described",
    breaks: [requirement],
    implies,
    provokedBy,
    where: { revisions },
    apply: (seams, draw) => {
      const change = draw.pick(odd);
      editBlocks(seams, "test_multiple_content_types", (block) =>
        isObject(block.annotations) ? { ...block, annotations: changed(block.annotations, change) } : block,
      );
    },
  };
}

function editBlocks(seams: Parameters<Mutant["apply"]>[0], tool: string, edit: (block: JsonObject) => JsonObject) {
  editCall(seams, tool, (result) =>
    Array.isArray(result.content) ? { ...result, content: result.content.filter(isObject).map(edit) } : result,
  );
}
