import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";
import { answering } from "./answers.ts";

const isObjectWith = (type: string, content: unknown): content is JsonObject =>
  isObject(content as never) && (content as JsonObject).type === type;

/** A client that edits the blocks of one type in its samples. */
function blocks(
  id: string,
  breaks: string,
  does: string,
  { type, edit }: { readonly type: string; readonly edit: (block: JsonObject) => JsonObject },
): ClientMutant {
  return answering(
    {
      id,
      breaks: [breaks],
      implies: [
        "mrtr.client-response-keys",
        "sampling.content-single-block",
        "sampling.content-block-or-array",
        "sampling.result-shape",
      ],
      does,
    },
    ({ content }) => isObjectWith(type, content),
    (answer) => ({ ...answer, content: edit(answer.content as JsonObject) }),
  );
}

const annotate = (more: JsonObject) => (block: JsonObject) => ({
  ...block,
  annotations: { ...(block.annotations as JsonObject), ...more },
});

export const mutants: readonly ClientMutant[] = [
  blocks("client-text-without-text", "content.text-shape", "sends text under another name", {
    type: "text",
    edit: ({ text, ...block }) => ({ ...block, value: text! }),
  }),
  blocks("client-image-as-url", "content.image-shape", "sends the address of a picture in place of its data", {
    type: "image",
    edit: ({ data: _data, ...block }) => ({ ...block, url: "https://assay.example/picture.png" }),
  }),
  blocks("client-audio-without-type", "content.audio-shape", "sends a sound without its media type", {
    type: "audio",
    edit: ({ mimeType: _type, ...block }) => block,
  }),
  blocks("client-audience-of-robots", "content.annotations-audience", "annotates content for an audience of its own", {
    type: "text",
    edit: annotate({ audience: ["robot"] }),
  }),
  blocks("client-priority-in-percent", "content.annotations-priority", "gives priorities in percent", {
    type: "text",
    edit: annotate({ priority: 50 }),
  }),
  blocks("client-modified-yesterday", "content.annotations-last-modified", "tells in words when content was modified", {
    type: "text",
    edit: annotate({ lastModified: "yesterday" }),
  }),
];
