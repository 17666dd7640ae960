import type { Peer } from "../../../simulators/client/peer.ts";
import type { Random } from "../../../simulators/clock/random.ts";
import { REVISIONS } from "../../../simulators/wire/revisions.ts";
import { error, result } from "../../kit/accept.ts";
import type { Judge } from "../../kit/judge.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { fallQuiet, judgeErrorId, plainMethod, responsesIn, strayResponse } from "./plain.ts";

/** Ids that an honest client may use and a careless server mistakes: falsy ones, look-alikes, long ones, the largest safe integer. */
function oddIds(random: Random): readonly (string | number)[] {
  const digits = String(random.integer(70_000, 99_999));
  const long = random.word(200);
  return [
    0,
    -random.integer(2, 99_999),
    Number.MAX_SAFE_INTEGER,
    "",
    digits,
    `0x${digits}`,
    long,
    `${random.word(3)} "\\\n`,
  ];
}

const UNKNOWN = "a method that does not exist";

/** The revision has no ping any more; a server that serves it all the same says nothing wrong. */
async function removed(peer: Peer, judge: Judge): Promise<void> {
  if (peer.era === "legacy") return;
  const reply = await peer.call("ping", {}, { defect: UNKNOWN });
  if (reply.kind === "error") judge("jsonrpc.method-not-found-error").that(reply).is(error(-32601));
}

/** Two, three and four bytes in UTF-8, and a combining mark. */
const BEYOND_ASCII = "é-ключ-世界-🜁-e\u0301";

export const ids: Suite = suite("jsonrpc", { revisions: REVISIONS, isolation: "session" }, (scenario) => {
  scenario(
    "requests under numbers and strings of every kind are answered under the very same id",
    ["jsonrpc.result-id-echo", "jsonrpc.utf8"],
    async ({ peer, judge, random }) => {
      const ids = [...oddIds(random), `${BEYOND_ASCII} ${random.word(4)}`];
      const ours = new Set(ids.map((id) => JSON.stringify(id)));
      const calls = ids.map((id) => ({ id, call: peer.call(plainMethod(peer), {}, { id }) }));
      for (const { id, call } of calls) {
        const reply = await call;
        const beyond = typeof id === "string" && id.startsWith(BEYOND_ASCII);
        const requirement = beyond ? "jsonrpc.utf8" : "jsonrpc.result-id-echo";
        const stray = reply.kind === "none" ? strayResponse(peer, reply, ours) : undefined;
        if (reply.kind === "result") judge(requirement).pass();
        // Under which id an answer came that bears none of ours, the monitor of the same rule tells.
        else if (beyond && stray !== undefined)
          judge(requirement)
            .sent(reply.sent.text, reply.sent.reproduce)
            .showing(stray.seq)
            .fail(stray.message.text, [`the id ${reply.rawId}, which is beyond ASCII, come back whole`]);
        else if (reply.kind === "error")
          judge(requirement).inconclusive(`the request with the id ${reply.rawId} was refused`);
      }
    },
  );

  scenario(
    "an unknown method is refused with -32601 under the request's own id",
    ["jsonrpc.method-not-found-error", "jsonrpc.error-id-echo", "jsonrpc.one-response-per-request"],
    async ({ peer, judge, random }) => {
      const twin = await peer.call(plainMethod(peer), {});
      const since = twin.sent.seq;
      const probes = [
        { method: `assay/${random.word(8)}`, id: peer.nextId() },
        { method: "toString", id: random.word(6) },
        { method: `tools/${random.word(5)}`, id: `${random.integer(1_000, 9_999)}` },
      ];
      const ours = new Set(probes.map(({ id }) => JSON.stringify(id)));
      for (const { method, id } of probes) {
        const reply = await peer.call(method, {}, { id, defect: UNKNOWN });
        const fair = judge("jsonrpc.method-not-found-error").given(
          twin.kind === "result",
          "the same request with a known method was not accepted",
        );
        if (reply.kind === "none" && reply.why === "deadline")
          fair.timed().sent(reply.sent.text, reply.sent.reproduce).fail("nothing", ["JSON-RPC error -32601"]);
        else fair.that(reply).is(error(-32601));
        judgeErrorId({ peer, judge, reply, ours });
      }
      await removed(peer, judge);
      await fallQuiet(peer);
      for (const { id } of probes) {
        const answers = peer
          .messages(since)
          .filter((event) => responsesIn(event).some(({ rawId }) => rawId === JSON.stringify(id)));
        const question = judge("jsonrpc.one-response-per-request");
        if (answers.length === 1) question.pass();
        else if (answers.length > 1)
          question
            .showing(...answers.map(({ seq }) => seq))
            .fail(answers.map(({ message }) => message.text).join(" then "), ["one response to each request"]);
      }
    },
  );

  scenario(
    "many requests at once are each answered once",
    ["jsonrpc.one-response-per-request"],
    async ({ peer, judge }) => {
      const replies = await Promise.all(Array.from({ length: 24 }, () => peer.call(plainMethod(peer), {})));
      const missing = replies.find(
        (reply) => reply.kind === "none" && (reply.why === "deadline" || reply.why === "closed"),
      );
      if (missing !== undefined)
        judge("jsonrpc.one-response-per-request")
          .timed()
          .sent(missing.sent.text)
          .fail("nothing", [result("a response").text]);
      else if (replies.every((reply) => reply.kind !== "none")) judge("jsonrpc.one-response-per-request").pass();
      else
        judge("jsonrpc.one-response-per-request").inconclusive(
          "some of them were answered in a way that is no response",
        );
      await fallQuiet(peer);
    },
  );
});
