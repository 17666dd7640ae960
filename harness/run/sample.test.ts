import { generateSync } from "json-schema-faker";
import { expect, test } from "vitest";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { type Generate, sampler } from "./sample.ts";

const sample = () => sampler(1, generateSync as Generate);
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const nested = (depth: number): JsonObject => (depth === 0 ? {} : object({ a: nested(depth - 1) }));

test("makes what a schema asks for, the same each time, and each its own copy", () => {
  const made = sample()(object({ name: { type: "string", minLength: 3 }, count: { type: "integer", minimum: 5 } }));
  expect(made()).toEqual({ name: expect.stringMatching(/^.{3,}$/), count: expect.any(Number) });
  expect(made()).toEqual(made());
  expect(made()).not.toBe(made());
});

test.each([
  ["none", undefined],
  ["no object", [1]],
  ["a string without end", object({ a: { type: "string", minLength: 1e9 } })],
  ["a list without end", object({ a: { type: "array", minItems: 1e9, items: {} } })],
  ["nested without end", nested(1_000)],
  ["a reference to nothing", object({ a: { $ref: "#/nowhere" } })],
] as const)("a schema that is %s gives {}", (_, schema) => {
  expect(sample()(schema as JsonObject | undefined)()).toEqual({});
});

test("a reference to another host is not followed", () => {
  expect(sample()(object({ a: { $ref: "http://127.0.0.1:9/schema.json" } }))()).toEqual(expect.any(Object));
});

test("a generator that never ends is stopped, and after some of them no more is tried", () => {
  let started = 0;
  const endless = sampler(1, () => {
    started += 1;
    for (;;);
  });
  for (let tool = 0; tool < 10; tool++) expect(endless({ type: "object" })()).toEqual({});
  expect(started).toBe(4);
});
