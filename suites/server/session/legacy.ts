import type { HttpAnswer } from "../../../simulators/client/peer.ts";
import { since, until } from "../../../simulators/wire/revisions.ts";
import { status } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { httpOf, plainBodyOf } from "../http/stimuli.ts";

const SESSIONS = since("2025-03-26").filter((revision) => until("2025-11-25").includes(revision));
const NONE = "the target issues no session ids";
const PING = { method: "ping", params: {} };
const NOTICE = {
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId: "none", reason: "there is no such request" },
};
const CLIENTS = 4;
/** Fewer differing characters than this are a counter or a clock, not an unguessable id. */
const LEAST_VARYING = 6;

/** HTTP sessions (2025-11-25/basic/transports#session-management). */
export const legacySessions: Suite = suite("session", { revisions: SESSIONS, transports: ["http"] }, (scenario) => {
  scenario(
    "opens several sessions; their ids are of visible characters, differ, and do not count",
    ["session.id-visible-ascii", "session.id-secure"],
    async ({ peer, judge, skip }) => {
      const own = httpOf(peer).sessionId;
      if (own === undefined) return skip(NONE);
      const ids = [own];
      const events: number[] = [];
      for (let client = 1; client < CLIENTS; client++) {
        const other = await peer.another();
        const reply = await other.open();
        events.push(...reply.events);
        const id = httpOf(other).sessionId;
        if (id !== undefined) ids.push(id);
        await other.close();
      }
      const question = judge("session.id-secure")
        .given(ids.length > 1, "no second session was opened")
        .sent("initialize, several times")
        .showing(...events);
      const varying = varyingPart(ids);
      if (new Set(ids).size === ids.length && varying >= LEAST_VARYING) question.pass();
      else
        question.fail(`${ids.length} ids of ${new Set(ids).size} values that differ in ${varying} characters`, [
          "ids that are unique and cannot be guessed from one another",
        ]);
    },
    { isolation: "session" },
  );

  scenario(
    "sends a request, a notification, a GET and a DELETE without the session's id; a server that needs it answers 400",
    ["session.id-missing-400"],
    async ({ peer, judge, skip }) => {
      const http = httpOf(peer);
      if (http.sessionId === undefined) return skip(NONE);
      const without = { headers: { "Mcp-Session-Id": undefined }, defect: "no session id" };
      const twin = await http.post(plainBodyOf(peer, PING));
      const answer = await http.post(plainBodyOf(peer, PING), without);
      if (isSuccess(answer))
        return judge("session.id-missing-400").inconclusive(
          "the target serves requests without a session id, so it needs none",
        );
      const judged = (served: boolean, refused: HttpAnswer) =>
        judge("session.id-missing-400")
          .given(served, "the same request with the id was not served")
          .given(refused.status !== 0, "the request was not answered")
          .that(refused)
          .is(status(400));
      judged(isSuccess(twin), answer);
      judged(isSuccess(await http.post(NOTICE)), await http.post(NOTICE, without));
      const nowhere = await http.open("GET", without);
      await nowhere.close();
      const stream = await http.open("GET");
      await stream.close();
      judged(stream.status === 200, nowhere.answer);
      const unended = await http.request("DELETE", without);
      judged(isSuccess(await http.request("DELETE")), unended);
    },
    { isolation: "session" },
  );

  scenario(
    "ends the session by DELETE, then sends a request, a notification, a GET and a DELETE in it; the answer is 404",
    ["session.terminated-404"],
    async ({ peer, judge, skip }) => {
      const http = httpOf(peer);
      if (http.sessionId === undefined) return skip(NONE);
      const over = { defect: "the session has ended" };
      const twin = await http.post(plainBodyOf(peer, PING));
      const noticed = await http.post(NOTICE);
      const stream = await http.open("GET");
      await stream.close();
      const ended = await http.request("DELETE");
      if (!isSuccess(ended)) return skip(`the target answers DELETE with HTTP ${ended.status}, so the session goes on`);
      const judged = (served: boolean, late: HttpAnswer) =>
        judge("session.terminated-404")
          .given(served, "the same request before the end was not served")
          .given(late.status !== 0, "the request was not answered")
          .showing(...ended.events);
      const late = await http.post(plainBodyOf(peer, PING), over);
      judged(isSuccess(twin), late)
        .outsideAllReadings("the server issued this id, and ended its session by its own answer to DELETE")
        .that(late)
        .is(status(404));
      const notice = await http.post(NOTICE, over);
      judged(isSuccess(noticed), notice).that(notice).is(status(404));
      const opened = await http.open("GET", over);
      await opened.close();
      judged(stream.status === 200, opened.answer)
        .that(opened.answer)
        .is(status(404));
      const again = await http.request("DELETE", over);
      judged(true, again).that(again).is(status(404));
    },
    { isolation: "session" },
  );
});

function isSuccess({ status: code }: HttpAnswer): boolean {
  return code >= 200 && code < 300;
}

/** How many characters are left of the shortest id without what all have in common at both ends. */
function varyingPart(ids: readonly string[]): number {
  const shortest = Math.min(...ids.map((id) => id.length));
  const common = (at: (id: string, n: number) => string | undefined) => {
    let n = 0;
    while (n < shortest && ids.every((id) => at(id, n) === at(ids[0]!, n))) n += 1;
    return n;
  };
  const head = common((id, n) => id[n]);
  const tail = common((id, n) => id.at(-1 - n));
  return Math.max(0, shortest - head - tail);
}
