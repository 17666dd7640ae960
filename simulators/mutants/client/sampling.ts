import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { answering, undeclaring } from "./answers.ts";

const isSample = ({ model, content }: JsonObject) => model !== undefined && content !== undefined;
const usesTools = (answer: JsonObject) => isSample(answer) && JSON.stringify(answer.content).includes('"tool_use"');
const KEYS = ["mrtr.client-response-keys"];

/** Edits each block that uses a tool. */
const eachUse = (edit: (use: JsonObject) => JsonObject) => (answer: JsonObject) => ({
  ...answer,
  content: (answer.content as readonly JsonObject[]).map((block) =>
    block.type === "tool_use" ? edit(block) : block,
  ) as JsonValue,
});

/** A client that gives a sample where it should refuse to. */
function gullible(
  id: string,
  breaks: readonly string[],
  does: string,
  fits: (params: JsonObject, text: string) => boolean,
  implies: readonly string[] = [],
): ClientMutant {
  return {
    id,
    breaks,
    implies,
    does,
    apply: (seams) =>
      seams.rule(
        "answers",
        (original) => (kind, params, told) =>
          kind === "sampling" && fits(params, JSON.stringify(params)) ? told.told : original(kind, params, told),
      ),
  };
}

export const mutants: readonly ClientMutant[] = [
  undeclaring("client-hides-sampling", "sampling.capability-declared", "sampling"),
  answering(
    {
      id: "client-sample-without-model",
      breaks: ["sampling.result-shape"],
      implies: KEYS,
      does: "does not name the model of a sample",
    },
    isSample,
    ({ model: _model, ...answer }) => answer,
  ),
  answering(
    {
      id: "client-sample-of-a-system",
      breaks: ["sampling.message-shape"],
      implies: [...KEYS, "sampling.result-assistant-role", "sampling.result-shape"],
      does: "gives samples the role system",
    },
    isSample,
    (answer) => ({ ...answer, role: "system" }),
  ),
  answering(
    {
      id: "client-sample-of-the-user",
      breaks: ["sampling.result-assistant-role"],
      does: "gives samples the role of the user",
    },
    isSample,
    (answer) => ({ ...answer, role: "user" }),
  ),
  answering(
    {
      id: "client-sample-in-array",
      breaks: ["sampling.content-single-block"],
      implies: [...KEYS, "sampling.result-shape"],
      does: "gives the one block of a sample in an array of arrays",
    },
    isSample,
    (answer) => ({ ...answer, content: [[answer.content]] as unknown as JsonValue }),
  ),
  answering(
    {
      id: "client-sample-as-resource",
      breaks: ["sampling.content-block-or-array"],
      implies: [...KEYS, "sampling.content-single-block", "sampling.result-shape"],
      does: "gives a sample as an embedded resource",
    },
    isSample,
    (answer) => ({ ...answer, content: { type: "resource", resource: { uri: "assay://sample", text: "a sample" } } }),
  ),
  answering(
    {
      id: "client-tool-use-without-id",
      breaks: ["sampling.tool-use-shape"],
      implies: [...KEYS, "sampling.content-block-or-array"],
      does: "leaves out the id of a tool use",
    },
    usesTools,
    eachUse(({ id: _id, ...use }) => use),
  ),
  answering(
    {
      id: "client-ends-turn-at-tool-use",
      breaks: ["sampling.stop-reason-tool-use"],
      does: "says that the turn ended where a tool is to be used",
    },
    usesTools,
    (answer) => ({ ...answer, stopReason: "endTurn" }),
  ),
  answering(
    {
      id: "client-tool-use-with-odd-input",
      breaks: ["sampling.tool-use-input"],
      does: "uses a tool with input of the wrong types",
    },
    usesTools,
    eachUse((use) => ({ ...use, input: { city: 7 } })),
  ),
  {
    id: "client-refusal-as-sample",
    breaks: ["sampling.rejection-error"],
    implies: ["sampling.rejection-code-minus-1"],
    does: "answers a sample that the user refused with an empty one",
    apply: (seams) =>
      seams.message((message) => {
        const { error, ...rest } = message;
        return [
          isObject(error) && error.code === -1
            ? { ...rest, result: { role: "assistant", content: { type: "text", text: "" }, model: "none" } }
            : message,
        ];
      }),
  },
  {
    id: "client-refusal-as-internal-error",
    breaks: ["sampling.rejection-code-minus-1"],
    does: "answers a sample that the user refused with -32603",
    apply: (seams) =>
      seams.message((message) => {
        const { error } = message;
        return [isObject(error) && error.code === -1 ? { ...message, error: { ...error, code: -32603 } } : message];
      }),
  },
  {
    id: "client-uses-undeclared-tools",
    breaks: ["sampling.undeclared-tools-error", "sampling.tools-capability"],
    does: "has its model use tools though it declared no sampling.tools",
    apply: (seams) =>
      seams.rule("answers", (original) => (kind, params, told) => {
        if (kind !== "sampling" || !JSON.stringify(params).includes("assay-sampling tools"))
          return original(kind, params, told);
        const use = { type: "tool_use", id: "use-1", name: "weather", input: { city: "Bern" } };
        return { role: "assistant", content: use, model: "assay-model", stopReason: "toolUse" };
      }),
  },
  gullible(
    "client-overlooks-missing-tool-results",
    ["sampling.missing-tool-result-32602", "sampling.client-rejects-unbalanced"],
    "gives a sample for messages that lack a tool result",
    (_params, text) => text.includes("assay-sampling missing"),
  ),
  gullible(
    "client-takes-mixed-tool-results",
    ["sampling.mixed-tool-result-32602"],
    "gives a sample for messages that mix tool results with other content",
    (_params, text) => text.includes("assay-sampling mixed"),
    ["sampling.client-rejects-unbalanced"],
  ),
  gullible(
    "client-samples-odd-content",
    ["sampling.validate-content"],
    "gives a sample for content of a type that it does not know",
    (_params, text) => text.includes("assay-sampling odd"),
  ),
];
