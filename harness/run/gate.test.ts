import { expect, test } from "vitest";
import { createGate, eachOf } from "./gate.ts";

test("who wants to be alone waits for the others, and the others for them", async () => {
  const gate = createGate();
  const order: string[] = [];
  let release!: () => void;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = gate.together(async () => {
    order.push("a in");
    await held;
    order.push("a out");
  });
  const alone = gate.alone(async () => void order.push("alone"));
  const late = gate.together(async () => void order.push("b"));
  release();
  await Promise.all([first, alone, late]);
  expect(order).toEqual(["a in", "a out", "alone", "b"]);
});

test("a user that throws leaves the gate open", async () => {
  const gate = createGate();
  await expect(gate.alone(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(gate.together(async () => 1)).resolves.toBe(1);
});

test("no more than the limit at once, and every item once", async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await eachOf([1, 2, 3, 4, 5], 2, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    done.push(item);
  });
  expect(most).toBe(2);
  expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
});
