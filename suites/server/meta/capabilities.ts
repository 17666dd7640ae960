import { MODERN } from "../../../simulators/wire/revisions.ts";
import { error, result } from "../../kit/accept.ts";
import type { Declare } from "../../kit/scenario.ts";

/** Fixtures that need input from the client, and the capability that lets them ask. */
const NEEDY = [
  ["test_missing_capability", "sampling"],
  ["test_sampling", "sampling"],
  ["test_elicitation", "elicitation"],
  ["test_input_required_result_elicitation", "elicitation"],
] as const;

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
    async ({ peer, judge, target, skip }) => {
      const needy = NEEDY.filter(([name]) => target.fixture(name) !== undefined);
      if (needy.length === 0) skip("the target has no fixture tool that needs a client capability");
      for (const [name, capability] of needy) {
        const tool = target.fixture(name)!;
        const params = { name, arguments: tool.arguments() };
        const twin = await peer.call("tools/call", params, { capabilities: { [capability]: {} } });
        const asks = twin.kind === "result" && twin.result.resultType === "input_required";
        const reply = await peer.call("tools/call", params, { capabilities: {} });
        // The other fixtures may do without; this one is there to show the error.
        if (name === "test_missing_capability")
          judge("meta.missing-capability-error")
            .given(asks, `with ${capability} declared, ${name} asked for nothing`)
            .that(reply)
            .is(error(-32021));
        else if (reply.kind === "error" && asks)
          judge("meta.missing-capability-error").that(reply).is(error(-32021), result());
      }
    },
    { revisions: MODERN },
  );
}
