import type { JsonObject } from "../../simulators/wire/json.ts";
import { MODERN } from "../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { listsOf, walk } from "./pagination/walk.ts";

const HINTS = ["caching.hints-present", "caching.scope-enum", "caching.ttl-integer", "caching.ttl-non-negative"];
const READS = 6;

/** A fixture's prompt that needs the client's input. */
const ASKING_PROMPT = "test_input_required_result_prompt";

const caching = suite("caching", { revisions: MODERN }, (scenario) => {
  scenario(
    "discovers, reads every page of each list and some resources; complete results carry caching hints",
    [...HINTS, "caching.page-own-ttl", "caching.same-scope-all-pages"],
    async ({ peer, target, skip }) => {
      await peer.call("server/discover", {});
      for (const list of listsOf(target)) await walk(peer, list);
      for (const uri of variedUris(target.resources)) await peer.call("resources/read", { uri });
      skip("no result that was read bore on this");
    },
  );

  scenario(
    "calls a tool, and gets a prompt, that need the client's input; the interim result carries no caching hints",
    ["caching.no-hints-on-input-required"],
    async ({ peer, target, skip }) => {
      const tool = target.fixture("test_input_required_result_elicitation");
      if (tool === undefined)
        return skip("no tool of the target is known to ask for input; a conformance fixture's would be");
      const capabilities = { elicitation: {} };
      await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() }, { capabilities });
      if (target.prompts.some(({ name }) => name === ASKING_PROMPT))
        await peer.call("prompts/get", { name: ASKING_PROMPT }, { capabilities });
      skip("nothing asked for input");
    },
  );
});

/** Some resources, those first that differ from each other in scheme or type: a server may make them in different places. */
function variedUris(resources: readonly JsonObject[]): readonly string[] {
  const kinds = new Set<string>();
  const known = resources.flatMap(({ uri, mimeType }) => {
    if (typeof uri !== "string") return [];
    const kind = `${uri.split(":", 1)[0]} ${String(mimeType)}`;
    const first = !kinds.has(kind);
    kinds.add(kind);
    return [{ uri, first }];
  });
  return [...known.filter(({ first }) => first), ...known.filter(({ first }) => !first)]
    .slice(0, READS)
    .map(({ uri }) => uri);
}

export const suites: readonly Suite[] = [caching];
