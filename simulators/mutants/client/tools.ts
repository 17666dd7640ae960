import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonValue } from "../../wire/json.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-wants-is-error",
    breaks: ["tools.is-error-default"],
    implies: ["tools.client-validates-results"],
    does: "takes a tool result without isError for a failure",
    apply: (seams) =>
      seams.report((line) => {
        const { result } = line;
        const lacks = isObject(result) && result.content !== undefined && result.isError === undefined;
        return [lacks ? { action: line.action!, ok: false, error: { kind: "other", message: "no isError" } } : line];
      }),
  },
  {
    id: "client-lowercases-tool-names",
    breaks: ["tools.name-case-sensitive"],
    implies: ["headers.name-value-source", "headers.server-rejects-mismatch"],
    does: "calls a tool by its name in lower case",
    apply: (seams) =>
      seams.message((message) => {
        const { params } = message;
        const named = message.method === "tools/call" && isObject(params) && typeof params.name === "string";
        return [named ? { ...message, params: { ...params, name: (params.name as string).toLowerCase() } } : message];
      }),
  },
  {
    id: "client-validates-nothing",
    breaks: ["tools.client-validates-output"],
    implies: ["json-schema.unresolved-ref-rejected"],
    does: "gives structured content to its application without a look at the output schema",
    apply: (seams) => seams.rule("structuredProblem", () => () => undefined),
  },
  {
    id: "client-dies-of-malformed-result",
    breaks: ["tools.client-validates-results"],
    does: "ends at a tool result that is not as it should be",
    apply: (seams) => seams.process({ diesOfMalformed: true }),
  },
  {
    id: "client-waits-for-ever",
    breaks: ["tools.client-timeouts"],
    implies: ["timeouts.established", "timeouts.maximum", "timeouts.cancel-on-expiry"],
    does: "waits for an answer for ever",
    apply: (seams) => seams.rule("patience", () => () => 10_000_000),
  },
  {
    id: "client-arguments-in-array",
    breaks: ["tools.call-params-shape"],
    implies: ["timeouts.cancel-on-expiry", "tools.client-validates-results", "tools.is-error-default"],
    does: "sends the arguments of a tool in an array",
    apply: (seams) =>
      seams.message((message) => {
        const { params } = message;
        if (message.method !== "tools/call" || !isObject(params) || !isObject(params.arguments)) return [message];
        return [{ ...message, params: { ...params, arguments: Object.values(params.arguments) as JsonValue } }];
      }),
  },
];
