import { MODERN } from "../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { listsOf, walk } from "./pagination/walk.ts";

const HINTS = ["caching.hints-present", "caching.scope-enum", "caching.ttl-integer", "caching.ttl-non-negative"];
const READS = 3;

const caching = suite("caching", { revisions: MODERN }, (scenario) => {
  scenario(
    "discovers, reads every page of each list and some resources; complete results carry caching hints",
    [...HINTS, "caching.page-own-ttl", "caching.same-scope-all-pages"],
    async ({ peer, target, skip }) => {
      await peer.call("server/discover", {});
      for (const list of listsOf(target)) await walk(peer, list);
      const uris = target.resources.flatMap(({ uri }) => (typeof uri === "string" ? [uri] : []));
      for (const uri of uris.slice(0, READS)) await peer.call("resources/read", { uri });
      skip("no result that was read bore on this");
    },
  );

  scenario(
    "calls a tool that needs the client's input; the interim result carries no caching hints",
    ["caching.no-hints-on-input-required"],
    async ({ peer, target, skip }) => {
      const tool = target.fixture("test_input_required_result_elicitation");
      if (tool === undefined) return skip("only a fixture's tool is known to ask for input");
      await peer.call(
        "tools/call",
        { name: tool.name, arguments: tool.arguments() },
        { capabilities: { elicitation: {} } },
      );
      skip("the tool did not ask for input");
    },
  );
});

export const suites: readonly Suite[] = [caching];
