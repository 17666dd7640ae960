import type { Report } from "../schemas/report.ts";

/** The canonical report as it is, indented. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
