import { LEGACY, MODERN, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { error, notification, result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { sameOrder, sameSet, walk } from "../pagination/walk.ts";
import { ordinaryTools } from "./choose.ts";

const TOO_MANY_REQUESTS = 429;
const CHANGED = "notifications/tools/list_changed";

export const listing: Suite = suite("tools", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "lists the tools, calls one of the last, and lists them again; the list comes, in the same order",
    ["tools.list-responds", "tools.list-deterministic-order"],
    async ({ peer, judge, target, skip }) => {
      if (target.capabilities.tools === undefined) return skip("the target declares no tools");
      const first = await walk(peer, TOOLS);
      const { reply } = first.pages[0]!;
      judge("tools.list-responds")
        .given(reply.status !== TOO_MANY_REQUESTS, "the target limits the rate of requests")
        .that(reply)
        .is(result("a result with the tools", ({ tools }) => Array.isArray(tools)));
      if (first.items.length < 2)
        return judge("tools.list-deterministic-order").inconclusive("fewer than two tools have no order");
      const used = ordinaryTools(target).at(-1);
      if (used !== undefined) await peer.call("tools/call", { name: used.name, arguments: used.arguments() });
      const second = await walk(peer, TOOLS);
      const order = judge("tools.list-deterministic-order")
        .given(sameSet(first, second), "the tools changed between the two lists")
        .sent("tools/list twice")
        .showing(...first.pages[0]!.reply.events, ...second.pages[0]!.reply.events);
      if (sameOrder(first, second)) order.pass();
      else order.fail("the same tools in another order", ["the order of the list before"]);
    },
    // Others would call tools meanwhile.
    { revisions: MODERN, isolation: "alone" },
  );

  scenario(
    "lists the tools on one client, on another that discovers nothing, and on the first again; all lists hold the same tools",
    ["tools.list-not-per-connection", "versioning.dual-server-serves-modern"],
    async ({ peer, judge, target, skip }) => {
      if (target.capabilities.tools === undefined) return skip("the target declares no tools");
      const before = await walk(peer, TOOLS);
      const other = await peer.another();
      const elsewhere = await walk(other, TOOLS);
      await other.close();
      if (LEGACY.some((revision) => target.revisions.includes(revision)))
        judge("versioning.dual-server-serves-modern")
          .given(before.ended === "complete", "a list did not come to its end on a client that discovered first")
          .that(elsewhere.pages[0]!.reply)
          .is(result("a result with resultType", ({ resultType }) => typeof resultType === "string"));
      const after = await walk(peer, TOOLS);
      const complete = [before, elsewhere, after].every(({ ended }) => ended === "complete");
      const shown = judge("tools.list-not-per-connection")
        .given(complete, "a list did not come to its end")
        .given(sameSet(before, after), "the tools changed meanwhile")
        .sent("tools/list on two clients")
        .showing(...before.pages[0]!.reply.events, ...elsewhere.pages[0]!.reply.events);
      if (sameSet(before, elsewhere)) shown.pass();
      else
        shown.fail(`${before.items.length} tools on the first client, ${elsewhere.items.length} others on the second`, [
          "the same tools on every connection",
        ]);
    },
    { revisions: MODERN },
  );

  scenario(
    "has a fixture tool change the tools; notifications/tools/list_changed follows",
    ["tools.list-changed-sent"],
    async ({ peer, judge, target, skip }) => {
      const trigger = target.fixture("test_trigger_tool_change");
      if (trigger === undefined)
        return skip("no tool of the target is known to change the list of tools; a conformance fixture's would be");
      const change = () => peer.call("tools/call", { name: trigger.name, arguments: trigger.arguments() });
      const watch = await peer.watch({ toolsListChanged: true });
      let before = await walk(peer, TOOLS);
      // What comes may be told of and what goes not: the tool undoes what it did.
      for (const _ of ["there", "and back"]) {
        const since = peer.messages().at(-1)?.seq ?? -1;
        await change();
        const told = await peer.until(({ message }) => message.method === CHANGED, { since });
        const after = await walk(peer, TOOLS);
        judge("tools.list-changed-sent")
          .given(!sameSet(before, after), "the fixture's tool did not change the list of tools")
          .sent(`tools/call ${trigger.name}, which changes the list of tools`)
          .showing(...after.pages[0]!.reply.events)
          .timed()
          .that(told ?? "no notification")
          .is(notification(CHANGED));
        before = after;
      }
      await watch.close();
    },
    { isolation: "alone" },
  );

  scenario(
    "calls a tool of a server that declares no tools; it is answered with a JSON-RPC error",
    ["tools.unsupported-error", "tools.capability-declared"],
    async ({ peer, judge, target, random, skip }) => {
      if (target.capabilities.tools !== undefined) return skip("the target declares tools");
      await walk(peer, TOOLS);
      const reply = await peer.call("tools/call", { name: `no_such_tool_${random.word(8)}`, arguments: {} });
      judge("tools.unsupported-error").that(reply).is(error());
    },
  );
});
