import { expect, test } from "vitest";
import { createDeaths } from "./deaths.ts";

const PATIENCE = { answerMs: 1_000, quietMs: 10, exitMs: 10 };

/** A lane on which the target leaves `missed` requests unanswered and answers only those named. */
function lane(missed: number, answers: readonly string[] = [], more: object = {}) {
  const reply = (method: string) => {
    if (!answers.includes(method)) {
      state.missed += 1;
      return { kind: "none" };
    }
    state.missed = 0;
    return { kind: "result" };
  };
  const state = {
    missed,
    silent: false,
    patchy: false,
    peer: {
      server: { capabilities: { tools: {} } },
      alive: async () => reply("ping").kind === "result",
      call: async (method: string) => reply(method),
    },
    ...more,
  };
  return { connection: state } as unknown as Parameters<ReturnType<typeof createDeaths>["look"]>[0];
}

test("three silent connections in a row are the end, with one that answers between them they are not", async () => {
  const deaths = createDeaths();
  await deaths.look(lane(2));
  await deaths.look(lane(2));
  await deaths.look(lane(0, ["ping"]));
  await deaths.look(lane(2));
  expect(deaths.verdict).toBeUndefined();
  await deaths.look(lane(2));
  await deaths.look(lane(2));
  expect(deaths.verdict).toBe(
    "the target had stopped answering, or flooded, on 3 connections in a row, so no more was asked of it",
  );
});

test("so are five in all, and one connection counts once", async () => {
  const deaths = createDeaths();
  const same = lane(2);
  for (let round = 0; round < 9; round++) await deaths.look(same);
  for (let round = 0; round < 4; round++) {
    expect(deaths.verdict).toBeUndefined();
    await deaths.look(lane(0, ["ping"]));
    await deaths.look(lane(2));
  }
  expect(deaths.verdict).toContain("on 5 connections,");
});

test("a few requests left unanswered by right change nothing", async () => {
  const deaths = createDeaths();
  const same = lane(2, ["ping"]);
  for (let round = 0; round < 9; round++) await deaths.look(same);
  for (let round = 0; round < 9; round++) await deaths.look(lane(1));
  expect([deaths.verdict, deaths.wary(PATIENCE)]).toEqual([undefined, PATIENCE]);
});

test("a target that answers is not dead, however much it leaves unanswered; but less time is lost on it", async () => {
  const deaths = createDeaths();
  for (let round = 0; round < 2; round++) await deaths.look(lane(1));
  for (let round = 0; round < 9; round++) await deaths.look(lane(2, ["ping"]));
  expect(deaths.verdict).toBeUndefined();
  expect(deaths.wary(PATIENCE)).toEqual({ ...PATIENCE, short: true });
});

test("one that fails to answer pings alone is alive", async () => {
  const deaths = createDeaths();
  for (let round = 0; round < 9; round++) {
    await deaths.look(lane(3, ["tools/list"]));
    expect(await deaths.alive(lane(0, ["tools/list"]))).toBe(true);
  }
  expect(deaths.verdict).toBeUndefined();
});

test("a process that has ended is no silent one", async () => {
  const deaths = createDeaths();
  const ended = { peer: { alive: async () => false, call: async () => ({ kind: "none" }) } };
  for (let round = 0; round < 9; round++) expect(await deaths.alive(lane(0, [], ended))).toBe(false);
  expect(deaths.verdict).toBeUndefined();
});

test("one that had to be cut off counts", async () => {
  const deaths = createDeaths();
  const flooded = { flooded: true, peer: { alive: async () => false, call: async () => ({ kind: "none" }) } };
  expect(await deaths.alive(lane(0, [], flooded))).toBe(false);
  for (let round = 0; round < 2; round++) await deaths.look(lane(0, ["ping"], { flooded: true }));
  expect(deaths.verdict).toContain("3 connections in a row");
});

test("after the first less time is spent on the next", async () => {
  const deaths = createDeaths();
  await deaths.look(lane(5, [], { silent: true, patchy: true }));
  expect(deaths.wary(PATIENCE)).toEqual({ ...PATIENCE, silentAfter: { requests: 2, ms: 1_000 }, short: true });
});
