import { expect, test } from "vitest";
import { bounded, TOO_LONG } from "./bounded.ts";

test("gives the result, throws what the work throws", () => {
  expect(bounded(1_000, () => [1])).toEqual([1]);
  expect(() =>
    bounded(1_000, () => {
      throw new TypeError("no");
    }),
  ).toThrow(TypeError);
});

test("stops a loop, and a pattern that backtracks without end", () => {
  expect(
    bounded(20, () => {
      for (;;);
    }),
  ).toBe(TOO_LONG);
  expect(bounded(20, () => /^(a+)+$/.test(`${"a".repeat(100)}b`))).toBe(TOO_LONG);
});
