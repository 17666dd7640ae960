import { expect, test } from "vitest";
import { headerAnnotationsIn } from "./header-annotations.ts";

const marked = { type: "string", "x-mcp-header": "A" };

test.each([
  [{ properties: { a: marked } }, "/properties/a", undefined],
  [{ properties: { a: { properties: { b: marked } } } }, "/properties/a/properties/b", undefined],
  [{ properties: { a: { items: marked } } }, "/properties/a/items", "items"],
  [{ anyOf: [{ properties: { a: marked } }] }, "/anyOf/0/properties/a", "anyOf"],
  [{ $defs: { a: marked } }, "/$defs/a", "$defs"],
  [{ additionalProperties: marked }, "/additionalProperties", "additionalProperties"],
  [marked, "", "the root"],
])("finds an annotation and the way to it: %j", (schema, pointer, through) => {
  expect(headerAnnotationsIn(schema)).toMatchObject([{ pointer, through, value: "A" }]);
});

test("a property of that name, and values that look like schemas, are no annotations", () => {
  const schema = { properties: { "x-mcp-header": { type: "string" }, a: { default: marked, enum: [marked] } } };
  expect(headerAnnotationsIn(schema)).toEqual([]);
});
