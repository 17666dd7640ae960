import { expect, test } from "vitest";
import { realClock } from "../clock/clock.ts";
import type { MessageEvent } from "../trace/events.ts";
import { Inbox } from "./inbox.ts";

const event = (seq: number, text = "") => ({ seq, message: { text } }) as MessageEvent;
const seqs = (inbox: Inbox) => inbox.all.map(({ seq }) => seq);

test("holds the newest messages, and says when older ones are let go", () => {
  let dropped = 0;
  const inbox = new Inbox({ clock: realClock, cap: 4, onDropped: () => dropped++ });
  for (let seq = 1; seq <= 4; seq++) inbox.add(event(seq));
  expect([seqs(inbox), dropped]).toEqual([[1, 2, 3, 4], 0]);
  inbox.add(event(5));
  expect([seqs(inbox), dropped]).toEqual([[3, 4, 5], 1]);
  expect(inbox.between(3).map(({ seq }) => seq)).toEqual([4, 5]);
});

test("a few large ones are let go as well, but never the newest", () => {
  const inbox = new Inbox({ clock: realClock, cap: 100 });
  const large = "x".repeat(10 * 1024 * 1024);
  for (let seq = 1; seq <= 4; seq++) inbox.add(event(seq, large));
  expect(seqs(inbox)).toEqual([3, 4]);
  inbox.add(event(5, large.repeat(4)));
  expect(seqs(inbox)).toEqual([5]);
});

test("who waits for one gets it even when it is let go at once", async () => {
  const inbox = new Inbox({ clock: realClock, cap: 1 });
  const waiting = inbox.until(({ seq }) => seq === 2, { deadlineMs: 1_000 });
  for (let seq = 1; seq <= 3; seq++) inbox.add(event(seq));
  expect((await waiting)?.seq).toBe(2);
});
