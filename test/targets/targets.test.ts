import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { assayTarget, failures } from "../support/assay.ts";
import { TARGETS } from "./targets.ts";

/** docs/findings.md: a section for each target, `## name`, with a line for each triaged requirement, its id in backticks. */
function triaged(): ReadonlyMap<string, ReadonlySet<string>> {
  const sections = readFileSync(new URL("../../docs/findings.md", import.meta.url), "utf8")
    .split(/^## /m)
    .slice(1);
  return new Map(
    sections.map((section) => [
      /^\S+/.exec(section)![0],
      new Set([...section.matchAll(/^- `([a-z-]+\.[a-z0-9-]+)`/gm)].map((match) => match[1]!)),
    ]),
  );
}

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
