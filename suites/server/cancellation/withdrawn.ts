import type { Peer } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { LEGACY } from "../../../simulators/wire/revisions.ts";
import { notification, silence } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";

const PATIENCE = 200;

/** A server that asks something of the client: legacy only. */
export const withdrawn: Suite = suite("cancellation", { revisions: LEGACY, isolation: "session" }, (scenario) => {
  scenario(
    "leaves the server's requests unanswered; it takes them back and goes on, and later answers do no harm",
    [
      "timeouts.established",
      "timeouts.cancel-on-expiry",
      "timeouts.handled-any-request",
      "cancellation.request-id-param",
      "cancellation.only-own-requests",
      "cancellation.only-in-progress",
      "cancellation.sender-ignores-late-response",
      "progress.token-type",
      "progress.token-unique",
    ],
    async ({ peer, judge, target, skip }) => {
      const tool = target.fixture("assay_impatient");
      if (tool === undefined)
        return skip(
          "no tool of the target is known to ask the client and to give up waiting; a conformance fixture's would be (assay_impatient)",
        );
      const call = () => peer.call("tools/call", { name: tool.name, arguments: { ms: PATIENCE } });
      peer.answer("ping", () => undefined);
      const since = peer.messages().at(-1)?.seq ?? -1;
      const [one, other] = await Promise.all([call(), call()]);
      const asked = peer.messages(since).filter(isPing);
      const took = asked.map((ask) => withdrawalOf(peer, ask));

      for (const reply of [one, other])
        for (const id of ["timeouts.established", "timeouts.handled-any-request"]) {
          const about = judge(id).given(asked.length > 0, "the server did not ask anything");
          if (reply.kind !== "none") about.pass();
          else
            about
              .sent(reply.sent.text)
              .timed()
              .showing(...reply.events)
              .fail("the server still waits for an answer to its own request", [
                `the call ends: the server gives up waiting after ${PATIENCE} ms`,
              ]);
        }
      for (const [index, ask] of asked.entries())
        judge("timeouts.cancel-on-expiry")
          .given(one.kind !== "none" && other.kind !== "none", "the server did not stop waiting")
          .sent(ask.message.text)
          .showing(ask.seq)
          .that(took[index])
          .is(notification("notifications/cancelled"));

      const withdrawals = took.filter((event) => event !== undefined);
      const seen = peer.messages().at(-1)?.seq ?? -1;
      for (const ask of asked)
        await peer.sendText(`{"jsonrpc":"2.0","id":${ask.message.rawId},"result":{}}`, { defect: undefined });
      const late = judge("cancellation.sender-ignores-late-response").given(
        withdrawals.length > 0,
        "the server cancelled no request of its own",
      );
      if (await peer.alive())
        late
          .showing(...withdrawals.map(({ seq }) => seq))
          .that(peer.messages(seen).filter(isStray))
          .is(silence());
      else late.timed().fail("no answer to an ordinary request afterwards", ["the late response is disregarded"]);

      // What was answered is cancelled no more.
      peer.answer("ping", () => ({}));
      await call();
      await peer.quiet();
      await peer.quiet();
      await peer.quiet();
      await peer.alive();
    },
  );
});

function isPing({ message }: MessageEvent): boolean {
  return message.kind === "request" && message.method === "ping";
}

function isStray({ message: { kind, rawId } }: MessageEvent): boolean {
  return kind === "error" && (rawId === undefined || rawId === "null");
}

function withdrawalOf(peer: Peer, { seq, message }: MessageEvent): MessageEvent | undefined {
  return peer
    .messages(seq)
    .find(
      (event) =>
        event.message.method === "notifications/cancelled" &&
        JSON.stringify(event.message.params?.requestId) === message.rawId,
    );
}
