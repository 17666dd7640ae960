import type { Delivery, Peer } from "../../../simulators/client/peer.ts";
import { LEGACY, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { fallQuiet, plainMethod, responsesIn } from "./plain.ts";

export const notifications: Suite = suite("jsonrpc", { revisions: REVISIONS, isolation: "session" }, (scenario) => {
  scenario(
    "known, unknown and malformed notifications are followed by no response",
    ["jsonrpc.notification-no-response"],
    async ({ peer, judge, random }) => {
      const ids = new Set<string>();
      const twin = peer.call(plainMethod(peer), {});
      ids.add(twin.rawId);
      const before = await twin;
      if (before.kind !== "result") {
        judge("jsonrpc.notification-no-response").inconclusive("the target does not answer a plain request");
        return;
      }
      const meta = peer.era === "modern" ? { _meta: peer.meta } : {};
      const sent: readonly Delivery[] = [
        await peer.notify("notifications/cancelled", {
          ...meta,
          requestId: `none-${random.word(5)}`,
          reason: "nothing under way",
        }),
        await peer.notify(
          `notifications/${random.word(7)}`,
          { ...meta },
          { defect: "a notification that does not exist" },
        ),
        await peer.notify(
          "notifications/progress",
          { ...meta, progressToken: [] },
          { defect: "a malformed notification" },
        ),
        await peer.notify(
          "notifications/cancelled",
          { ...meta, requestId: {} },
          { defect: "a cancellation that names no id" },
        ),
        await peer.notify("tools/list", { ...meta }, { defect: "a request method without an id" }),
      ];
      const after = peer.call(plainMethod(peer), {});
      ids.add(after.rawId);
      await after;
      await fallQuiet(peer);
      for (const delivery of sent) judgeSilence(delivery);
      if (peer.transport !== "http") judgeStream(peer);

      /** HTTP refuses a notification with a status and, if it likes, an error without id; it accepts it with 202 and no body. */
      function judgeSilence({ http, sent: text }: Delivery): void {
        if (http === undefined || http.status >= 400) return;
        const question = judge("jsonrpc.notification-no-response").sent(text.text, text.reproduce);
        const answer = http.messages.find((event) => responsesIn(event).length > 0);
        if (answer === undefined) question.pass();
        else
          question
            .showing(answer.seq)
            .outsideAllReadings(NO_ANSWER)
            .fail(`HTTP ${http.status}, ${answer.message.text}`, ["HTTP 202 without a body", "an HTTP error status"]);
      }

      function judgeStream(stream: Peer): void {
        const answer = stream
          .messages(sent[0]!.sent.seq)
          .find((event) => responsesIn(event).some(({ rawId }) => rawId === undefined || !ids.has(rawId)));
        const question = judge("jsonrpc.notification-no-response").sent(
          sent.map((delivery) => delivery.sent.text).join("\n"),
        );
        if (answer === undefined) question.pass();
        else
          question
            .showing(answer.seq)
            .outsideAllReadings(NO_ANSWER)
            .fail(answer.message.text, ["no response to any of them"]);
      }
    },
  );

  scenario(
    "a server that asks its client for input gives each of its requests a fresh id",
    [
      "jsonrpc.request-id-present",
      "jsonrpc.request-id-not-null",
      "jsonrpc.request-id-type",
      "jsonrpc.request-id-unique-in-session",
    ],
    async ({ peer, target, judge, skip }) => {
      const tool = target.fixture("test_sampling");
      if (tool === undefined) skip("the target offers no tool that is known to ask the client");
      peer.answer("sampling", () => ({
        role: "assistant",
        model: "assay",
        content: { type: "text", text: "4" },
        stopReason: "endTurn",
      }));
      const call = () => peer.call("tools/call", { name: "test_sampling", arguments: { prompt: "2 + 2?" } });
      const replies = [await call(), await call()];
      const asked = replies.some(({ before }) =>
        before.some(({ message }) => message.method === "sampling/createMessage"),
      );
      if (!asked) skip("test_sampling did not ask the client");
      // What the requests look like, the monitors of these rules tell.
      for (const id of ["present", "not-null", "type", "unique-in-session"]) judge(`jsonrpc.request-id-${id}`).pass();
    },
    // A session of its own costs a process over stdio, where it would prove nothing more.
    { revisions: LEGACY, transports: ["http", "sse"], capabilities: { sampling: {} } },
  );
});

const NO_ANSWER = "no revision lets a receiver answer a notification under a success status";
