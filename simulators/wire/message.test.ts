import fc from "fast-check";
import { expect, test } from "vitest";
import { rawAt, scanJson } from "./lossless.ts";
import { readMessage } from "./message.ts";

test.each(["9007199254740993", "1.0", "1e2", '"1"', '"\\u0031"', "null", "-0", "12345678901234567890"])(
  "the id %s keeps its spelling",
  (id) => {
    const request = `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
    const response = `{ "result": {"id": 7}, "jsonrpc": "2.0", "id" : ${id} }`;
    expect(readMessage(request)).toMatchObject({ kind: "request", rawId: id });
    expect(readMessage(response)).toMatchObject({ kind: "result", rawId: id });
    expect(readMessage(`[${request},${response}]`).members.map((member) => member.rawId)).toEqual([id, id]);
  },
);

test("of a repeated id the last one counts, however its key is spelled", () => {
  expect(readMessage('{"jsonrpc":"2.0","id":1,"method":"ping","id":2}').rawId).toBe("2");
  expect(readMessage('{"jsonrpc":"2.0","id":1,"method":"ping","\\u0069d":2,"a":0}').rawId).toBe("2");
});

test("the raw id stands for the parsed id, wherever the member is", () => {
  const member = fc.tuple(fc.constantFrom("id", "params", "a", '\\"id'), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(member, { maxLength: 6 }), fc.constantFrom(undefined, 1), (members, space) => {
      const text = `{"jsonrpc":"2.0","method":"m"${members.map(([key, value]) => `,"${key}":${JSON.stringify(value, null, space)}`).join("")}}`;
      const { rawId, value } = readMessage(text);
      expect(rawId === undefined ? undefined : JSON.parse(rawId)).toEqual((value as { id?: unknown }).id);
    }),
  );
});

test.each([
  ["", "json", /empty/],
  ["hello", "json", /no JSON/],
  ["7", "envelope", /got a number/],
  ["[]", "envelope", /without members/],
  ['{"id":1,"method":"a"}', "envelope", /jsonrpc/],
  ['{"jsonrpc":"2.0","id":1,"method":2}', "envelope", /method/],
  ['{"jsonrpc":"2.0","id":1,"method":"a","params":[]}', "envelope", /params, got an array/],
  ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}', "envelope", /both/],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}', "envelope", /integer code/],
  ['{"jsonrpc":"2.0","id":1}', "envelope", /none of/],
])("%s is invalid at the layer of %s", (text, layer, problem) => {
  const message = readMessage(text);
  expect(message).toMatchObject({ kind: "invalid", layer });
  expect(message.problem).toMatch(problem);
});

test("an invalid message still shows what can be read", () => {
  expect(readMessage('{"id":5,"method":"a","params":{"b":1}}')).toMatchObject({
    rawId: "5",
    method: "a",
    params: { b: 1 },
  });
});

test("duplicates and depth are found without recursion", () => {
  const scan = scanJson('{"a":[{"b":1,"c":{"b":"}"},"b":2}],"a/":{"x\\"":1},"a\\u002f":3}');
  expect(scan.duplicates).toEqual(["/a/0/b", "/a~1"]);
  expect(scan.depth).toBe(4);
  expect(scan.rawMember("a/")).toBe("3");
  const deep = `{"jsonrpc":"2.0","method":"m","params":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}},"id":1.0}`;
  expect(scanJson(deep).depth).toBe(200_002);
  expect(readMessage(deep)).toMatchObject({
    kind: "invalid",
    layer: "bytes",
    problem: expect.stringContaining("nested deeper"),
  });
  expect(scanJson('{"a": tru').rawMember("a")).toBe("tru");
  expect(scanJson("}{][,").depth).toBe(1);
});

test("a member is found at a path", () => {
  expect(rawAt('{"params":{"_meta":{"progressToken": 1.0 }}}', ["params", "_meta", "progressToken"])).toBe("1.0");
  expect(rawAt('{"params":[]}', ["params", "_meta"])).toBeUndefined();
});
