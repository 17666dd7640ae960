import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";

/** A client that edits the arguments of the prompts that it asks for. */
function getting(
  mutant: Omit<ClientMutant, "apply">,
  edit: (given: readonly (readonly [string, JsonValue | undefined])[]) => typeof given,
): ClientMutant {
  return {
    ...mutant,
    apply: (seams) =>
      seams.message((message) => {
        const { method, params } = message;
        if (method !== "prompts/get" || !isObject(params) || !isObject(params.arguments)) return [message];
        const edited = Object.fromEntries(edit(Object.entries(params.arguments))) as JsonObject;
        return [{ ...message, params: { ...params, arguments: edited } }];
      }),
  };
}

export const mutants: readonly ClientMutant[] = [
  getting(
    {
      id: "client-drops-a-required-argument",
      breaks: ["prompts.required-arguments"],
      does: "leaves the last argument of a prompt out",
    },
    (given) => given.slice(0, -1),
  ),
  getting(
    {
      id: "client-prompt-arguments-as-objects",
      breaks: ["prompts.get-params-shape"],
      does: "sends the arguments of a prompt as objects",
    },
    (given) => given.map(([name, text]) => [name, { text: text ?? "" }] as const),
  ),
];
