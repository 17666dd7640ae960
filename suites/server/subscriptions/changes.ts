import type { Peer } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { MODERN } from "../../../simulators/wire/revisions.ts";
import { notification, silence, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { asksFor, changeOf } from "../../protocol/subscriptions.ts";
import {
  didIt,
  endInQuiet,
  listen,
  listenToAny,
  NO_TRIGGER,
  nextChange,
  nextOf,
  pullAll,
  triggersOf,
  WATCHED,
} from "./listening.ts";

/** Every field, and nothing asked for. */
const ALL_OFF = {
  toolsListChanged: false,
  promptsListChanged: false,
  resourcesListChanged: false,
  resourceSubscriptions: [],
};
const NOT_BOTH = "not both subscriptions were told of a change while both were open";
const NO_CONTROL = "a subscription that asked for the change was not told of it";

export const changes: Suite = suite("subscriptions", { revisions: MODERN, isolation: "alone" }, (scenario) => {
  scenario(
    "listens for one kind of change at a time and makes it happen; the notification of that kind comes",
    [
      "subscriptions.list-changed-mapping",
      "subscriptions.notification-carries-id",
      "subscriptions.only-requested-types",
      "subscriptions.stream-stays-open",
      "subscriptions.updated-only-subscribed-uris",
    ],
    async ({ peer, judge, target, skip }) => {
      const triggers = triggersOf(target);
      if (triggers.length === 0) skip(NO_TRIGGER);
      let honoured = 0;
      for (const one of triggers) {
        const listening = await listen(peer, one.filter);
        if (asksFor(listening.honoured, one.kind)) {
          honoured += 1;
          const reply = await one.pull(peer);
          const told = await nextChange(listening.watch);
          judge("subscriptions.list-changed-mapping", one.kind.field)
            .given(didIt(reply), "the tool that makes the change failed")
            .timed()
            .sent(reply.sent.text, reply.sent.reproduce)
            .that(told)
            .is(notification(one.kind.method));
          if (honoured === 1 && told !== undefined)
            judge("subscriptions.stream-stays-open")
              .warningOnly(
                "a server may end a subscription of its own accord; here it had no other cause than a change",
              )
              .sent(reply.sent.text, reply.sent.reproduce)
              .showing(told.seq)
              .that(await endInQuiet(peer, listening.watch.ended))
              .is(where("an open stream without a response", (end) => end === undefined, { silent: true }));
        }
        await listening.watch.close();
      }
      if (honoured === 0) skip("the server honours none of the kinds of change that its fixture can make happen");
    },
  );

  scenario(
    "makes every change happen while nothing listens, then listens in vain for what was not asked; no such notification comes",
    [
      "subscriptions.change-notifications-only-on-listen",
      "subscriptions.omitted-means-not-subscribed",
      "subscriptions.only-requested-types",
      "subscriptions.updated-only-subscribed-uris",
    ],
    async ({ peer, judge, target, skip }) => {
      const triggers = triggersOf(target);
      if (triggers.length === 0) skip(NO_TRIGGER);
      await pullAll(peer, triggers, { progress: true });
      await peer.quiet();

      for (const filter of [{}, ALL_OFF]) {
        const control = await listenToAny(peer, triggers);
        if (control === undefined) return;
        const nothing = await listen(peer, filter);
        await pullAll(peer, triggers);
        const told = await nextOf(control.watch, control.trigger.kind);
        await peer.quiet();
        if (nothing.ack !== undefined)
          judge("subscriptions.omitted-means-not-subscribed")
            .given(told !== undefined, NO_CONTROL)
            .sent(`subscriptions/listen with notifications ${JSON.stringify(filter)}`)
            .that(changesIn(nothing.watch.seen))
            .is(silence());
        await nothing.watch.close();
        await control.watch.close();
      }

      // One kind alone, and one resource of several, while all of them change.
      const others = target.resources.flatMap(({ uri }) => (typeof uri === "string" && uri !== WATCHED ? [uri] : []));
      for (const one of triggers) {
        const updates = one.kind.field === "resourceSubscriptions";
        const asked = updates ? { resourceSubscriptions: others.slice(0, 1) } : one.filter;
        const listening = await listen(peer, asked);
        await pullAll(peer, triggers);
        await peer.quiet();
        await listening.watch.close();
      }
    },
  );

  scenario(
    "ends one of two subscriptions and makes a change happen; the other is told, and nothing more comes for the one ended",
    ["subscriptions.client-cancel-ends", "subscriptions.concurrent-independent"],
    async ({ peer, judge, target, random, skip }) => {
      const triggers = triggersOf(target);
      if (triggers.length === 0) skip(NO_TRIGGER);
      const kept = await listenToAny(peer, triggers);
      if (kept === undefined) return skip("the server honours none of the kinds that its fixture can make happen");
      const { trigger } = kept;
      await trigger.pull(peer);
      const alone = (await nextOf(kept.watch, trigger.kind)) !== undefined;
      // Over stdio a cancellation names the subscription, whose id is a number or text.
      for (const id of [peer.nextId(), ...(peer.stdio === undefined ? [] : [`ended-${random.word(8)}`])]) {
        const ended = await listen(peer, trigger.filter, { id });
        const second = await trigger.pull(peer);
        const both = [await nextOf(kept.watch, trigger.kind), await nextOf(ended.watch, trigger.kind)];
        const control = both.every((told) => told !== undefined);
        if (both[0] === undefined && both[1] !== undefined)
          judge("subscriptions.concurrent-independent")
            .given(alone, NO_CONTROL)
            .timed()
            .sent(second.sent.text, second.sent.reproduce)
            .showing(both[1].seq)
            .fail("the second subscription was told, and the first, which had been told before, no more", [
              "a notification on each of them",
            ]);

        await ended.watch.close();
        await peer.quiet();
        const since = lastSeq(peer);
        const reply = await trigger.pull(peer);
        const told = await nextOf(kept.watch, trigger.kind);
        judge("subscriptions.concurrent-independent")
          .given(control, NOT_BOTH)
          .timed()
          .sent(reply.sent.text, reply.sent.reproduce)
          .that(told)
          .is(notification(trigger.kind.method));
        await peer.quiet();
        // Over HTTP the stream is gone, and nothing on it can be seen.
        if (peer.stdio !== undefined)
          judge("subscriptions.client-cancel-ends")
            .given(control, NOT_BOTH)
            .sent(`notifications/cancelled of the listen request ${ended.watch.call?.rawId}, then a change`)
            .that(changesIn(ended.watch.seen).filter(({ seq }) => seq > since))
            .is(silence());
      }
      await kept.watch.close();
    },
  );

  scenario(
    "listens, disconnects, and listens again for nothing under the same id; nothing of the first subscription is left",
    ["subscriptions.no-state-across-reconnect"],
    async ({ peer, judge, target, random, skip }) => {
      const triggers = triggersOf(target);
      if (triggers.length === 0) skip(NO_TRIGGER);
      const untouched = await listen(peer, {}, { id: `untouched-${random.word(8)}` });
      await pullAll(peer, triggers);
      await peer.quiet();
      const clean = changesIn(untouched.watch.seen).length === 0;
      await untouched.watch.close();

      const id = `listen-${random.word(8)}`;
      const first = await peer.another();
      await first.open();
      for (const { filter, kind } of triggers) {
        const { watch, honoured } = await listen(first, filter, { id: `${id}-${kind.field}` });
        if (asksFor(honoured, kind)) await pullAll(peer, triggers);
        await watch.close();
      }
      await first.close();

      const second = await peer.another();
      await second.open();
      const again = [];
      for (const { kind } of triggers) again.push(await listen(second, {}, { id: `${id}-${kind.field}` }));
      await pullAll(peer, triggers);
      await second.quiet();
      for (const { watch, ack } of again) {
        if (ack !== undefined)
          judge("subscriptions.no-state-across-reconnect")
            .given(clean, "a subscription to nothing is told of changes even without an earlier one")
            .sent("subscriptions/listen with notifications {} on a new connection")
            .that(changesIn(watch.seen))
            .is(
              where("no change notification", (seen: readonly MessageEvent[]) => seen.length === 0, { silent: true }),
            );
        await watch.close();
      }
      await second.close();
    },
    // Over stdio a connection that ends takes the whole server with it.
    { transports: ["http"] },
  );
});

function changesIn(messages: readonly MessageEvent[]): readonly MessageEvent[] {
  return messages.filter(({ message }) => changeOf(message.method) !== undefined);
}

function lastSeq(peer: Peer): number {
  return peer.messages().at(-1)?.seq ?? -1;
}
