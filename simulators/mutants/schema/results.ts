import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { since } from "../../wire/revisions.ts";
import { editResult, without } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

const provokedBy = ["schema"];
const NOT_FINAL = ["jsonrpc.result-type-complete-final"];

/** Faults of what single methods give back. */
export const resultMutants: readonly Mutant[] = [
  {
    id: "read-contents-no-list",
    does: "Gives the contents of a resource as a single object, or not at all",
    breaks: ["resources.read-result-shape"],
    implies: NOT_FINAL,
    provokedBy,
    apply: (seams, draw) => {
      const wrapped = draw.pick([true, false]);
      editResult(seams, "resources/read", ({ contents, ...result }) => {
        const [first] = Array.isArray(contents) ? contents : [];
        return wrapped && first !== undefined ? { ...result, contents: first } : result;
      });
    },
  },
  {
    id: "read-contents-odd",
    does: "Gives contents of a resource without a URI, with text that is no text, or with neither text nor blob",
    breaks: ["resources.read-result-shape"],
    provokedBy,
    apply: (seams, draw) => {
      const edit = draw.pick<(contents: JsonObject) => JsonObject>([
        (contents) => without(contents, "uri"),
        (contents) => ({ ...contents, uri: 7 }),
        (contents) => ({ ...contents, mimeType: null }),
        (contents) => without(without(contents, "text"), "blob"),
        ({ uri }) => ({ uri, text: { words: "an object" } }),
        (contents) => ({ text: "both", blob: "", ...contents }),
      ]);
      editContents(seams, edit);
    },
  },
  {
    id: "blob-no-base64",
    does: "Gives binary contents of a resource that are not base64",
    breaks: ["resources.binary-encoded"],
    provokedBy,
    apply: (seams, draw) => {
      const blob = draw.pick(["not base64!", "AAA", "data:image/png;base64,AAAA", "AA-_"]);
      editContents(seams, (contents) => (contents.blob === undefined ? contents : { ...contents, blob }));
    },
  },
  {
    id: "prompt-of-other-role",
    does: "Answers prompts/get with a message of a role that is neither user nor assistant",
    breaks: ["prompts.get-result-shape"],
    provokedBy,
    apply: (seams, draw) => {
      const role = draw.pick<JsonValue>(["system", "User", null]);
      editMessages(seams, (message) => ({ ...message, role }));
    },
  },
  {
    id: "prompt-odd-result",
    does: "Answers prompts/get with messages that are no list, or a description that is no text",
    breaks: ["prompts.get-result-shape"],
    implies: NOT_FINAL,
    provokedBy,
    apply: (seams, draw) => {
      const odd = draw.pick<JsonObject>([
        { messages: {} },
        { messages: "Hello" },
        { description: 7 },
        { messages: null },
      ]);
      editResult(seams, "prompts/get", (result) => (result.messages === undefined ? result : { ...result, ...odd }));
    },
  },
  {
    id: "prompt-content-list",
    does: "Answers prompts/get with messages that have a list of content blocks",
    breaks: ["prompts.get-result-shape"],
    provokedBy,
    where: { revisions: since("2025-06-18") },
    apply: (seams) => editMessages(seams, ({ role }) => ({ role })),
  },
  {
    id: "completion-odd",
    does: "Completes with values that are no texts, or with counts and flags of the wrong type",
    breaks: ["completion.result-shape"],
    implies: NOT_FINAL,
    provokedBy,
    where: { revisions: since("2025-03-26") },
    apply: (seams, draw) => {
      const odd = draw.pick<JsonObject>([
        { values: [1, 2] },
        { values: "paris" },
        { values: null },
        { total: "3" },
        { total: 1.5 },
        { hasMore: "false" },
      ]);
      editResult(seams, "completion/complete", ({ completion, ...result }) => ({
        ...result,
        completion: { ...(completion as JsonObject), ...odd },
      }));
    },
  },
  {
    id: "completion-of-too-many",
    does: "Completes with more than 100 values",
    breaks: ["completion.max-100"],
    provokedBy,
    where: { revisions: since("2025-03-26") },
    apply: (seams, draw) => {
      const values = Array.from({ length: draw.pick([101, 150]) }, (_, n) => `value-${n}`);
      editResult(seams, "completion/complete", ({ completion, ...result }) => ({
        ...result,
        completion: { ...(completion as JsonObject), values },
      }));
    },
  },
];

type Seams = Parameters<Mutant["apply"]>[0];

function editContents(seams: Seams, edit: (contents: JsonObject) => JsonObject): void {
  editResult(seams, "resources/read", (result) =>
    Array.isArray(result.contents) ? { ...result, contents: result.contents.filter(isObject).map(edit) } : result,
  );
}

function editMessages(seams: Seams, edit: (message: JsonObject) => JsonObject): void {
  editResult(seams, "prompts/get", (result) =>
    Array.isArray(result.messages) ? { ...result, messages: result.messages.filter(isObject).map(edit) } : result,
  );
}
