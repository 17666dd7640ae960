import { expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { assayTarget, failures } from "../support/assay.ts";
import { triaged } from "../support/triaged.ts";
import { TARGETS } from "./targets.ts";

const known = triaged();

/** With MCP_ASSAY_TABLE set, a line a target: wall time, starts, and pass/failure/warning/inconclusive of each run. */
function row(name: string, { ms, target, runs }: Report): string {
  const totals = runs.map(
    ({ revision, totals: { pass, fail, warning, inconclusive } }) =>
      `${revision} ${pass}/${fail}/${warning}/${inconclusive}`,
  );
  return `| ${name} | ${(ms / 1000).toFixed(1)} s | ${target.starts} | ${totals.join(", ")} |\n`;
}

test.concurrent.each(TARGETS)(
  "$name: concludes in every revision that it speaks, and every failure is triaged",
  { timeout: 120_000 },
  async (target) => {
    const report = await assayTarget(target);
    if (process.env.MCP_ASSAY_TABLE !== undefined) process.stdout.write(row(target.name, report));
    const of = known.get(target.name) ?? new Set();
    const untriaged = [...failures(report)].filter(([id]) => !of.has(id));
    expect(untriaged).toEqual([]);
    expect(report.target.revisions).toEqual(target.revisions);
    expect(
      report.runs.flatMap((run) =>
        run.requirements
          .filter((result) => result.verdict === "error")
          .map((result) => `${result.id}: ${result.reason}`),
      ),
    ).toEqual([]);
    expect(report.runs.filter((run) => !run.concluded).map((run) => `${run.revision}: ${run.why}`)).toEqual([]);
  },
);
