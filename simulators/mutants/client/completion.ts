import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";

/** A client that edits what it sends with completion/complete. */
function completing(mutant: Omit<ClientMutant, "apply">, edit: (params: JsonObject) => JsonObject): ClientMutant {
  return {
    ...mutant,
    apply: (seams) =>
      seams.message((message) => {
        const { method, params } = message;
        return [method === "completion/complete" && isObject(params) ? { ...message, params: edit(params) } : message];
      }),
  };
}

export const mutants: readonly ClientMutant[] = [
  completing(
    {
      id: "client-refers-to-tools",
      breaks: ["completion.ref-types"],
      implies: ["completion.request-shape"],
      does: "asks for completions of a tool",
    },
    (params) => ({ ...params, ref: { type: "ref/tool", name: "echo" } }),
  ),
  completing(
    {
      id: "client-completes-without-value",
      breaks: ["completion.request-shape"],
      does: "leaves out what was typed so far",
    },
    ({ argument, ...params }) => ({ ...params, argument: { name: (argument as JsonObject).name! } }),
  ),
  completing(
    {
      id: "client-forgets-what-was-chosen",
      breaks: ["completion.context-arguments"],
      does: "completes an argument without the ones chosen before",
    },
    ({ context: _context, ...params }) => params,
  ),
  {
    id: "client-dies-of-partial-completions",
    breaks: ["completion.client-partial-results"],
    does: "ends at a completion without values",
    apply: (seams) => {
      let dead = false;
      seams.report((line) => {
        const { result } = line;
        dead ||= isObject(result) && isObject(result.completion) && result.completion.values === undefined;
        return dead ? [] : [line];
      });
    },
  },
];
