import { failed, said, structured } from "../../server/world/results.ts";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { until } from "../../wire/revisions.ts";
import { editCall, editResult, without } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

const OBJECTS_ONLY = { revisions: ["2025-06-18", "2025-11-25"] } as const;
const STRUCTURED = ["add", "weather"];

/** Faults of what calls give back. */
export const resultMutants: readonly Mutant[] = [
  {
    id: "call-result-without-content",
    does: "Leaves content out of the result of a call, or gives no array",
    breaks: ["tools.call-result-shape"],
    apply: (seams, draw) => {
      const content = draw.pick<JsonValue | undefined>([undefined, null, "text", { type: "text", text: "alone" }]);
      editCall(seams, "test_simple_text", (result) =>
        content === undefined ? without(result, "content") : { ...result, content },
      );
    },
  },
  {
    id: "call-result-of-foreign-block",
    does: "Answers a call with a content block that no revision has",
    breaks: ["tools.call-result-shape"],
    apply: (seams, draw) => {
      const block = draw.pick<JsonValue>([
        { type: "blob", blob: "AAAA" },
        { type: "link", href: "https://example.com" },
        { text: "no type" },
        { type: "text" },
        { type: "resource", uri: "test://flat", text: "flat" },
        "plain",
      ]);
      editCall(seams, "test_simple_text", (result) => ({ ...result, content: [block] }));
    },
  },
  {
    id: "call-result-of-later-block",
    does: "Answers a call with a content block that came in a later revision",
    breaks: ["tools.call-result-shape"],
    where: { revisions: until("2025-03-26") },
    apply: (seams) =>
      editCall(seams, "test_simple_text", (result) => ({
        ...result,
        content: [{ type: "resource_link", uri: "test://static-text", name: "static-text" }],
      })),
  },
  {
    id: "is-error-as-text",
    does: "Gives isError as something that is no boolean",
    breaks: ["tools.call-result-shape"],
    apply: (seams, draw) => {
      const isError = draw.pick(["false", 0, null]);
      editCall(seams, "test_simple_text", (result) => ({ ...result, isError }));
    },
  },
  {
    id: "resources-embedded-but-undeclared",
    does: "Embeds resources without declaring the resources capability",
    breaks: ["tools.embedded-need-resources-capability"],
    apply: (seams) =>
      seams.rule(
        "declaredCapabilities",
        (original) => (revision, server) => without(original(revision, server), "resources"),
      ),
  },
  {
    id: "no-structured-content",
    does: "Leaves structuredContent out where the tool has an outputSchema",
    breaks: ["tools.output-schema-conform"],
    apply: (seams, draw) => editCall(seams, draw.pick(STRUCTURED), (result) => without(result, "structuredContent")),
  },
  {
    id: "structured-content-off-schema",
    does: "Gives structuredContent that the outputSchema does not allow",
    breaks: ["tools.output-schema-conform"],
    apply: (seams, draw) => {
      const wrong = draw.pick<JsonObject>([{ sum: "3" }, { sum: 3, more: true }, {}, { total: 3 }]);
      editCall(seams, "add", (result) => ({ ...result, ...structured(wrong) }));
    },
  },
  {
    id: "structured-content-no-object",
    does: "Gives structuredContent that is no object",
    breaks: ["tools.structured-content-object"],
    implies: ["tools.output-schema-conform"],
    where: OBJECTS_ONLY,
    apply: (seams, draw) => {
      const wrong = draw.pick<JsonValue>([[1], 3, "3", null]);
      editCall(seams, "add", (result) => ({ ...result, ...structured(wrong) }));
    },
  },
  {
    id: "structured-content-without-text",
    does: "Gives structuredContent without the same JSON as text",
    breaks: ["tools.structured-text-mirror"],
    apply: (seams, draw) => {
      const content = draw.pick<JsonValue>([[], said("done").content!, said('{"sum":"other"}').content!]);
      editCall(seams, "add", (result) => ({ ...result, content }));
    },
  },
  {
    id: "tool-failure-as-success",
    does: "Answers arguments that the tool refuses with a result without isError",
    breaks: ["tools.validate-inputs"],
    implies: ["tools.input-validation-is-error", "tools.invalid-arguments-either-error", "tools.name-case-sensitive"],
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        isObject(result) && result.isError === true ? without(result, "isError") : result,
      ),
  },
  {
    id: "refused-arguments-unexplained",
    does: "Answers arguments that the tool refuses with isError true and not a word",
    breaks: ["tools.input-validation-is-error"],
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        result.isError === true ? { ...result, ...failed(""), content: [] } : result,
      ),
  },
];
