import { failed } from "../../../server/world/results.ts";
import { isObject, type JsonObject } from "../../../wire/json.ts";
import { since } from "../../../wire/revisions.ts";
import { editCall, editResult, without } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "failed-calls-say-text-true",
    breaks: ["tools.call-result-shape"],
    does: "gives isError of failed calls as the text 'true'",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) => (result.isError === true ? { ...result, isError: "true" } : result)),
    implies: ["tools.execution-error-in-result", "tools.validate-inputs", "tools.input-validation-is-error"],
  },
  {
    id: "is-error-null",
    breaks: ["tools.call-result-shape"],
    where: { revisions: ["2025-03-26"] },
    does: "gives null for isError of calls that went well",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        result.isError === undefined ? { ...result, isError: null } : result,
      ),
  },
  {
    id: "structured-without-content",
    breaks: ["tools.call-result-shape"],
    implies: ["tools.structured-text-mirror", "jsonrpc.result-type-complete-final"],
    where: { revisions: since("2025-06-18") },
    does: "leaves content out where there is structured content",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        result.structuredContent === undefined ? result : without(result, "content"),
      ),
  },
  {
    id: "count-as-number-in-text",
    breaks: ["tools.call-result-shape"],
    where: { revisions: ["2024-11-05"] },
    does: "gives a number for the text of a text block",
    apply: (seams) => editCall(seams, "word.count", (result) => ({ ...result, content: [{ type: "text", text: 3 }] })),
  },
  {
    id: "content-of-no-type",
    breaks: ["tools.call-result-shape"],
    where: { revisions: since("2025-06-18") },
    does: "gives a block of type 'link', which no revision has",
    apply: (seams) =>
      editCall(seams, "test_resource_link", (result) => ({
        ...result,
        content: [{ type: "link", uri: "test://static-text" }],
      })),
  },
  {
    id: "structured-every-other-time",
    breaks: ["tools.output-schema-conform"],
    does: "leaves structured content out of every second call of a tool with an output schema",
    apply: (seams) => {
      let calls = 0;
      editResult(seams, "tools/call", (result) => {
        if (result.structuredContent === undefined) return result;
        calls += 1;
        return calls % 2 === 0 ? without(result, "structuredContent") : result;
      });
    },
  },
  {
    id: "deep-structured-misfit",
    breaks: ["tools.output-schema-conform"],
    implies: ["tools.structured-text-mirror"],
    does: "gives a text where the output schema has a number, deep within structured content",
    apply: (seams) =>
      editCall(seams, "weather", (result) =>
        isObject(result.structuredContent)
          ? { ...result, structuredContent: { ...result.structuredContent, forecast: [{ day: 1, celsius: "10" }] } }
          : result,
      ),
  },
  {
    id: "structured-array-of-one-tool",
    breaks: ["tools.structured-content-object"],
    implies: ["tools.output-schema-conform", "tools.structured-text-mirror"],
    where: { revisions: ["2025-11-25"] },
    does: "gives an array for the structured content of one tool",
    apply: (seams) => editCall(seams, "weather", (result) => ({ ...result, structuredContent: [] })),
  },
  {
    id: "structured-null-when-none",
    breaks: ["tools.structured-content-object"],
    where: { revisions: ["2025-06-18"] },
    does: "gives null for structured content where it has none",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        result.structuredContent === undefined ? { ...result, structuredContent: null } : result,
      ),
  },
  {
    id: "mirror-rounded",
    breaks: ["tools.structured-text-mirror"],
    does: "mirrors structured content with every number rounded up to the next ten",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) => {
        if (result.structuredContent === undefined) return result;
        const text = JSON.stringify(result.structuredContent, (_name, value) =>
          typeof value === "number" ? Math.ceil((value + 1) / 10) * 10 : value,
        );
        return { ...result, content: [{ type: "text", text }] };
      }),
  },
  {
    id: "mirror-in-words",
    breaks: ["tools.structured-text-mirror"],
    does: "describes structured content in text that is no JSON",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        isObject(result.structuredContent)
          ? { ...result, content: [{ type: "text", text: inWords(result.structuredContent) }] }
          : result,
      ),
  },
  {
    id: "failure-without-is-error",
    breaks: ["tools.execution-error-in-result"],
    does: "tells of a failed tool in a result that does not say isError",
    apply: (seams) => editCall(seams, "test_error_handling", (result) => without(result, "isError")),
  },
  {
    id: "thrown-failures-internal",
    breaks: ["tools.execution-error-in-result"],
    does: "answers a tool that throws with an internal error",
    apply: (seams) =>
      seams.rule("findTool", (original) => (name, facts) => {
        const tool = original(name, facts);
        if (tool?.definition.name !== "test_error_handling") return tool;
        return { ...tool, run: () => Promise.reject(new Error("the tool threw")) };
      }),
  },
  {
    id: "unknown-tool-empty-result",
    breaks: ["tools.unknown-tool-error"],
    does: "answers the call of an unknown tool with an empty, successful result",
    apply: (seams) => {
      seams.rule("toolKnown", () => () => undefined);
      seams.rule("findTool", (original) => (name, facts) => {
        const known = original(name, facts);
        return (
          known ?? {
            definition: { name, description: "", inputSchema: { type: "object" } },
            run: () => ({ content: [] }),
          }
        );
      });
    },
  },
  {
    id: "unknown-tool-fails-in-result-2024",
    breaks: ["tools.unknown-tool-error"],
    where: { revisions: ["2024-11-05"] },
    does: "answers the call of an unknown tool with a failed result",
    apply: (seams) => {
      seams.rule("toolKnown", () => () => undefined);
      seams.rule("findTool", (original) => (name, facts) => {
        const known = original(name, facts);
        return (
          known ?? {
            definition: { name, description: "", inputSchema: { type: "object" } },
            run: () => failed("unknown"),
          }
        );
      });
    },
  },
  {
    id: "names-folded-to-lower-case",
    breaks: ["tools.name-case-sensitive"],
    implies: ["tools.unknown-tool-error"],
    does: "finds a tool by its name in capital letters",
    apply: (seams) =>
      seams.rule(
        "findTool",
        (original) => (name, facts) => original(name, facts) ?? original(name.toLowerCase(), facts),
      ),
  },
  {
    id: "embeds-without-resources",
    breaks: ["tools.embedded-need-resources-capability"],
    does: "embeds a resource in a result and declares no resources",
    apply: (seams) =>
      seams.rule(
        "declaredCapabilities",
        (original) => (revision, server) => without(original(revision, server), "resources"),
      ),
  },
  {
    id: "tools-undeclared-and-served",
    breaks: ["tools.capability-declared"],
    implies: ["capabilities.features-advertised", "tools.unsupported-error"],
    does: "serves its tools as ever and does not declare them",
    apply: (seams) => {
      seams.rule(
        "declaredCapabilities",
        (original) => (revision, server) => without(original(revision, server), "tools"),
      );
      seams.rule(
        "capabilityDeclared",
        (original) => (request, rules) => (request.method.startsWith("tools/") ? undefined : original(request, rules)),
      );
    },
  },
];

function inWords(value: JsonObject): string {
  return Object.keys(value)
    .map((name) => `${name}: see structured content`)
    .join("\n");
}
