import type { Call, Reply } from "../../simulators/client/peer.ts";
import { LEGACY } from "../../simulators/wire/revisions.ts";
import { result } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";

/** How long the slow tool runs while it is pinged, ms. */
const SLOW = 1_500;

const ping = suite("ping", { revisions: LEGACY, isolation: "shared" }, (scenario) => {
  scenario("ping is answered promptly, also while a tool runs", ["ping.respond"], async ({ peer, judge, target }) => {
    const slow = target.fixture("assay_slow");
    const running = slow && peer.call("tools/call", { name: slow.name, arguments: { ms: SLOW } }, { progress: true });
    const underWay = running && (await begun(running));
    const replies = [
      await peer.call("ping"),
      await peer.call("ping", {}),
      await peer.call("ping", {}, { meta: { "com.example/note": "still there?" } }),
    ];
    const ended = await running;
    const missing = replies.find((reply) => reply.kind === "none");
    if (missing?.kind === "none" && (missing.why === "deadline" || missing.why === "closed"))
      judge("ping.respond")
        .timed()
        .sent(missing.sent.text, missing.sent.reproduce)
        .fail("nothing", ["an empty result: {}"]);
    else
      for (const reply of replies)
        judge("ping.respond")
          .that(reply)
          .is(result("a result", () => true));
    // Over HTTP each answer comes by a connection of its own, which tells nothing of their order.
    if (underWay && ended?.kind === "result" && peer.transport !== "http") judgeOrder(replies[0]!, ended);

    function judgeOrder(first: Reply, last: Extract<Reply, { kind: "result" }>): void {
      if (first.kind !== "result") return;
      const question = judge("ping.respond").sent(first.sent.text, first.sent.reproduce);
      if (first.message.seq < last.message.seq) question.pass();
      else
        question
          .timed()
          .showing(last.message.seq, first.message.seq)
          .fail(`the answer to a ping after that to a call which ran ${Math.round(first.ms)} ms longer`, [
            "an answer to the ping while the call runs",
          ]);
    }
  });
});

/** Whether a call was seen to run. */
async function begun(call: Call): Promise<boolean> {
  return (await call.until(({ message }) => message.method === "notifications/progress")) !== undefined;
}

export const suites: readonly Suite[] = [ping];
