import type { JsonObject } from "../../../simulators/wire/json.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { REVISIONS } from "../../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";

interface Request {
  readonly method: string;
  readonly params: JsonObject;
}

/** Every method that the server offers, once, in its plainest form. */
function plain({ capabilities, callable, prompts, resources }: Target): readonly Request[] {
  const found: Request[] = [];
  const add = (method: string, params: JsonObject = {}) => found.push({ method, params });
  const tool = callable.find(({ readOnly }) => readOnly);
  if (capabilities.tools !== undefined) add("tools/list");
  if (tool !== undefined) add("tools/call", { name: tool.name, arguments: tool.arguments() });
  if (capabilities.prompts !== undefined) add("prompts/list");
  const bare = prompts.find((prompt) => argumentsOf(prompt).length === 0);
  if (bare?.name !== undefined) add("prompts/get", { name: bare.name });
  if (capabilities.resources !== undefined) {
    add("resources/list");
    add("resources/templates/list");
  }
  if (typeof resources[0]?.uri === "string") add("resources/read", { uri: resources[0].uri });
  const asking = prompts.find((prompt) => argumentsOf(prompt).length > 0);
  if (asking !== undefined && capabilities.completions !== undefined)
    add("completion/complete", {
      ref: { type: "ref/prompt", name: asking.name! },
      argument: { name: argumentsOf(asking)[0]!.name!, value: "" },
    });
  return found;
}

/** Names and URIs that nothing has; nothing can run by them. */
function absent({ capabilities, resources }: Target, word: string): readonly Request[] {
  const found: Request[] = [];
  if (capabilities.tools !== undefined) found.push({ method: "tools/call", params: { name: word, arguments: {} } });
  if (capabilities.prompts !== undefined) found.push({ method: "prompts/get", params: { name: word } });
  if (capabilities.resources !== undefined) {
    const uri = resources[0]?.uri;
    for (const unknown of [`assay-none://${word}`, ...(typeof uri === "string" ? [`${uri}-${word}`] : [])])
      found.push({ method: "resources/read", params: { uri: unknown } });
  }
  if (capabilities.completions !== undefined)
    found.push({
      method: "completion/complete",
      params: { ref: { type: "ref/prompt", name: word }, argument: { name: "a", value: "" } },
    });
  return found;
}

/** What is right about results and errors, the monitors of these rules tell. */
export const offered: Suite = suite("jsonrpc", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "calls every method that the server offers; each result is what its method promises",
    [
      "jsonrpc.result-object",
      "jsonrpc.result-present",
      "jsonrpc.result-type-present",
      "jsonrpc.result-type-closed-set",
      "jsonrpc.result-type-complete-final",
    ],
    async ({ peer, target, skip }) => {
      const requests = plain(target);
      if (requests.length === 0) skip("the target offers no tool, resource, prompt or completion");
      for (const { method, params } of requests) await peer.call(method, params);
    },
  );

  scenario(
    "asks for tools, prompts, resources and completions that do not exist; the codes of the errors have their meaning",
    [
      "jsonrpc.code-reserved-range",
      "jsonrpc.code-32002-retired",
      "jsonrpc.code-custom-outside-reserved",
      "jsonrpc.code-legacy-range-avoided",
      "jsonrpc.code-legacy-range-closed",
      "jsonrpc.code-mcp-range-undefined",
      "jsonrpc.code-mcp-range-meaning",
    ],
    async ({ peer, target, random, skip }) => {
      const requests = absent(target, `none-${random.word(8)}`);
      if (requests.length === 0) skip("the target offers no tool, resource, prompt or completion");
      for (const { method, params } of requests) await peer.call(method, params);
    },
  );
});

function argumentsOf({ arguments: list }: JsonObject): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
