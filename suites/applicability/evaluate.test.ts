import { expect, test } from "vitest";
import { applies } from "./evaluate.ts";
import type { Facts } from "./facts.ts";

const FACTS: Facts = {
  role: "server",
  revision: "2026-07-28",
  era: "modern",
  transport: "http",
  serverCapabilities: { tools: { listChanged: true }, resources: {}, prompts: { listChanged: false } },
  clientCapabilities: { elicitation: {} },
  sessionIssued: false,
  getStream: undefined,
  eventIds: false,
  revisionsSupported: ["2025-11-25", "2026-07-28"],
  uses: new Set(["listen"]),
};

test("declared capabilities apply, undeclared ones do not, unknown ones cannot be told", () => {
  expect(applies("server.tools.listChanged", FACTS)).toBe(true);
  expect(applies("server.prompts.listChanged", FACTS)).toBe(false);
  expect(applies("server.logging", FACTS)).toBe(false);
  expect(applies("server.logging", { ...FACTS, serverCapabilities: undefined })).toBeUndefined();
});

test("elicitation: {} declares the form mode", () => {
  expect(applies("client.elicitation.form", FACTS)).toBe(true);
  expect(applies("client.elicitation.url", FACTS)).toBe(false);
  expect(applies("client.elicitation.form", { ...FACTS, clientCapabilities: { elicitation: { url: {} } } })).toBe(
    false,
  );
});

test("eras come from the revisions found", () => {
  expect(applies("server.dual-era", FACTS)).toBe(true);
  expect(applies("server.modern-only", { ...FACTS, revisionsSupported: ["2026-07-28"] })).toBe(true);
  expect(applies("server.modern-only", { ...FACTS, revisionsSupported: [] })).toBeUndefined();
});

test("what was not provoked cannot be told; what listings would show is absent", () => {
  expect(applies("uses.listen", FACTS)).toBe(true);
  expect(applies("uses.progress", FACTS)).toBeUndefined();
  expect(applies("uses.icons", FACTS)).toBe(false);
});

test("all, any and not have three values", () => {
  const [yes, no, unknown] = ["server.tools", "server.logging", "uses.progress"] as const;
  expect(applies({ all: [yes, unknown] }, FACTS)).toBeUndefined();
  expect(applies({ all: [no, unknown] }, FACTS)).toBe(false);
  expect(applies({ any: [yes, unknown] }, FACTS)).toBe(true);
  expect(applies({ any: [no, unknown] }, FACTS)).toBeUndefined();
  expect(applies({ not: unknown }, FACTS)).toBeUndefined();
  expect(applies({ not: no }, FACTS)).toBe(true);
});

test("an unmapped predicate is an error that says where to add it", () => {
  expect(() => applies("server.tolls", FACTS)).toThrow(/server\.tolls.*predicates\.ts/);
});
