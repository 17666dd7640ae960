import type { Report, Run } from "../../schemas/report.ts";
import type { Kind } from "../verdict.ts";
import { type Html, html } from "./escape.ts";
import { counted, countsOf, KINDS, MARKS, WORDS } from "./rows.ts";

/** Shares of failed requirements, of those judged, at which a cell's color grows stronger. */
const STEPS = [0.02, 0.1, 0.25];
const COUNTED: ReadonlySet<Kind> = new Set(["failure", "error", "warning", "expected"]);

/** Areas by transport and revision: what fails where, and how much was judged. Each cell filters the list below. */
export function heatMap(report: Report): Html {
  const transports = [...new Set(report.runs.map((run) => run.transport))];
  const runs = transports.flatMap((transport) => report.runs.filter((run) => run.transport === transport));
  const kinds: readonly Kind[] = report.runs.some((run) => countsOf(run.requirements).expected > 0)
    ? ["failure", "warning", "expected", "pass", "inconclusive"]
    : ["failure", "warning", "pass", "inconclusive"];
  const areas = [...new Set(report.runs.flatMap((run) => run.requirements.map((result) => result.area)))].sort();
  if (areas.length === 0) return html``;
  return html`<section aria-labelledby="heat-title" class="heat">
<h2 id="heat-title">Areas by revision and transport</h2>
<div class="wide" tabindex="0" role="region" aria-label="Areas by revision and transport">
<table>
<thead>
<tr><td></td>${transports.map(
    (transport) =>
      html`<th scope="colgroup" colspan="${runs.filter((run) => run.transport === transport).length}">${transport}</th>`,
  )}</tr>
<tr><th scope="col">Area</th>${runs.map((run) => html`<th scope="col">${run.revision}</th>`)}</tr>
</thead>
<tbody>
${areas.map(
  (
    area,
  ) => html`<tr><th scope="row"><a href="${`#?${new URLSearchParams({ area })}`}">${area}</a></th>${runs.map((run) => cell(run, area))}</tr>
`,
)}</tbody>
</table>
</div>
<p class="legend">A cell tells the worst of its area, and how many of the requirements that could be judged passed: ${kinds.map((kind) => html`<span class="cell k-${kind}">${MARKS[kind]}</span> ${WORDS[kind][1]} `)}</p>
</section>`;
}

function cell(run: Run, area: string): Html {
  const counts = countsOf(run.requirements.filter((result) => result.area === area));
  const worst = KINDS.find((kind) => counts[kind] > 0);
  if (worst === undefined) return html`<td></td>`;
  const judged = counts.pass + counts.warning + counts.expected + counts.failure;
  const of = judged + counts.inconclusive + counts.error;
  const strength = STEPS.filter((step) => counts.failure / Math.max(1, judged) > step).length + 1;
  const told = KINDS.filter((kind) => counts[kind] > 0).map((kind) => counted(counts[kind], WORDS[kind]));
  // What was only in part judged has passed as far as it goes.
  const shown: Kind = worst === "inconclusive" && counts.pass > 0 ? "pass" : worst;
  const count = COUNTED.has(shown) ? counts[shown] : "";
  const link = new URLSearchParams({
    area,
    revision: run.revision,
    transport: run.transport,
    verdict: KINDS.join(),
  });
  return html`<td><a class="cell k-${shown} s${strength}" href="${`#?${link}`}" aria-label="${`${area}, ${run.revision} over ${run.transport}: ${told.join(", ")}`}" title="${told.join(", ")}"><b>${count} ${MARKS[shown]}</b> ${of === 0 ? "" : html`<small>${counts.pass}/${of}</small>`}</a></td>`;
}
