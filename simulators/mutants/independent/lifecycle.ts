import type { Seams } from "../../server/seams.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";
import { editResult } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "initialize-capabilities-as-array",
    breaks: ["lifecycle.initialize-result"],
    implies: ["capabilities.server-shape"],
    serves: ["2024-11-05", "2025-03-26", "2025-06-18"],
    where: { revisions: ["2025-06-18"] },
    does: "has no capability to declare and gives an empty array for them",
    apply: (seams) => editResult(seams, "initialize", (result) => ({ ...result, capabilities: [] })),
  },
  {
    id: "server-info-without-version",
    breaks: ["meta.implementation-shape"],
    where: { revisions: ["2025-03-26"] },
    does: "names itself in serverInfo and gives no version",
    apply: (seams) => editResult(seams, "initialize", (result) => ({ ...result, serverInfo: { name: "assay" } })),
  },
  {
    id: "instructions-null",
    breaks: ["lifecycle.instructions-type"],
    where: { revisions: ["2025-03-26"] },
    does: "gives null for instructions that it has not",
    apply: (seams) => editResult(seams, "initialize", (result) => ({ ...result, instructions: null })),
  },
  {
    id: "instructions-in-lines",
    breaks: ["lifecycle.instructions-type"],
    does: "gives its instructions as an array of lines",
    apply: (seams) =>
      editResult(seams, "initialize", (result) => ({ ...result, instructions: ["Be kind.", "Call tools."] })),
  },
  {
    id: "roots-asked-with-initialize-result",
    breaks: ["lifecycle.server-quiet-before-initialized"],
    where: { transports: ["stdio"] },
    does: "asks for the client's roots right behind the initialize result, where it declared them",
    apply: (seams) => askEarly(seams, "roots", "roots/list", {}),
  },
  {
    id: "sampling-asked-with-initialize-result",
    breaks: ["lifecycle.server-quiet-before-initialized"],
    where: { transports: ["stdio"], revisions: ["2024-11-05"] },
    does: "asks the client's model for a greeting right behind the initialize result, where it declared sampling",
    apply: (seams) =>
      askEarly(seams, "sampling", "sampling/createMessage", {
        messages: [{ role: "user", content: { type: "text", text: "Say hello" } }],
        maxTokens: 20,
      }),
  },
];

function askEarly(seams: Seams, capability: string, method: string, params: JsonObject): void {
  seams.message((message, context) => {
    if (context.kind !== "response" || context.request?.method !== "initialize" || !("result" in message))
      return [message];
    const declared = context.request.params.capabilities;
    return isObject(declared) && isObject(declared[capability])
      ? [message, { jsonrpc: "2.0", id: `early-${method}`, method, params: { ...params } }]
      : [message];
  });
}
