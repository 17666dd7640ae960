import { lexer } from "marked";
import { expect, test } from "vitest";
import type { Report, RequirementResult } from "../schemas/report.ts";
import { HOSTILE, hostileReport } from "../test/hostile-report.ts";
import { SAMPLE } from "../test/sample-report.ts";
import { diffReports } from "./diff.ts";
import { DIFF_FORMATS } from "./diff-formats.ts";

const [passed, failed, open] = SAMPLE.runs[0]!.requirements as [
  RequirementResult,
  RequirementResult,
  RequirementResult,
];
const warned = SAMPLE.runs[1]!.requirements[2]!;
const report = (results: readonly RequirementResult[]): Report => ({
  ...SAMPLE,
  runs: [
    {
      ...SAMPLE.runs[0]!,
      requirements: results.map((result, index) => ({ ...result, id: `x.${index}`, role: "server" })),
    },
  ],
});
const before = report([passed, failed, open, passed, warned, failed, passed]);
const after = report([failed, passed, failed, open, passed, failed]);
const diff = diffReports(before, after);

test("tells what got better, worse, newly judged or lost", () => {
  const ids = (key: "better" | "worse" | "newlyJudged" | "lost") => diff[key].map(({ requirement }) => requirement);
  expect([ids("worse"), ids("better"), ids("newlyJudged"), ids("lost"), diff.same]).toEqual([
    ["x.0"],
    ["x.1", "x.4"],
    ["x.2"],
    ["x.3", "x.6"],
    1,
  ]);
  expect(diff.worse[0]).toMatchObject({ before: "pass", after: "failure", why: expect.stringContaining("gone") });
  expect(diff.lost[1]).toMatchObject({ before: "pass", after: undefined });
});

test("for a terminal", () => {
  const text = DIFF_FORMATS.terminal!(diff, { color: false, verbose: false });
  expect(text.split("\n").slice(0, 4)).toEqual([
    "1 worse, 2 better, 1 newly judged, 2 lost",
    "",
    "Worse (1)",
    "  ✗ x.0  pass -> failure",
  ]);
  expect(DIFF_FORMATS.terminal!(diffReports(before, before), { color: false, verbose: false })).toBe(
    "nothing changed in 7 verdicts\n",
  );
});

test.each(HOSTILE)("holds %j", (text) => {
  const changed = diffReports(SAMPLE, hostileReport(text));
  const options = { color: false, verbose: true };
  expect(JSON.parse(DIFF_FORMATS.json!(changed, options))).toMatchObject({ same: expect.any(Number) });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
  expect(DIFF_FORMATS.terminal!(changed, options)).not.toMatch(controls);
  const markdown = DIFF_FORMATS.markdown!(changed, options);
  expect(markdown).not.toMatch(controls);
  expect(JSON.stringify(lexer(markdown))).not.toMatch(/"type":"(link|image|code|table|del)"/);
});
