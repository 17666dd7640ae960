import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, LineReader } from "./ndjson.ts";
import { bytesOf, cutBytes } from "./split.fixture.ts";

function read(chunks: readonly Buffer[], capBytes = 1000): readonly Line[] {
  const reader = new LineReader({ capBytes });
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

const stream = cutBytes(bytesOf(["\n", "\r\n", "\r", "\ufeff", "{}", "é", "漢字", "🙂", "a"], { raw: true }));

test("however the bytes are cut, the lines are the same", () => {
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 20 }), ({ bytes, chunks }, capBytes) => {
      expect(read(chunks)).toEqual(read([bytes]));
      expect(read(chunks, capBytes)).toEqual(read([bytes], capBytes));
    }),
  );
});

test("lines cover the stream without a gap", () => {
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 20 }), ({ bytes, chunks }, capBytes) => {
      let end = 0;
      for (const line of read(chunks, capBytes)) {
        expect(line.start).toBe(end);
        end = line.end;
      }
      expect(end).toBe(bytes.length);
    }),
  );
});

test("terminators, byte order marks, broken UTF-8 and the cap are told", () => {
  const bytes = Buffer.concat([
    Buffer.from("\ufeffa\r\nb\n"),
    Buffer.from([0xff, 0x0a]),
    Buffer.from("12345\r\n123456\nz"),
  ]);
  expect(read([bytes], 5)).toEqual([
    { text: "a", start: 0, end: 6, terminator: "\r\n", defect: "bom" },
    { text: "b", start: 6, end: 8, terminator: "\n" },
    { text: "\ufffd", start: 8, end: 10, terminator: "\n", defect: "utf8" },
    { text: "12345", start: 10, end: 17, terminator: "\r\n" },
    { text: "12345", start: 17, end: 24, terminator: "\n", defect: "oversize" },
    { text: "z", start: 24, end: 25, terminator: "" },
  ]);
});

test("a long line in many chunks is read in linear time", () => {
  const chunks = Array.from({ length: 20_000 }, () => Buffer.alloc(1000, 0x61));
  const lines = read([...chunks, Buffer.from("\n")], 64 * 1024 * 1024);
  expect(lines.map((line) => line.text.length)).toEqual([20_000_000]);
}, 5_000);
