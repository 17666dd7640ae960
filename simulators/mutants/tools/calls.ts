import { CODES } from "../../server/rules/refusal.ts";
import type { Seams } from "../../server/seams.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";
import { without } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

/** Faults in which calls are taken and which refused, and how. */
export const callMutants: readonly Mutant[] = [
  {
    id: "arguments-unchecked",
    does: "Takes arguments of one kind that the inputSchema forbids",
    breaks: ["tools.validate-inputs", "tools.input-validation-is-error", "tools.invalid-arguments-either-error"],
    apply: (seams, draw) => {
      const overlooked = draw.pick(["required property", "must be "]);
      seams.rule("toolArguments", (original) => (schema, given) => {
        const problem = original(schema, given);
        return problem?.includes(overlooked) ? undefined : problem;
      });
    },
  },
  {
    id: "arguments-refused-with-internal-error",
    does: "Refuses invalid arguments with the code of an internal error",
    breaks: ["tools.input-validation-is-error"],
    apply: (seams) => failuresAsErrors(seams, (text) => text.startsWith("Invalid arguments"), CODES.internal),
  },
  {
    id: "tool-failure-as-protocol-error",
    does: "Gives a tool's own failure as a JSON-RPC error",
    breaks: ["tools.execution-error-in-result"],
    apply: (seams) => failuresAsErrors(seams, (text) => text.includes("intentionally"), CODES.internal),
  },
  {
    id: "unknown-tool-as-tool-failure",
    does: "Answers a call of an unknown tool with a result with isError true",
    breaks: ["tools.unknown-tool-error"],
    apply: (seams) => seams.rule("toolKnown", () => () => undefined),
  },
  {
    id: "unknown-tool-called",
    does: "Answers a call of an unknown tool as if it had worked",
    breaks: ["tools.unknown-tool-error"],
    implies: ["tools.name-case-sensitive"],
    apply: (seams, draw) => {
      const fallback = draw.pick(["version", "test_simple_text"]);
      seams.rule("findTool", (original) => (name, facts) => original(name, facts) ?? original(fallback, facts));
    },
  },
  {
    id: "tool-names-in-any-case",
    does: "Finds a tool whatever the case of its name",
    breaks: ["tools.name-case-sensitive"],
    apply: (seams) =>
      seams.rule("findTool", (original) => (name, facts) => {
        const { world } = facts.server;
        const alike = world
          .tools(facts.revision)
          .find(({ definition }) => definition.name.toLowerCase() === name.toLowerCase());
        return original(name, facts) ?? alike;
      }),
  },
  {
    id: "malformed-call-as-tool-failure",
    does: "Answers tools/call with arguments that are no object, or without a name, with a result with isError true",
    breaks: ["tools.malformed-call-error"],
    implies: ["tools.unknown-tool-error"],
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" &&
        request?.method === "tools/call" &&
        isObject(message.error) &&
        message.error.code === CODES.invalidParams
          ? [
              {
                ...without(message, "error"),
                result: { content: [{ type: "text", text: "Malformed call" }], isError: true },
              },
            ]
          : [message],
      ),
  },
];

/** Turns results with isError, whose text fits, into JSON-RPC errors. */
function failuresAsErrors(seams: Seams, fits: (text: string) => boolean, code: number): void {
  seams.message((message, { kind, request }) => {
    const { result } = message;
    if (kind !== "response" || request?.method !== "tools/call" || !isObject(result) || result.isError !== true)
      return [message];
    const [block] = result.content as readonly JsonObject[];
    const text = typeof block?.text === "string" ? block.text : "";
    return fits(text) ? [{ ...without(message, "result"), error: { code, message: text } }] : [message];
  });
}
