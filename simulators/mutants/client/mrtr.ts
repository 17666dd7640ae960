import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";

/** A client that edits the params with which it sends a request again. */
function retrying(
  id: string,
  breaks: readonly string[],
  does: string,
  edit: (params: JsonObject) => JsonObject,
  implies: readonly string[] = [],
): ClientMutant {
  return {
    id,
    breaks,
    implies,
    does,
    apply: (seams) =>
      seams.message((message) => {
        const { params } = message;
        return [isObject(params) && isObject(params.inputResponses) ? { ...message, params: edit(params) } : message];
      }),
  };
}

export const mutants: readonly ClientMutant[] = [
  retrying(
    "client-retries-empty-handed",
    ["mrtr.client-construct-inputs"],
    "sends the request again without what it was asked for",
    ({ inputResponses: _responses, ...params }) => params,
    ["mrtr.client-response-keys"],
  ),
  retrying(
    "client-trims-state",
    ["mrtr.client-echo-state"],
    "sends the state back without the space around it",
    (params) =>
      typeof params.requestState === "string" ? { ...params, requestState: params.requestState.trim() } : params,
    ["mrtr.client-state-opaque"],
  ),
  retrying(
    "client-reads-state",
    ["mrtr.client-state-opaque"],
    "parses a state that begins as JSON does, and writes it anew",
    (params) => {
      const state = params.requestState;
      return typeof state === "string" && state.trimStart().startsWith("{")
        ? { ...params, requestState: state.slice(0, state.indexOf("}") + 1).trim() }
        : params;
    },
    ["mrtr.client-echo-state"],
  ),
  {
    id: "client-retries-under-its-first-id",
    breaks: ["mrtr.client-new-id"],
    implies: ["jsonrpc.request-id-unique"],
    does: "sends the request again under the id that it had",
    apply: (seams) => {
      const ids = new Map<string, unknown>();
      seams.message((message) => {
        const { params } = message;
        if (message.method !== "tools/call" || !isObject(params)) return [message];
        const name = String(params.name);
        if (!isObject(params.inputResponses)) ids.set(name, message.id);
        return [isObject(params.inputResponses) ? { ...message, id: ids.get(name) as never } : message];
      });
    },
  },
  {
    id: "client-keeps-old-state",
    breaks: ["mrtr.client-no-invented-state"],
    does: "sends the state of an earlier round with a later one that had none",
    apply: (seams) => {
      let kept: unknown;
      seams.message((message) => {
        const { params } = message;
        if (!isObject(params) || !isObject(params.inputResponses)) return [message];
        kept = params.requestState ?? kept;
        return [kept === undefined ? message : { ...message, params: { ...params, requestState: kept as never } }];
      });
    },
  },
  retrying(
    "client-numbers-its-answers",
    ["mrtr.client-response-keys"],
    "names its answers by number instead of by the keys it was given",
    (params) => ({
      ...params,
      inputResponses: Object.fromEntries(
        Object.values(params.inputResponses as JsonObject).map((one, n) => [`${n}`, one]),
      ),
    }),
  ),
  retrying(
    "client-forgets-arguments",
    ["mrtr.client-same-params"],
    "sends the request again without its arguments",
    ({ arguments: _arguments, ...params }) => params,
  ),
  retrying(
    "client-retries-without-meta",
    ["mrtr.requests-carry-meta"],
    "sends the request again without _meta",
    ({ _meta, ...params }) => params,
  ),
  {
    id: "client-spreads-state",
    breaks: ["mrtr.client-scope-of-state"],
    does: "sends the newest state with every later call",
    apply: (seams) => {
      let kept: unknown;
      seams.message((message) => {
        const { params } = message;
        if (message.method !== "tools/call" || !isObject(params)) return [message];
        kept = params.requestState ?? kept;
        return [kept === undefined ? message : { ...message, params: { ...params, requestState: kept as never } }];
      });
    },
  },
];
