import type { Peer } from "../../simulators/client/peer.ts";
import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import type { Target } from "../kit/target.ts";
import { LISTS } from "../protocol/lists.ts";
import { promptArgument } from "./prompt-argument.ts";

/** Of each kind so many: one is like another. */
const MOST = 5;

const traffic = suite("schema", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "lists, reads, gets and completes what the server offers; every answer has the shape that its method defines",
    [
      "resources.list-result-shape",
      "resources.templates-result-shape",
      "resources.read-result-shape",
      "resources.binary-encoded",
      "prompts.list-result-shape",
      "prompts.get-result-shape",
      "completion.result-shape",
      "completion.max-100",
    ],
    async ({ peer, target, skip }) => {
      for (const { method, capability } of LISTS)
        if (target.capabilities[capability] !== undefined) await peer.call(method, {});
      for (const { uri } of target.resources.slice(0, MOST))
        if (typeof uri === "string") await peer.call("resources/read", { uri });
      for (const prompt of target.prompts.slice(0, MOST)) await getAndComplete(peer, target, prompt);
      skip("nothing that the server offers bore on this");
    },
  );
});

async function getAndComplete(peer: Peer, target: Target, prompt: JsonObject): Promise<void> {
  const { name } = prompt;
  const args = Array.isArray(prompt.arguments) ? prompt.arguments.filter(isObject) : [];
  if (typeof name !== "string") return;
  const given = args
    .filter(({ required }) => required === true)
    .map((argument) => [argument.name, promptArgument(argument, target)]);
  await peer.call("prompts/get", { name, arguments: Object.fromEntries(given) as JsonObject });
  const [first] = args;
  if (typeof first?.name === "string" && target.capabilities.completions !== undefined)
    await peer.call("completion/complete", {
      ref: { type: "ref/prompt", name },
      argument: { name: first.name, value: "" },
    });
}

export const suites: readonly Suite[] = [traffic];
