import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { judgeTrace } from "../harness/judge-trace.ts";
import type { RequirementResult } from "../schemas/report.ts";
import { assayTarget } from "./support/assay.ts";
import { TARGETS } from "./targets/targets.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-assay-traces-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Findings of monitors, which name themselves by requirement; those of scenarios need the scenario. */
function passive(results: readonly RequirementResult[]): readonly string[] {
  return results.flatMap((result) =>
    result.findings
      .filter((finding) => !finding.judge.includes(": "))
      .map((finding) => `${result.id} ${finding.severity}`),
  );
}

test("recordings get the passive verdicts that the run gave", { timeout: 120_000 }, async () => {
  const target = TARGETS.find(({ name }) => name === "everything-stdio")!;
  const report = await assayTarget(target, { traceDir: folder, revisions: ["2024-11-05"] });
  const live = report.runs[0]!;
  const traces = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  expect(traces.length).toBeGreaterThan(0);
  const judged = (await Promise.all(traces.map((name) => judgeTrace(join(folder, name))))).map((one) => one.runs[0]!);

  expect(new Set(judged.flatMap((run) => passive(run.requirements)))).toEqual(new Set(passive(live.requirements)));
  const passed = new Set(
    judged.flatMap((run) => run.requirements.filter(({ verdict }) => verdict === "pass").map(({ id }) => id)),
  );
  const missing = live.requirements.filter(
    ({ id, verdict, judges }) =>
      verdict === "pass" &&
      judges.of === 1 &&
      !passed.has(id) &&
      judged.some((run) => run.requirements.some((result) => result.id === id && result.judges.of === 1)),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});
