import { MODERN, since, until } from "../../../simulators/wire/revisions.ts";
import { result, status } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { bodyOf, httpOf, plainAsks, talkativeAsks } from "./stimuli.ts";

const NOT_MODERN_ONLY = "the target serves clients of earlier revisions too";

/** GET on the endpoint: a stream of its own in the legacy era, nothing in the modern one. */
export const standalone: Suite = suite("http", { revisions: since("2025-03-26"), transports: ["http"] }, (scenario) => {
  scenario(
    "opens a GET stream and posts requests meanwhile; what belongs to a request stays on its own stream, and comes once",
    [
      "http.get-sse-or-405",
      "http.endpoint-post-and-get",
      "http.get-stream-no-response",
      "http.get-stream-unrelated",
      "http.no-broadcast",
      "http.sse-related-messages-should",
    ],
    async ({ peer, target, judge }) => {
      const stream = await httpOf(peer).open("GET");
      if (stream.status === 405) {
        judge("http.get-stream-no-response").inconclusive("the target offers no GET stream");
        judge("http.get-stream-unrelated").inconclusive("the target offers no GET stream");
      }
      const asks = [...talkativeAsks(peer, target), ...plainAsks(peer, target)];
      await Promise.all(asks.map((ask) => httpOf(peer).post(bodyOf(peer, ask))));
      await stream.close();
    },
    { revisions: until("2025-11-25").slice(1), isolation: "session" },
  );

  scenario(
    "two requests that report progress run at a time; each stream holds its own progress",
    ["http.sse-related-notifications-must"],
    async ({ peer, target }) => {
      await Promise.all(talkativeAsks(peer, target).map((ask) => httpOf(peer).post(bodyOf(peer, ask))));
    },
    { revisions: MODERN },
  );

  scenario(
    "sends GET and DELETE to the endpoint of a server of the modern era only; both get 405",
    ["http.get-delete-405"],
    async ({ peer, target, judge, skip }) => {
      if (isDualEra(target.revisions)) return skip(NOT_MODERN_ONLY);
      const twin = await peer.call("server/discover", {});
      for (const method of ["GET", "DELETE"]) {
        const defect = `${method}, which this revision does not have`;
        const answer = await httpOf(peer).request(method, { defect });
        judge("http.get-delete-405", method)
          .given(twin.kind === "result", "server/discover was not answered")
          .given(answer.status !== 0, `${method} was not answered`)
          .that(answer)
          .is(status(405));
      }
    },
    { revisions: MODERN },
  );

  scenario(
    "sends a Last-Event-ID with a request to a server of the modern era only; it is served as without",
    ["http.last-event-id-ignored"],
    async ({ peer, target, judge, skip }) => {
      if (isDualEra(target.revisions)) return skip(NOT_MODERN_ONLY);
      const twin = await peer.call("server/discover", {});
      const reply = await peer.call("server/discover", {}, { headers: { "Last-Event-ID": "stream-1.0" } });
      const question = judge("http.last-event-id-ignored").given(
        twin.kind === "result",
        "server/discover was not answered",
      );
      if (question.that(reply).is(result()) && reply.before.length > 0)
        question
          .sent(reply.sent.text, reply.sent.reproduce)
          .fail(`${reply.before.length} messages before the result`, ["the result alone"]);
    },
    { revisions: MODERN },
  );
});

export function isDualEra(revisions: readonly string[]): boolean {
  return revisions.some((revision) => !(MODERN as readonly string[]).includes(revision));
}
