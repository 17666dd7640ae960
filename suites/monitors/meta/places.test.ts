import { expect, test } from "vitest";
import { readMessage } from "../../../simulators/wire/message.ts";
import { metaKeys, metaPlaces } from "./places.ts";

const result = (value: object) => readMessage(JSON.stringify({ jsonrpc: "2.0", id: 1, result: value }));

test("finds `_meta` of results, definitions, blocks, embedded resources and prompt messages", () => {
  const message = result({
    _meta: {},
    tools: [{ name: "a", _meta: {} }],
    content: [{ type: "resource", resource: { uri: "a:b", _meta: {} } }],
    messages: [{ role: "user", content: { type: "text", text: "", _meta: 3 } }],
  });
  expect(metaPlaces(message, "2025-11-25").map(({ path }) => path)).toEqual([
    "result._meta",
    "result.tools[0]._meta",
    "result.messages[0].content._meta",
    "result.content[0].resource._meta",
  ]);
});

test("leaves alone what is a tool's own data, and what a revision has no type for", () => {
  const own = result({ structuredContent: { _meta: "mine" }, tools: [{ inputSchema: { properties: { _meta: {} } } }] });
  expect(metaPlaces(own, "2026-07-28")).toEqual([]);
  expect(metaPlaces(result({ tools: [{ _meta: 1 }] }), "2025-03-26")).toEqual([]);
});

test("gives the keys of objects only", () => {
  expect(metaKeys(result({ _meta: "text" }), "2025-11-25")).toEqual([]);
  expect(metaKeys(result({ _meta: { "a.b/c": 1 } }), "2025-11-25").map(({ key }) => key)).toEqual(["a.b/c"]);
});
