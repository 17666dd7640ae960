import { expect, test } from "vitest";
import type { ErrorReply, NoReply } from "../../simulators/client/peer.ts";
import { error, refusal, silence } from "./accept.ts";
import { createJudge } from "./judge.ts";
import type { Judgement } from "./judgement.ts";

const sent = { seq: 4, text: '{"id":1}', reproduce: "printf ..." };
const base = {
  sent,
  method: "ping",
  rawId: "1",
  http: undefined,
  status: undefined,
  before: [],
  events: [4, 7],
  ms: 1,
};
const silent: NoReply = { ...base, kind: "none", why: "deadline", note: "nothing within 5000 ms" };
const refused = {
  ...base,
  kind: "error",
  error: { code: -32601, message: "no" },
  message: { message: { text: '{"error":{}}' } },
} as unknown as ErrorReply;

function judging(run: (judge: ReturnType<typeof createJudge>) => void): readonly Judgement[] {
  const out: Judgement[] = [];
  run(createJudge("area: title", ["a.b", "a.c"], new Set(["a.b"]), (judgement) => out.push(judgement)));
  return out;
}

test("passes when one of the acceptances fits", () => {
  expect(judging((judge) => judge("a.b").that(refused).is(error(-1), error(-32601)))).toMatchObject([
    { outcome: "pass" },
  ]);
});

test("a failure names everything that would have been accepted, and what was sent and seen", () => {
  expect(judging((judge) => judge("a.b").that(refused).is(error(-32602), error(-32600)))).toMatchObject([
    {
      outcome: "fail",
      evidence: {
        accepted: ["JSON-RPC error -32602", "JSON-RPC error -32600"],
        sent: '{"id":1}',
        events: [4, 7],
        reproduce: "printf ...",
      },
    },
  ]);
});

test("a missing answer is inconclusive, unless silence is what is judged", () => {
  expect(judging((judge) => judge("a.b").that(silent).is(refusal()))).toMatchObject([{ outcome: "inconclusive" }]);
  expect(judging((judge) => judge("a.b").that(silent).is(silence()))).toMatchObject([{ outcome: "pass" }]);
});

test("a twin that was refused too leaves the question open", () => {
  expect(
    judging((judge) => judge("a.b").given(false, "the twin was refused").that(refused).is(error(1))),
  ).toMatchObject([{ outcome: "inconclusive", reason: "the twin was refused" }]);
});

test("an id not in force is judged without effect, and one not listed is the scenario's mistake", () => {
  expect(judging((judge) => judge("a.c").that(refused).is(error(1)))).toEqual([]);
  expect(() => judging((judge) => judge("a.d"))).toThrow('scenario "area: title" judges a.d, which it does not list');
});
