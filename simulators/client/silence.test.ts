import { expect, test } from "vitest";
import { Silence } from "./silence.ts";

const PATIENCE = { answerMs: 1_000, quietMs: 10, exitMs: 10 };

function started(patience = PATIENCE as ConstructorParameters<typeof Silence>[1]) {
  let now = 0;
  const silence = new Silence({ now: () => now, after: () => ({ cancel: () => {} }) }, patience);
  const miss = (ms: number) => {
    now += ms;
    silence.missed();
  };
  return { silence, miss };
}

test("a target that leaves a few requests unanswered keeps its whole time", () => {
  const { silence, miss } = started();
  for (let round = 0; round < 3; round++) miss(1_000);
  expect([silence.lasting, silence.deadline(1_000)]).toEqual([false, 1_000]);
  silence.answered();
  miss(10_000);
  expect([silence.count, silence.lasting, silence.deadline(1_000)]).toEqual([1, false, 1_000]);
});

test("requests sent side by side that all miss one deadline are no lasting silence yet", () => {
  const { silence, miss } = started();
  miss(1_000);
  for (let other = 0; other < 7; other++) miss(0);
  expect([silence.count, silence.lasting]).toEqual([8, false]);
});

test("one that lasts shortens what is waited, an answer ends it, and no limit stays none", () => {
  const { silence, miss } = started();
  for (let round = 0; round < 4; round++) miss(600);
  expect([silence.lasting, silence.deadline(1_000), silence.deadline(Number.POSITIVE_INFINITY)]).toEqual([
    true,
    100,
    Number.POSITIVE_INFINITY,
  ]);
  silence.answered();
  expect([silence.lasting, silence.deadline(1_000)]).toEqual([false, 1_000]);
});

test("who answers only some of what is asked gets a part of the time, from the beginning where it was known before", () => {
  const { silence, miss } = started();
  for (let round = 0; round < 12; round++) {
    silence.answered();
    miss(10);
  }
  expect([silence.lasting, silence.patchy, silence.deadline(1_000)]).toEqual([false, true, 200]);
  expect(started({ ...PATIENCE, short: true }).silence.deadline(1_000)).toBe(200);
});

test("who fell silent before is believed sooner", () => {
  const { silence, miss } = started({ ...PATIENCE, silentAfter: { requests: 2, ms: 1_000 } });
  miss(500);
  expect(silence.lasting).toBe(false);
  miss(500);
  expect(silence.lasting).toBe(true);
});
