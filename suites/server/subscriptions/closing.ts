import { MODERN } from "../../../simulators/wire/revisions.ts";
import { result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { asksFor, CHANGE_KINDS } from "../../protocol/subscriptions.ts";
import { didIt, listen } from "./listening.ts";

const EVERY_LIST = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
/** The peer waits a fifth of the time for an answer at least; so many waits are more than all of it. */
const FULL_TIME = 6;

export const closing: Suite = suite("subscriptions", { revisions: MODERN }, (scenario) => {
  scenario(
    "has the server end a subscription of its own accord; it answers the listen request, and the stream ends",
    ["subscriptions.graceful-response", "subscriptions.graceful-response-shape", "subscriptions.graceful-close-stream"],
    async ({ peer, judge, target, skip }) => {
      const tool = target.fixture("assay_end_subscriptions");
      if (tool === undefined) return skip("nothing is known to make the server end a subscription of its own accord");
      const { watch, ack } = await listen(peer, EVERY_LIST);
      if (ack === undefined) skip("the listen request was not acknowledged");
      const call = await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
      const told = peer.until(
        ({ message, seq }) =>
          seq > ack!.seq &&
          message.method === "notifications/cancelled" &&
          message.params?.requestId === watch.call?.id,
      );
      const end = await Promise.race([watch.ended, peer.until(() => false).then(() => undefined)]);
      // Over HTTP the end of the stream without a response shows it, wherever it happens.
      if (peer.stdio !== undefined && didIt(call)) {
        const question = judge("subscriptions.graceful-response").timed().sent(call.sent.text, call.sent.reproduce);
        // Another page has a cancellation say it; either will do.
        if (end === undefined && (await told) !== undefined) question.pass();
        else question.that(end).is(result("a response to subscriptions/listen"));
      }
      // A stream that outlives its response is given up by the peer after the full time for an answer.
      for (let wait = 0; wait < FULL_TIME && peer.http && end && end.http === undefined; wait++)
        await peer.until(() => false);
      await watch.close();
    },
    { isolation: "alone" },
  );

  scenario(
    "listens while tools log and report progress; neither comes on the subscription",
    ["subscriptions.id-absent-elsewhere", "subscriptions.no-request-scoped-on-listen"],
    async ({ peer, target, skip }) => {
      const tools = ["test_tool_with_progress", "test_tool_with_logging"].flatMap((name) => target.fixture(name) ?? []);
      const chatty = tools.length > 0 ? tools : target.callable.slice(0, 2);
      if (chatty.length === 0) skip(target.whyNotCallable);
      const { watch, honoured } = await listen(peer, EVERY_LIST);
      for (const tool of chatty)
        await peer.call(
          "tools/call",
          { name: tool.name, arguments: tool.arguments() },
          { progress: true, logLevel: "debug" },
        );
      if (CHANGE_KINDS.some((kind) => asksFor(honoured, kind))) await peer.quiet();
      await watch.close();
    },
  );
});
