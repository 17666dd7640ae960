import { expect, test } from "vitest";
import type { Clock } from "../clock/clock.ts";
import type { TraceEvent } from "./events.ts";
import { createRecorder } from "./recorder.ts";

const head = {
  role: "server",
  revision: "2025-11-25",
  transport: "stdio",
  lane: "l",
  seed: 1,
  catalogue: "c",
} as const;
const ticking = (): Clock => {
  let time = 100;
  return { now: () => time++, after: () => ({ cancel: () => {} }) };
};

test("events get their place and time, and listeners hear them in order, though one records and one throws", () => {
  const recorder = createRecorder(head, { clock: ticking() });
  const heard: string[] = [];
  recorder.listen((event) => {
    if (event.kind === "app") recorder.record({ kind: "intent", from: "harness", intent: "close", what: "x" });
    throw new Error("mine");
  });
  const stop = recorder.listen((event) => heard.push(`${event.seq} ${event.kind}`));
  expect(recorder.record({ kind: "app", from: "app", text: "hi" })).toMatchObject({ seq: 1, t: 1, text: "hi" });
  stop();
  recorder.record({ kind: "app", from: "app", text: "unheard" });
  expect(heard).toEqual(["1 app", "2 intent"]);
  expect(recorder.events.map((event) => event.kind)).toEqual(["head", "app", "intent", "app", "intent"]);
  expect(recorder.errors).toHaveLength(4);
});

test("what is held is bounded; what is heard is whole", () => {
  const recorder = createRecorder(head, { clock: ticking(), heldEvents: 20, heldBytes: 10 });
  const heard: TraceEvent[] = [];
  recorder.listen((event) => heard.push(event));
  for (let i = 0; i < 30; i++) {
    recorder.record({ kind: "chunk", from: "target", stream: "stdout", bytes: Buffer.from("123456") });
    recorder.record({ kind: "app", from: "app", text: `${i}` });
  }
  expect(heard.every((event) => event.kind !== "chunk" || event.bytes.length === 6)).toBe(true);
  expect(recorder.events.length).toBeLessThanOrEqual(22);
  expect(recorder.events[0]).toBe(recorder.head);
  expect(recorder.events.at(-1)).toMatchObject({ text: "29" });
  const chunks = createRecorder(head, { clock: ticking(), heldBytes: 10 });
  for (let i = 0; i < 2; i++) chunks.record({ kind: "chunk", from: "target", bytes: Buffer.from("123456") });
  expect(chunks.events.slice(1)).toMatchObject([
    { bytes: Buffer.from("123456") },
    { bytes: Buffer.alloc(0), elided: 6 },
  ]);
});
