import type { NoReply } from "../../../simulators/client/peer.ts";
import { LEGACY, MODERN } from "../../../simulators/wire/revisions.ts";
import { notification, result, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";

export const base: Suite = suite("jsonrpc", { revisions: LEGACY, isolation: "shared" }, (scenario) => {
  scenario(
    "after the handshake a plain request is answered",
    ["jsonrpc.mandatory-base-and-lifecycle"],
    async ({ peer, judge }) => {
      const reply = await peer.call("ping", {});
      const question = judge("jsonrpc.mandatory-base-and-lifecycle").given(
        peer.server !== undefined,
        "the handshake did not come to an end",
      );
      if (reply.kind === "none" && isSilence(reply))
        question
          .timed()
          .sent(reply.sent.text, reply.sent.reproduce)
          .fail(`nothing (${reply.note})`, [
            "a response to a plain request after initialize and notifications/initialized",
          ]);
      // Which response it has to be, ping.respond says.
      else question.that(reply).is(where("a response", (answer: { readonly kind: string }) => answer.kind !== "none"));
    },
  );

  scenario(
    "server/discover, a plain request and subscriptions/listen are each served",
    ["jsonrpc.mandatory-base-versioning-patterns"],
    async ({ peer, judge }) => {
      const id = "jsonrpc.mandatory-base-versioning-patterns";
      const discovered = await peer.call("server/discover", {});
      judge(id).that(discovered).is(result());
      const watch = await peer.watch({ toolsListChanged: true });
      const first = await watch.next();
      if (first !== undefined) {
        judge(id).that(first).is(notification("notifications/subscriptions/acknowledged"));
        await watch.close();
      } else
        judge(id)
          .warningOnly(UNCLEAR)
          .that(await watch.ended)
          .is(result());
    },
    { revisions: MODERN },
  );

  scenario(
    "a tool that needs input answers with an input-required result",
    ["jsonrpc.result-type-input-required-shape"],
    async ({ peer, judge, target, skip }) => {
      const name = "test_input_required_result_elicitation";
      if (target.fixture(name) === undefined) skip("the target offers no tool that is known to need input");
      const reply = await peer.call(
        "tools/call",
        { name, arguments: {} },
        { capabilities: { elicitation: { form: {} } } },
      );
      if (reply.kind !== "result" || reply.result.resultType !== "input_required") skip(`${name} asked for no input`);
      const several = target.fixture("test_input_required_result_multiple_inputs");
      if (several !== undefined)
        await peer.call(
          "tools/call",
          { name: several.name, arguments: several.arguments() },
          { capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} } },
        );
      // What is in it, the monitor of the same rule tells.
      judge("jsonrpc.result-type-input-required-shape").pass();
    },
    { revisions: MODERN },
  );
});

/** Nothing that could be a response came, and no refusal either. */
function isSilence({ why, http }: NoReply): boolean {
  return (
    why === "deadline" || why === "closed" || (why === "empty" && http !== undefined && http.messages.length === 0)
  );
}

const UNCLEAR = "the text leaves open whether a server that sends no change notifications serves subscriptions/listen";
