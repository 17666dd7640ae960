import type { Report } from "../schemas/report.ts";
import { countOf, headlineOf, kindOf, plural } from "./verdict.ts";

const COLORS = { good: "brightgreen", known: "yellow", bad: "red", open: "lightgrey" } as const;

/** What shields.io's endpoint badge reads. No word of it comes from the target. */
export function renderBadge(report: Report): string {
  const { tone } = headlineOf(report);
  const failures = countOf(report, (result) => kindOf(result) === "failure");
  const expected = countOf(report, (result) => kindOf(result) === "expected");
  const message = {
    good: "conforms",
    known: plural(expected, "expected failure"),
    bad: failures > 0 ? plural(failures, "failure") : "fails",
    open: "nothing concluded",
  }[tone];
  const badge = {
    schemaVersion: 1,
    label: `MCP ${report.target.role}`,
    message,
    color: COLORS[tone],
    ...(tone === "open" ? { isError: true } : {}),
  };
  return `${JSON.stringify(badge)}\n`;
}
