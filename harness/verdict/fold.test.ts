import { expect, test } from "vitest";
import type { Judgement } from "../../suites/kit/judgement.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import { fold, totalsOf } from "./fold.ts";

const must: Requirement = {
  id: "area.rule",
  area: "area",
  revisions: ["2026-07-28"],
  level: "MUST",
  role: "server",
  transport: "any",
  source: "page#heading",
  statement: "It holds.",
  observable: "Look.",
  stimulus: "scripted",
  applies_when: "always",
  when: "always",
  basis: "keyword",
};

const failed = (extra: object = {}): Judgement => ({
  requirement: "area.rule",
  judge: "area: a",
  scenario: "area: a",
  outcome: "fail",
  timed: false,
  evidence: { accepted: ["this"], seen: "that 1", events: [3] },
  ...extra,
});
const passed: Judgement = { requirement: "area.rule", judge: "area: b", scenario: "area: b", outcome: "pass" };
const open: Judgement = {
  requirement: "area.rule",
  judge: "area: b",
  scenario: "area: b",
  outcome: "inconclusive",
  reason: "no tool",
};

function verdict(
  judgements: readonly Judgement[],
  change: Partial<Requirement> = {},
  applies: boolean | undefined = true,
) {
  const [result] = fold(
    [{ ...must, ...change }],
    judgements.map((judgement) => ({ judgement, lane: "shared", trace: undefined })),
    {
      revision: "2026-07-28",
      sourceOf: () => "page#heading",
      judgesOf: () => new Set(["area: a", "area: b", "area: c"]),
      applies: () => applies,
      needs: new Map([["area: a", ["area.base"]]]),
    },
  );
  return result!;
}

test.each([
  ["a finding outweighs a pass", [failed(), passed], {}, "fail", "failure"],
  ["SHOULD weighs as a warning", [failed()], { level: "SHOULD" }, "fail", "warning"],
  ["an ambiguous text weighs as a warning", [failed()], { ambiguous: "two pages differ" }, "fail", "warning"],
  [
    "... unless the answer lies outside every reading",
    [failed({ outsideAllReadings: "neither page" })],
    { ambiguous: "two pages differ" },
    "fail",
    "failure",
  ],
  ["implied without schema or JSON-RPC behind it is a warning", [failed()], { basis: "implied" }, "fail", "warning"],
  ["implied by a schema type is a failure", [failed()], { basis: "implied", ground: "schema" }, "fail", "failure"],
  ["MAY yields no finding", [failed(), passed], { level: "MAY" }, "pass", undefined],
  ["one pass among inconclusive judges is a pass", [open, passed], {}, "pass", undefined],
  ["nothing but inconclusive stays so", [open], {}, "inconclusive", undefined],
] as const)("%s", (_, judgements, change, expected, severity) => {
  const result = verdict(judgements, change);
  expect([result.verdict, result.severity]).toEqual([expected, severity]);
});

test("no judgement: not applicable when its condition does not hold, else inconclusive", () => {
  expect(verdict([], {}, false).verdict).toBe("not-applicable");
  expect(verdict([], {}, true)).toMatchObject({ verdict: "inconclusive", reason: "not provoked in this run" });
});

test("a judge that broke is an error, even beside a pass", () => {
  const broke: Judgement = { requirement: "area.rule", judge: "m", scenario: "s", outcome: "error", reason: "broke" };
  expect(verdict([broke, passed]).verdict).toBe("error");
});

test("sightings that differ only in numbers and quoted text are one finding with a count", () => {
  const again = failed({ evidence: { accepted: ["this"], seen: "that 2", events: [9] } });
  expect(verdict([failed(), again]).findings).toMatchObject([{ count: 2, seen: "that 1", events: [3] }]);
});

test("a failure of what a scenario builds on blocks its findings", () => {
  const base: Judgement = { ...failed(), requirement: "area.base", judge: "area: base" };
  expect(verdict([base, failed()])).toMatchObject({ verdict: "inconclusive", reason: "blocked by area.base" });
});

test("counts judges that concluded, of those registered", () => {
  expect(verdict([passed, open]).judges).toEqual({ concluded: 1, of: 3 });
});

test("a note says nothing of the other transport", () => {
  const note = (transport: string) => {
    const ambiguous = "No status is given over HTTP. Two pages differ.";
    const [result] = fold([{ ...must, ambiguous }], [{ judgement: failed(), lane: "shared", trace: undefined }], {
      revision: "2026-07-28",
      transport,
      sourceOf: () => "page#heading",
      judgesOf: () => new Set(),
      applies: () => true,
      needs: new Map(),
    });
    return result?.findings[0]?.note;
  };
  expect(note("stdio")).toBe("the text is ambiguous: Two pages differ.");
  expect(note("http")).toBe("the text is ambiguous: No status is given over HTTP. Two pages differ.");
});

test("totals count warnings apart", () => {
  expect(totalsOf([verdict([failed()]), verdict([failed()], { level: "SHOULD" }), verdict([passed])])).toMatchObject({
    fail: 1,
    warning: 1,
    pass: 1,
  });
});
