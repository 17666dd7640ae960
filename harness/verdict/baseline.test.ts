import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../suites/requirements/load.ts";
import { SAMPLE } from "../../test/sample-report.ts";
import { exitStatus } from "../exit.ts";
import { parseBaseline, readBaseline } from "./baseline.ts";
import { gated } from "./gate.ts";
import { updatedBaseline } from "./update-baseline.ts";

const KNOWN = ["tools.unknown-tool", "tools.input-schema-type", "jsonrpc.id-echo", "tools.call-a", "tools.call-b"];
const real = loadCatalogue();
/** The sample's requirements are made up. */
const catalogue = {
  ...real,
  requirements: KNOWN.map((id) => ({ ...real.requirements[0]!, id })),
  byId: (id: string) => (KNOWN.includes(id) ? real.requirements[0] : undefined),
};

const baseline = (text: string) => parseBaseline("baseline.yaml", text);
const gate = (text: string, options: { failOn?: "must" | "should"; partial?: boolean } = {}) =>
  gated(SAMPLE, { failOn: "must", partial: false, catalogue, baseline: baseline(text), ...options });
const EXPECTED = "- requirement: tools.unknown-tool\n  reason: upstream issue 12\n";

describe("a baseline", () => {
  test.each([
    ["no YAML", "- a: [", /^--baseline baseline.yaml: expected YAML/],
    ["no list", "requirement: x", /expected a list of entries/],
    ["no reason", "- requirement: tools.x", /^--baseline baseline.yaml:1: tools.x: expected a reason/],
    ["an empty reason", "- requirement: tools.x\n  reason: ' '", /reason: expected text/],
    ["an unknown key", "# a\n\n- requirment: x", /yaml:3: .*got "requirment"; did you mean requirement\?/],
    ["an unknown revision", "- {requirement: x, reason: y, revision: 2025-06-19}", /did you mean 2025-06-18\?/],
    ["the same twice", `${EXPECTED}${EXPECTED}`, /yaml:3: tools.unknown-tool stands there twice/],
  ])("with %s is refused in one sentence", (_, text, message) => {
    expect(() => baseline(text)).toThrow(message);
  });

  test("that is not there is refused, unless it is to be written", () => {
    expect(() => readBaseline("/no/such.yaml")).toThrow("--baseline /no/such.yaml: there is no such file");
    expect(readBaseline("/no/such.yaml", { mayBeAbsent: true }).entries).toEqual([]);
  });
});

describe("a gated report", () => {
  test("fails without a baseline, and passes where all that fails is expected", () => {
    expect(exitStatus(gated(SAMPLE, { failOn: "must", partial: false, catalogue }))).toBe(1);
    const report = gate(EXPECTED);
    expect([exitStatus(report), report.gate?.passed, report.conforms]).toEqual([0, true, false]);
    expect(report.runs[0]?.requirements[1]).toMatchObject({ expected: { reason: "upstream issue 12" } });
  });

  test("an entry speaks of its revision and transport only", () => {
    const report = gate(EXPECTED.replace("  reason", "  revision: 2025-06-18\n  reason"));
    expect([exitStatus(report), report.runs.map((run) => run.requirements[1]?.expected !== undefined)]).toEqual([
      1,
      [true, false],
    ]);
  });

  test("an expected failure that passes, and an unknown requirement, fail the run; what was not looked at does not", () => {
    const passes = gate(`${EXPECTED}- requirement: jsonrpc.id-echo\n  reason: was broken\n`);
    expect([exitStatus(passes), passes.gate?.stale]).toEqual([
      1,
      [{ requirement: "jsonrpc.id-echo", reason: "was broken", problem: "passes" }],
    ]);
    const unknown = gate(`${EXPECTED}- requirement: tools.unknown-tol\n  reason: x\n`);
    expect([exitStatus(unknown), unknown.gate?.stale]).toMatchObject([
      1,
      [{ problem: "unknown", nearest: "tools.unknown-tool" }],
    ]);
    const unseen = gate(`${EXPECTED}- requirement: tools.call-a\n  reason: x\n`);
    expect([exitStatus(unseen), unseen.notes]).toEqual([
      0,
      expect.arrayContaining(["baseline.yaml: 1 entry not looked at in this run: tools.call-a"]),
    ]);
    const partial = gate(`${EXPECTED}- requirement: jsonrpc.id-echo\n  reason: was broken\n`, { partial: true });
    expect(exitStatus(partial)).toBe(0);
  });

  test("warnings fail the run where they are asked to", () => {
    expect(exitStatus(gate(EXPECTED, { failOn: "should" }))).toBe(1);
    const both = `${EXPECTED}- requirement: tools.input-schema-type\n  reason: x\n`;
    expect(exitStatus(gate(both, { failOn: "should" }))).toBe(0);
  });
});

describe("an updated baseline", () => {
  const update = (text: string, options: { failOn?: "must" | "should"; reason?: string; partial?: boolean } = {}) =>
    updatedBaseline(SAMPLE, { failOn: "must", partial: false, catalogue, baseline: baseline(text), ...options });

  test("makes the run pass, with reasons and comments kept, and tells which are not triaged", () => {
    const fresh = update("", { failOn: "should" });
    expect(fresh.entries).toEqual([
      { requirement: "tools.unknown-tool", reason: "not yet triaged" },
      { requirement: "tools.input-schema-type", reason: "not yet triaged" },
    ]);
    const report = gate(fresh.text, { failOn: "should" });
    expect([exitStatus(report), report.notes.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^baseline.yaml: 2 entries not yet triaged; write a reason for each: tools.unknown-tool/),
    ]);

    const kept = `# ours\n- requirement: tools.unknown-tool\n  revision: 2025-06-18\n  # see the tracker\n  reason: "issue: 12"\n- requirement: jsonrpc.id-echo\n  reason: fixed\n- requirement: nope\n  reason: x\n- requirement: tools.call-a\n  reason: y\n`;
    const updated = update(kept, { reason: "new" });
    expect(updated.text).toBe(
      `# ours\n- requirement: tools.unknown-tool\n  revision: 2025-06-18\n  # see the tracker\n  reason: "issue: 12"\n- requirement: tools.call-a\n  reason: y\n- requirement: tools.unknown-tool\n  revision: 2025-11-25\n  transport: stdio\n  reason: new\n`,
    );
    expect(exitStatus(gate(updated.text))).toBe(0);
  });
});
