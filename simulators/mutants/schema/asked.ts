import { isObject, type JsonObject } from "../../wire/json.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";
import { changed, editResult } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

const provokedBy = ["caching", "jsonrpc", "capabilities"];
const ELICIT = "elicitation/create";
const SAMPLE = "sampling/createMessage";

/** Faults of what a server asks of its client. */
export const askedMutants: readonly Mutant[] = [
  asking("elicitation-without-message", "elicitation.message-required", ELICIT, [
    { message: undefined },
    { message: 7 },
  ]),
  asking("elicitation-without-schema", "elicitation.form-schema-required", ELICIT, [
    { requestedSchema: undefined },
    { requestedSchema: "name" },
    { requestedSchema: { type: "object" } },
    { requestedSchema: { type: "array", properties: {} } },
  ]),
  asking("elicitation-nested", "elicitation.schema-flat-object", ELICIT, [
    schema({ address: { type: "object", properties: {} } }),
    schema({ names: { type: "text" } }),
    schema({ names: "string" }),
  ]),
  asking("elicitation-odd-text", "elicitation.schema-string", ELICIT, [
    schema({ name: { type: "string", minLength: "1" } }),
    schema({ name: { type: "string", format: 7 } }),
  ]),
  asking("sampling-odd", "sampling.request-shape", SAMPLE, [
    { maxTokens: undefined },
    { maxTokens: "100" },
    { messages: undefined },
    { messages: {} },
    { systemPrompt: 7 },
  ]),
  {
    id: "asked-of-other-kind",
    does: "Asks in a result for something that no client is asked for",
    breaks: ["mrtr.input-request-types"],
    implies: ["jsonrpc.result-type-input-required-shape"],
    provokedBy,
    where: { revisions: MODERN },
    apply: (seams, draw) => {
      const method = draw.pick(["ping", "tools/list", "elicitation/ask"]);
      editAsked(seams, (request) => ({ ...request, method }));
    },
  },
  {
    id: "asked-for-nothing",
    does: "Asks for input without saying for which, and without any state",
    breaks: ["mrtr.at-least-one-field"],
    implies: ["jsonrpc.result-type-input-required-shape"],
    provokedBy,
    where: { revisions: MODERN },
    apply: (seams) =>
      editResult(seams, "*", ({ inputRequests, requestState, ...result }) =>
        result.resultType === "input_required" ? result : changed(result, { inputRequests, requestState }),
      ),
  },
  {
    id: "asked-without-params",
    does: "Asks a user in a result without saying what",
    breaks: ["mrtr.input-requests-shape"],
    implies: ["jsonrpc.result-type-input-required-shape"],
    provokedBy,
    where: { revisions: MODERN },
    apply: (seams) => editAsked(seams, (request) => (request.method === ELICIT ? { method: ELICIT } : request)),
  },
];

function schema(properties: JsonObject): JsonObject {
  return { requestedSchema: { type: "object", properties } };
}

/** Bends the params of one kind of request, in results that ask for input and in requests of the legacy era. */
function asking(id: string, requirement: string, method: string, odd: readonly JsonObject[]): Mutant {
  return {
    id,
    does: `Sends ${method} with params that lack something, or have it of the wrong type`,
    breaks: [requirement],
    implies: ["json-schema.schemas-valid", "jsonrpc.result-type-input-required-shape"],
    provokedBy,
    where: { revisions: [...LEGACY, ...MODERN] },
    apply: (seams, draw) => {
      const change = draw.pick(odd);
      const edit = (request: JsonObject): JsonObject =>
        request.method === method && isObject(request.params)
          ? { ...request, params: changed(request.params, change) }
          : request;
      editAsked(seams, edit);
      seams.message((message) => [edit(message)]);
    },
  };
}

function editAsked(seams: Parameters<Mutant["apply"]>[0], edit: (request: JsonObject) => JsonObject): void {
  editResult(seams, "*", (result) =>
    isObject(result.inputRequests)
      ? {
          ...result,
          inputRequests: Object.fromEntries(
            Object.entries(result.inputRequests).map(([key, request]) => [
              key,
              isObject(request) ? edit(request) : request,
            ]),
          ),
        }
      : result,
  );
}
