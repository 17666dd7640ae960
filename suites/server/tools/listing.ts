import { MODERN, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { error, notification, result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { sameOrder, sameSet, walk } from "../pagination/walk.ts";

const TOO_MANY_REQUESTS = 429;
const CHANGED = "notifications/tools/list_changed";

export const listing: Suite = suite("tools", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "lists the tools twice on one client; the list comes, in the same order",
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
      const second = await walk(peer, TOOLS);
      const order = judge("tools.list-deterministic-order")
        .given(sameSet(first, second), "the tools changed between the two lists")
        .sent("tools/list twice")
        .showing(...first.pages[0]!.reply.events, ...second.pages[0]!.reply.events);
      if (sameOrder(first, second)) order.pass();
      else order.fail("the same tools in another order", ["the order of the list before"]);
    },
    { revisions: MODERN },
  );

  scenario(
    "lists the tools on one client, on another, and on the first again; all lists hold the same tools",
    ["tools.list-not-per-connection"],
    async ({ peer, judge, target, skip }) => {
      if (target.capabilities.tools === undefined) return skip("the target declares no tools");
      const before = await walk(peer, TOOLS);
      const other = await peer.another();
      await other.open();
      const elsewhere = await walk(other, TOOLS);
      await other.close();
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
      if (trigger === undefined) return skip("only a fixture's tool is known to change the list of tools");
      const change = () => peer.call("tools/call", { name: trigger.name, arguments: trigger.arguments() });
      const watch = await peer.watch({ toolsListChanged: true });
      const before = await walk(peer, TOOLS);
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
      await change();
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
