import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readMessage } from "../wire/message.ts";
import type { TraceEvent, Unplaced } from "./events.ts";
import { readTrace, traceWriter } from "./file.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "trace-"));
});
afterEach(() => rm(directory, { recursive: true }));

const head: TraceEvent = {
  kind: "head",
  format: 1,
  seq: 0,
  t: 0,
  from: "harness",
  role: "server",
  revision: "2025-11-25",
  transport: "http",
  lane: "l",
  seed: 1,
  catalogue: "c",
};

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function roundTrip(events: readonly Unplaced[], secrets: readonly string[] = []) {
  const path = join(directory, "new", "t.jsonl");
  const writer = traceWriter(path, { secrets });
  const placed = events.map((event, i) => ({ seq: i + 1, t: i / 3, ...event }) as TraceEvent);
  for (const event of [head, ...placed]) writer.listener(event);
  await writer.close();
  return { placed, read: (await all(readTrace(path))).slice(1), text: await readFile(path, "utf8") };
}

test("what is written is read back, event by event", async () => {
  const { placed, read } = await roundTrip([
    { kind: "chunk", from: "target", stream: "stdout", bytes: Buffer.from("é\r\n") },
    { kind: "chunk", from: "target", stream: "stdout", bytes: Buffer.from([0xff, 0x00]) },
    {
      kind: "message",
      from: "target",
      message: readMessage('{"jsonrpc":"2.0","id":9007199254740993,"result":{}}'),
      frame: 1,
    },
    { kind: "message", from: "target", message: readMessage("\ufffd", { defect: "utf8" }) },
    {
      kind: "http",
      phase: "request",
      from: "peer",
      exchange: "x1",
      method: "POST",
      target: "/mcp",
      headers: [["Accept", "*/*"]],
    },
    { kind: "process", phase: "exit", from: "target", process: "p1", code: null, signal: "SIGKILL" },
    { kind: "frame", from: "target", framing: "sse", range: [0, 9], sse: { comment: "hi" } },
  ]);
  expect(read).toEqual(placed);
});

test("secrets are replaced by tags that are equal for equal values", async () => {
  const request = {
    kind: "http",
    phase: "request",
    from: "peer",
    method: "POST",
    target: "/mcp?key=hunter22",
  } as const;
  const { read, text } = await roundTrip(
    [
      {
        ...request,
        exchange: "x1",
        headers: [
          ["Authorization", "Bearer t0ken-123"],
          ["cookie", "sid=abcdef"],
        ],
      },
      { ...request, exchange: "x2", headers: [["authorization", "Bearer t0ken-123"]] },
      {
        kind: "message",
        from: "target",
        message: readMessage('{"jsonrpc":"2.0","id":1,"result":{"echo":"t0ken-123"}}'),
      },
      ...[..."a hunter22 b"].map(
        (byte) => ({ kind: "chunk", from: "target", stream: "stdout", bytes: Buffer.from(byte) }) as const,
      ),
    ],
    ["hunter22"],
  );
  expect(text).not.toMatch(/t0ken|abcdef|hunter22/);
  const [first, second, echo] = read as unknown as [
    { headers: string[][] },
    { headers: string[][] },
    { message: { text: string } },
  ];
  expect(first.headers[0]![1]).toMatch(/^Bearer secret:[0-9a-f]{8}$/);
  expect(second.headers[0]![1]).toBe(first.headers[0]![1]);
  expect(echo.message.text).toContain(first.headers[0]![1]!.slice(7));
  const bytes = read.flatMap((event) => (event.kind === "chunk" ? [event.bytes.toString()] : [])).join("");
  expect(bytes).toMatch(/^a secret:[0-9a-f]{8} b$/);
});

test.each([
  ["foreign", "hello\n", /^line 1: expected one JSON object/],
  ["other JSON", '{"a":1}\n', /^line 1: expected a trace event/],
  ["headless", '{"kind":"app","seq":0,"t":0,"from":"app","text":""}\n', /^line 1: expected the head/],
  ["newer", `${JSON.stringify({ ...head, format: 2 })}\n`, /^line 1: expected trace format 1, got 2/],
  ["truncated", `${JSON.stringify(head)}\n{"kind":"app","se`, /^line 2: the file ends inside an event/],
])("a %s file is refused in words", async (_, text, message) => {
  const path = join(directory, "t.jsonl");
  await writeFile(path, text);
  await expect(all(readTrace(path))).rejects.toThrow(message);
});

test("a file that cannot be written is told at the close", async () => {
  const writer = traceWriter(directory);
  writer.listener(head);
  await expect(writer.close()).rejects.toThrow(/could not be written/);
});
