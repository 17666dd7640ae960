import { LEGACY } from "../../simulators/wire/revisions.ts";
import { result } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";

const ping = suite("ping", { revisions: LEGACY, isolation: "shared" }, (scenario) => {
  scenario("ping is answered promptly, also while a tool runs", ["ping.respond"], async ({ peer, judge, target }) => {
    const slow = target.fixture("assay_slow");
    const running = slow && peer.call("tools/call", { name: slow.name, arguments: { ms: 400 } });
    const replies = [await peer.call("ping"), await peer.call("ping", {})];
    await running;
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
  });
});

export const suites: readonly Suite[] = [ping];
