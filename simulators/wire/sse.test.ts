import { createParser, type EventSourceMessage } from "eventsource-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, cutBytes } from "./split.fixture.ts";
import { type SseEvent, SseReader, writeSse } from "./sse.ts";

function read(chunks: readonly Buffer[], capBytes = 1000): readonly SseEvent[] {
  const reader = new SseReader({ capBytes });
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

const pieces = [
  "\n",
  "\n\n",
  "\r\n",
  "\r\n\r\n",
  "\r",
  "data",
  "data:",
  "data: ",
  "event:",
  "id: ",
  "id:7",
  "retry: 10",
  ": note",
  "x: y",
  " ",
  "é漢🙂",
  "{}",
];

test("however the bytes are cut, the events are the same", () => {
  const stream = cutBytes(bytesOf([...pieces, "\ufeff", "\0"], { raw: true }));
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 20 }), ({ bytes, chunks }, capBytes) => {
      expect(read(chunks)).toEqual(read([bytes]));
      expect(read(chunks, capBytes)).toEqual(read([bytes], capBytes));
    }),
  );
});

test("an independent parser dispatches the same events", () => {
  fc.assert(
    fc.property(bytesOf(pieces), (bytes) => {
      const theirs: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (event) => theirs.push(event) });
      // It waits for what follows a CR at the end of its input; a comment line leaves nothing waiting and dispatches nothing.
      parser.feed(`${bytes.toString()}:\n`);
      const ours = read([bytes, Buffer.from(":\n")]).filter((event) => event.data !== undefined && !event.incomplete);
      expect(ours.map(({ data, event, id }) => ({ data, event: event || undefined, id }))).toEqual(
        theirs.map(({ data, event, id }) => ({ data, event: event || undefined, id })),
      );
    }),
    { numRuns: 500 },
  );
});

test("fields follow the standard to the letter", () => {
  const stream =
    "\ufeff: hi\n\ndata:a\ndata:  b\nid: 1\0\nretry: 5x\nevent: e\r\n\r\nid\nretry: 50\n\ndata\n\ndata: cut";
  expect(read([Buffer.from(stream)])).toEqual([
    { start: 0, end: 9, comment: "hi" },
    { start: 9, end: 53, data: "a\n b", event: "e" },
    { start: 53, end: 68, id: "", retry: "50" },
    { start: 68, end: 74, data: "" },
    { start: 74, end: 83, data: "cut", incomplete: true },
  ]);
});

test("what is written is read back, in every spelling", () => {
  const text = fc.string({ unit: "grapheme" }).map((raw) => raw.replaceAll(/\r\n?/g, "\n"));
  const fields = fc.record({
    data: text,
    event: fc.constantFrom("message", "e"),
    id: fc.constantFrom("", "1-2"),
    comment: text,
  });
  fc.assert(
    fc.property(fields, fc.constantFrom("\n", "\r\n", "\r"), (event, newline) => {
      expect(read([writeSse(event, { newline })])).toMatchObject([event]);
    }),
  );
});
