import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";

/** A client that edits what it answers to requests of the server's: bare results, in a response or in `inputResponses`. */
export function answering(
  mutant: Omit<ClientMutant, "apply">,
  fits: (answer: JsonObject) => boolean,
  edit: (answer: JsonObject) => JsonObject,
): ClientMutant {
  const edited = (answer: unknown) =>
    isObject(answer as never) && fits(answer as JsonObject) ? edit(answer as JsonObject) : answer;
  return {
    ...mutant,
    apply: (seams) =>
      seams.message((message) => {
        const { result, params } = message;
        if (isObject(result)) return [{ ...message, result: edited(result) as JsonObject }];
        if (!isObject(params) || !isObject(params.inputResponses)) return [message];
        const inputResponses = Object.fromEntries(
          Object.entries(params.inputResponses).map(([key, answer]) => [key, edited(answer) as JsonObject]),
        );
        return [{ ...message, params: { ...params, inputResponses } }];
      }),
  };
}

/** A client that answers what it did not declare: capabilities leave its requests without this one. */
export function undeclaring(id: string, breaks: string, capability: string): ClientMutant {
  const without = (declared: unknown) => {
    const { [capability]: _left, ...rest } = isObject(declared as never) ? (declared as JsonObject) : {};
    return rest;
  };
  const KEY = "io.modelcontextprotocol/clientCapabilities";
  return {
    id,
    breaks: [breaks],
    does: `answers requests for ${capability} and does not declare it`,
    apply: (seams) =>
      seams.message((message) => {
        const { method, params } = message;
        if (!isObject(params)) return [message];
        if (method === "initialize")
          return [{ ...message, params: { ...params, capabilities: without(params.capabilities) } }];
        const { _meta: meta } = params;
        if (!isObject(meta) || meta[KEY] === undefined) return [message];
        return [{ ...message, params: { ...params, _meta: { ...meta, [KEY]: without(meta[KEY]) } } }];
      }),
  };
}
