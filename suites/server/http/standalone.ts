import type { HttpAnswer } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { MODERN, since, until } from "../../../simulators/wire/revisions.ts";
import { notification, result, status } from "../../kit/accept.ts";
import type { Judge } from "../../kit/judge.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { ACKNOWLEDGED } from "../../protocol/subscriptions.ts";
import { listen } from "../subscriptions/listening.ts";
import { askOf, bodyOf, httpOf, plainAsks, plainBodyOf, talkativeAsks } from "./stimuli.ts";

/** What an older client sends, with and without the headers it may have (2026-07-28 #earlier-streamable-http-revisions). */
const OF_EARLIER_REVISIONS = [
  ["GET", {}],
  ["GET", { "Last-Event-ID": "stream-1.0" }],
  ["DELETE", {}],
  ["DELETE", { "Mcp-Session-Id": "assay-no-such-session" }],
] as const;
const FILTER = { toolsListChanged: true };
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
      const http = httpOf(peer);
      const stream = await http.open("GET");
      if (stream.status === 405) {
        judge("http.get-stream-no-response").inconclusive("the target offers no GET stream");
        judge("http.get-stream-unrelated").inconclusive("the target offers no GET stream");
      }
      const logging = target.fixture("test_tool_with_logging");
      if (logging && target.capabilities.logging) await peer.call("logging/setLevel", { level: "debug" });
      const logged = logging && (await http.post(plainBodyOf(peer, askOf(logging))));
      const asks = [...talkativeAsks(peer, target), ...plainAsks(peer, target)];
      await Promise.all(asks.map((ask) => http.post(bodyOf(peer, ask))));
      await stream.close();
      if (logged && stream.status === 200) judgeLogs(judge, logged, stream.messages);
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
      for (const [method, headers] of OF_EARLIER_REVISIONS) {
        const defect = `${method}, which this revision does not have`;
        const answer = await httpOf(peer).request(method, { defect, headers });
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
      const without = await listen(peer, FILTER);
      await without.watch.close();
      if (!without.ack) return;
      const { watch, ack } = await listen(peer, FILTER, { headers: { "Last-Event-ID": "stream-1.0" } });
      await watch.close();
      const listening = judge("http.last-event-id-ignored");
      if (ack) listening.pass();
      else listening.that(await watch.ended).is(notification(ACKNOWLEDGED));
    },
    { revisions: MODERN },
  );
});

/** The fixture's log messages differ within one call, so that what came on both streams is one message. */
function judgeLogs(judge: Judge, own: HttpAnswer, elsewhere: readonly MessageEvent[]): void {
  const logs = own.messages.filter(({ message }) => message.method === "notifications/message");
  if (logs.length === 0) return;
  const again = logs.flatMap(({ message }) => elsewhere.find((other) => other.message.text === message.text) ?? []);
  const question = judge("http.no-broadcast")
    .sent(own.sent.text, own.sent.reproduce)
    .showing(...[...logs, ...again].map(({ seq }) => seq));
  if (again.length < logs.length) question.pass();
  else
    question.fail("the log messages of a call on its own stream and on the GET stream", [
      "each message on one stream only",
    ]);
}

export function isDualEra(revisions: readonly string[]): boolean {
  return revisions.some((revision) => !(MODERN as readonly string[]).includes(revision));
}
