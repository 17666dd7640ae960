import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { type Revision, since } from "../../simulators/wire/revisions.ts";

interface BlockType {
  readonly revisions: readonly Revision[];
  /** What the block lacks, in words. */
  readonly lacks: (block: JsonObject) => string | undefined;
}

const BLOCKS: { readonly [type: string]: BlockType } = {
  text: { revisions: since("2024-11-05"), lacks: strings("text") },
  image: { revisions: since("2024-11-05"), lacks: strings("data", "mimeType") },
  audio: { revisions: since("2025-03-26"), lacks: strings("data", "mimeType") },
  resource_link: { revisions: since("2025-06-18"), lacks: strings("uri", "name") },
  resource: {
    revisions: since("2024-11-05"),
    lacks: ({ resource }) => {
      if (!isObject(resource)) return "an object `resource`";
      if (typeof resource.uri !== "string") return "a string resource.uri";
      return typeof resource.text === "string" || typeof resource.blob === "string"
        ? undefined
        : "a string resource.text or resource.blob";
    },
  },
};

/** What is wrong with a content block of a tool result or prompt message, in words; undefined when it has the shape of the revision. */
export function blockProblem(block: JsonValue, revision: Revision): string | undefined {
  if (!isObject(block)) return "is no object";
  const { type } = block;
  if (typeof type !== "string") return "has no string `type`";
  const known = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (known === undefined || !known.revisions.includes(revision))
    return `has the type ${JSON.stringify(type)}, which ${revision} does not have`;
  const lack = known.lacks(block);
  return lack === undefined ? undefined : `of type ${type} has not ${lack}`;
}

function strings(...members: readonly string[]): BlockType["lacks"] {
  return (block) => {
    const missing = members.filter((member) => typeof block[member] !== "string");
    return missing.length === 0 ? undefined : `a string ${missing.join(" and ")}`;
  };
}
