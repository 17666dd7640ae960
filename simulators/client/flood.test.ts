import { expect, test } from "vitest";
import { DEFAULT_INTAKE } from "./connection.ts";
import { Flood } from "./flood.ts";

const INTAKE = { first: { frames: 10, bytes: 1_000 }, perMessageSent: { frames: 2, bytes: 100 } };

test("what is sent makes room for more to come", () => {
  const flood = new Flood(INTAKE);
  flood.came({ frames: 10 });
  flood.sent();
  flood.came({ frames: 2 });
  expect(flood.over).toBeUndefined();
  flood.came({ frames: 1 });
  expect(flood.over).toBe("the target sent more than 12 messages, and nothing after them was read");
});

test("who flooded once is not listened to again", () => {
  const flood = new Flood(INTAKE);
  flood.came({ frames: 11 });
  for (let request = 0; request < 10; request++) flood.sent();
  expect(flood.over).toContain("more than 10 messages");
});

test("a few large messages count as well", () => {
  const flood = new Flood(INTAKE);
  flood.came({ frames: 1, bytes: 1_001 });
  expect(flood.over).toBe("the target sent more than 1000 bytes, and nothing after them was read");
});

test("a talkative server is no flood: forty thousand notifications in the course of two hundred requests", () => {
  const flood = new Flood(DEFAULT_INTAKE);
  for (let request = 0; request < 200; request++) {
    flood.sent();
    flood.came({ frames: 201, bytes: 201 * 400 });
    expect(flood.over).toBeUndefined();
  }
});
