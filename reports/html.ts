import type { Report } from "../schemas/report.ts";
import { pageAssets } from "./html/assets.ts";
import { dataBlock, element, html } from "./html/escape.ts";
import { filters } from "./html/filters.ts";
import { headline } from "./html/headline.ts";
import { heatMap } from "./html/heat.ts";
import { requirementData, requirementList } from "./html/list.ts";
import { rowsOf } from "./html/rows.ts";
import { visible } from "./visible.ts";

/** The report as one page to read: it needs no network, and whatever a target sent is text in it. */
export function renderHtml(report: Report): string {
  const rows = rowsOf(report);
  const { style, script, policy } = pageAssets();
  const name = report.target.name ?? report.target.url ?? report.target.command?.join(" ") ?? report.target.role;
  const runs = report.runs.map((run) => ({ revision: visible(run.revision), transport: visible(run.transport) }));
  // The script comes before the data that it reads on demand, so that the page is usable before all of it is there.
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${name}: mcp-assay</title>
${element("style", style)}
</head>
<body data-role="${report.target.role}" data-name="${name}">
<a class="skip" href="#requirements">To the requirements</a>
<main>
${headline(report, rows)}
${heatMap(report)}
<h2 id="requirements" tabindex="-1" class="away">Requirements</h2>
${filters(report, rows)}
<noscript><p class="note">Scripts are off: the lines below do not open, and nothing can be filtered. The evidence is in the JSON report.</p></noscript>
${requirementList(rows)}
</main>
<footer>mcp-assay ${report.assay.version}<span class="keys"> · <kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next and previous · <kbd>Enter</kbd> open · <kbd>o</kbd> open all shown</span> <button type="button" data-ui="theme" hidden>dark or light</button></footer>
${dataBlock("runs", 0, runs)}${element("script", script)}
${requirementData(report, rows)}</body>
</html>
`}`;
}
