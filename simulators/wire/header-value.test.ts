import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeHeaderValue, encodeHeaderValue } from "./header-value.ts";

test.each([
  ["us-west1", "us-west1"],
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
  ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
])("%j travels as %s", (text, value) => {
  expect(encodeHeaderValue(text)).toBe(value);
});

test("every text survives", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeHeaderValue(encodeHeaderValue(text))).toBe(text);
    }),
  );
});

test("what encloses no base64 of UTF-8 stands for nothing", () => {
  expect(decodeHeaderValue("=?base64?!!?=")).toBeUndefined();
  expect(decodeHeaderValue("=?base64?/w==?=")).toBeUndefined();
});
