import type { Reply } from "../../../simulators/client/peer.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { MODERN } from "../../../simulators/wire/revisions.ts";
import { error, result, where } from "../../kit/accept.ts";
import type { Declare, ScenarioTools } from "../../kit/scenario.ts";

/** Fixtures that need input from the client, and the capability that lets them ask. */
const NEEDY = [
  ["test_missing_capability", "sampling"],
  ["test_sampling", "sampling"],
  ["test_elicitation", "elicitation"],
  ["test_input_required_result_elicitation", "elicitation"],
] as const;

const OTHER = { sampling: "roots", elicitation: "sampling" } as const;

/** A server asks nothing of a client that cannot do it (2026-07-28/basic/index#meta). */
export function missingCapabilities(scenario: Declare): void {
  scenario(
    "a tool that needs an undeclared client capability answers -32021 and asks for nothing",
    [
      "meta.missing-capability-error",
      "meta.missing-capability-data",
      "meta.missing-capability-http-400",
      "meta.no-undeclared-capability-use",
    ],
    async (tools) => {
      const { peer, judge, target, skip } = tools;
      const needy = NEEDY.filter(([name]) => target.fixture(name) !== undefined);
      if (needy.length === 0) skip("the target has no fixture tool that needs a client capability");
      for (const [name, capability] of needy) {
        const tool = target.fixture(name)!;
        const params = { name, arguments: tool.arguments() };
        const twin = await peer.call("tools/call", params, { capabilities: { [capability]: {} } });
        const asks = twin.kind === "result" && twin.result.resultType === "input_required";
        const reply = await peer.call("tools/call", params, { capabilities: {} });
        // One capability does not stand for another; what is asked for all the same, the monitor of that rule sees.
        await peer.call("tools/call", params, { capabilities: { [OTHER[capability]]: {} } });
        // The other fixtures may do without; this one is there to show the error.
        if (name === "test_missing_capability")
          judge("meta.missing-capability-error")
            .given(asks, `with ${capability} declared, ${name} asked for nothing`)
            .that(reply)
            .is(error(-32021));
        else if (reply.kind === "error" && asks)
          judge("meta.missing-capability-error").that(reply).is(error(-32021), result());
      }
      await allNamed(tools);
    },
    { revisions: MODERN },
  );
}

/** A tool that asks for several things at once lacks several capabilities; the error lists them. */
async function allNamed({ peer, judge, target }: ScenarioTools): Promise<void> {
  const tool = target.fixture("test_input_required_result_multiple_inputs");
  if (tool === undefined) return;
  const params = { name: tool.name, arguments: tool.arguments() };
  const twin = await peer.call("tools/call", params, {
    capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
  });
  const requests = twin.kind === "result" && isObject(twin.result.inputRequests) ? twin.result.inputRequests : {};
  const needed = Object.values(requests).flatMap((request) =>
    isObject(request) && typeof request.method === "string" ? (request.method.split("/")[0] ?? []) : [],
  );
  const reply = await peer.call("tools/call", params, { capabilities: {} });
  if (reply.kind !== "error" || reply.error.code !== -32021) return;
  judge("meta.missing-capability-data")
    .given(needed.length > 1, `with all capabilities declared, ${tool.name} did not ask for several things`)
    .that(reply)
    .is(where(`data.requiredCapabilities with ${needed.join(", ")}`, (found: Reply) => names(found, needed)));
}

function names(reply: Reply, capabilities: readonly string[]): boolean {
  const data = reply.kind === "error" ? reply.error.data : undefined;
  const required = isObject(data) ? data.requiredCapabilities : undefined;
  return isObject(required) && capabilities.every((name) => name in required);
}
