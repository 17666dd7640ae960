import type { CallOptions, Peer } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { rawAt } from "../../../simulators/wire/lossless.ts";
import { MODERN, since, until } from "../../../simulators/wire/revisions.ts";
import { result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";
import { bodyOf, httpOf } from "./stimuli.ts";

const LONG_MS = 60_000;
const SHORT_MS = 600;
const LOOKS = 4;
const NO_FIXTURE = "the target has no tool that shows whether its work goes on";
const isProgress = ({ message }: MessageEvent) => message.method === "notifications/progress";

export const disconnect: Suite = suite("http", { revisions: since("2025-03-26"), transports: ["http"] }, (scenario) => {
  scenario(
    "closes the response streams of running calls, with ids of both types, with a progress token and without; their work stops",
    ["http.disconnect-is-cancellation", "http.disconnect-stop-work"],
    async ({ peer, target, random, judge, skip }) => {
      if (!showsWork(target)) return skip(NO_FIXTURE);
      const before = await running(peer);
      const silent = slow(peer, LONG_MS, { progress: false });
      const telling = [slow(peer, LONG_MS), slow(peer, LONG_MS, { id: `assay-${random.word(8)}` })];
      const began = (await Promise.all(telling.map((call) => call.until(isProgress)))).flatMap((event) => event ?? []);
      const calls = [silent, ...telling];
      const during = await running(peer);
      const cuts = (await Promise.all(calls.map((call) => peer.cancel(call)))).flatMap((sent) => sent ?? []);
      if (before === undefined || during !== before + calls.length)
        return skip("not every call began, or the count of running calls is unknown");
      let left = await running(peer);
      for (let look = 1; look < LOOKS && (left ?? 0) > before; look++) {
        await peer.quiet();
        left = await running(peer);
      }
      const seen = `${(left ?? 0) - before} of ${calls.length} calls still at work`;
      for (const id of ["http.disconnect-is-cancellation", "http.disconnect-stop-work"]) {
        const question = judge(id)
          .given(left !== undefined, "the count of running calls is unknown")
          .sent(cuts.map(({ text }) => text).join(" "))
          .timed()
          .showing(...[...began, ...cuts].map(({ seq }) => seq));
        if ((left ?? 0) <= before) question.pass();
        else
          question
            .warningOnly("that work goes on is all that can be seen of it")
            .fail(seen, ["the work of all has stopped"]);
      }
    },
    { revisions: MODERN, isolation: "alone" },
  );

  scenario(
    "closes the response stream of a running call while a subscription is open; no message of the call comes on that",
    ["http.disconnect-no-further-messages"],
    async ({ peer, target, judge, skip }) => {
      const trigger = target.fixture("test_trigger_tool_change");
      if (!showsWork(target) || !trigger) return skip(NO_FIXTURE);
      const watch = await peer.watch({ toolsListChanged: true });
      const call = slow(peer, LONG_MS);
      const began = await call.until(isProgress);
      const cut = await peer.cancel(call);
      for (const _ of ["there", "and back"]) await peer.call("tools/call", { name: trigger.name, arguments: {} });
      await peer.quiet();
      const late = peer.messages(cut?.seq ?? 0).find((event) => concerns(event, call.rawId));
      const told = watch.seen.some(({ seq }) => seq > (cut?.seq ?? 0));
      await watch.close();
      const question = judge("http.disconnect-no-further-messages")
        .given(began !== undefined && cut !== undefined, "the call did not begin")
        .given(told, "nothing came on the subscription, so that nothing could have come astray")
        .sent(cut?.text ?? "");
      if (late)
        question.outsideAllReadings("it came on another stream after the disconnect").that(late).isNot(anyMessage);
      else question.pass();
    },
    { revisions: MODERN, isolation: "alone" },
  );

  scenario(
    "closes the response stream of a running call; another, and one that a second client gave the same id, come to their end",
    ["http.disconnect-does-not-affect-others"],
    async ({ peer, target, random, judge, skip }) => {
      if (!showsWork(target)) return skip(NO_FIXTURE);
      const second = await peer.another();
      await second.open();
      const id = `assay-${random.word(8)}`;
      const gone = slow(peer, LONG_MS, { id });
      const kept = [slow(peer, SHORT_MS), slow(second, SHORT_MS, { id })];
      const began = await Promise.all([gone, ...kept].map((call) => call.until(isProgress)));
      const cut = await peer.cancel(gone);
      const replies = await Promise.all(kept);
      const alive = await peer.alive();
      for (const reply of replies) {
        const question = judge("http.disconnect-does-not-affect-others")
          .given(!began.includes(undefined) && cut !== undefined, "a call did not begin")
          .given(alive, "the target answers nothing any more")
          .sent(cut?.text ?? "")
          .showing(...reply.events);
        if (reply.kind === "none")
          question.timed().fail(`no answer to another call: ${reply.note}`, [OTHER_RESULT.text]);
        else question.that(reply).is(OTHER_RESULT);
      }
    },
    { revisions: MODERN },
  );

  scenario(
    "drops the connection of a running call without cancelling it; its work goes on",
    ["http.disconnect-not-cancellation"],
    async ({ peer, target, judge, skip }) => {
      if (!showsWork(target)) return skip(NO_FIXTURE);
      const before = await running(peer);
      const body = bodyOf(peer, { method: "tools/call", params: { name: "assay_slow", arguments: { ms: LONG_MS } } });
      const stream = await httpOf(peer).open("POST", { body });
      const began = await stream.next();
      const during = await running(peer);
      await stream.close();
      await peer.quiet();
      const after = await running(peer);
      // What goes on is ended in the way that the protocol has for it.
      await peer.notify("notifications/cancelled", { requestId: body.id! });
      const question = judge("http.disconnect-not-cancellation")
        .given(began !== undefined && before !== undefined && during === before + 1, "the call was not seen to run")
        .given(after !== undefined, "the count of running calls is unknown")
        .sent(stream.answer.sent.text)
        .showing(...stream.answer.events);
      if (after !== undefined && before !== undefined && after > before) question.pass();
      else question.fail("the call's work has stopped", ["the call is at work still"]);
    },
    { revisions: until("2025-11-25").slice(1), isolation: "alone" },
  );
});

const OTHER_RESULT = result("the result of the other call", ({ isError }) => isError !== true);
const anyMessage = { text: "a message of the cancelled request", fits: () => true };

function showsWork(target: Target): boolean {
  return target.fixture("assay_slow") !== undefined && target.fixture("assay_counter_read") !== undefined;
}

function slow(peer: Peer, ms: number, options: CallOptions = {}) {
  const params = { name: "assay_slow", arguments: { ms } };
  return peer.call("tools/call", params, { progress: true, deadlineMs: LONG_MS, ...options });
}

/** How many slow calls the fixture has under way. */
async function running(peer: Peer): Promise<number | undefined> {
  const reply = await peer.call("tools/call", { name: "assay_counter_read", arguments: {} });
  const content = reply.kind === "result" ? reply.result.structuredContent : undefined;
  if (isObject(content)) return typeof content.running === "number" ? content.running : undefined;
  // Before structured content came, a fixture says it in words.
  const text = reply.kind === "result" ? JSON.stringify(reply.result.content ?? "") : "";
  const said = /running[^0-9]{1,6}(\d+)/.exec(text);
  return said ? Number(said[1]) : undefined;
}

/** Whether a message carries the progress token of a call, or answers it. */
function concerns({ message }: MessageEvent, rawId: string): boolean {
  if (message.kind === "result" || message.kind === "error") return message.rawId === rawId;
  return rawAt(message.text, ["params", "progressToken"]) === JSON.stringify(`progress-${rawId}`);
}
