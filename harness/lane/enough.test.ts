import { expect, test } from "vitest";
import type { Judgement } from "../../suites/kit/judgement.ts";
import { enough } from "./enough.ts";

const base = { requirement: "r", judge: "j", scenario: "s" };
const failure = (more: object = {}): Judgement => ({
  ...base,
  outcome: "fail",
  evidence: { accepted: [], seen: "x", events: [] },
  timed: false,
  ...more,
});

function counted(judgements: readonly Judgement[]): number {
  let count = 0;
  const pass = enough(() => {
    count += 1;
  });
  for (const judgement of judgements) pass(judgement);
  return count;
}

const many = (judgement: Judgement) => Array.from({ length: 500 }, () => judgement);

test("the same failure is kept fifty times", () => {
  expect(counted(many(failure()))).toBe(50);
});

test("what weighs differently, or is another's, is counted apart, so that nothing hides it", () => {
  for (const other of [
    { timed: true },
    { outsideAllReadings: "why" },
    { warningOnly: "why" },
    { facet: "f" },
    { scenario: "t" },
    { judge: "k" },
    { requirement: "q" },
  ])
    expect(counted([...many(failure(other)), failure()])).toBe(51);
});

test("passes and what is inconclusive always go through", () => {
  expect(
    counted([...many(failure()), { ...base, outcome: "pass" }, { ...base, outcome: "inconclusive", reason: "" }]),
  ).toBe(52);
});
