import type { Report } from "../../schemas/report.ts";
import { type Kind, kindOf } from "../verdict.ts";
import { type Html, html } from "./escape.ts";
import { totals } from "./headline.ts";
import { MARKS, type Row, WORDS } from "./rows.ts";

const LEVELS = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"] as const;
/** What is worth reading first. */
const SHOWN: ReadonlySet<Kind> = new Set(["failure", "error", "warning", "expected", "inconclusive"]);

/** What narrows the list; inert, and out of sight, where scripts do not run. */
export function filters(report: Report, rows: readonly Row[]): Html {
  const areas = [...new Set(rows.map((row) => row.result.area))].sort();
  const levels = LEVELS.filter((level) => rows.some((row) => row.result.level === level));
  // Also a kind that only shows once the runs are narrowed.
  const occurring = new Set(
    rows.flatMap(({ results }) => results.flatMap((result) => (result ? [kindOf(result)] : []))),
  );
  const known = (field: "revision" | "transport") => [...new Set(report.runs.map((run) => run[field]))];
  return html`<form class="filters" data-ui="filters" role="search" aria-label="Filter the requirements" hidden>
<label class="search"><span class="away">Text</span><input type="search" name="q" placeholder="Search ids, words, reasons, what was sent and seen   ( / )" autocomplete="off" spellcheck="false"></label>
<fieldset><legend class="away">Verdict</legend>${totals(rows)
    .filter(({ kind }) => occurring.has(kind))
    .map(
      ({ kind, count }) =>
        html`<label class="pill k-${kind}"><input type="checkbox" name="verdict" value="${kind}"${SHOWN.has(kind) && html` checked`}><span>${MARKS[kind]} ${WORDS[kind][1]} <b data-count="${kind}">${count}</b></span></label>`,
    )}</fieldset>
<fieldset><legend class="away">Level</legend>${levels.map(
    (level) =>
      html`<label class="pill"><input type="checkbox" name="level" value="${level}" checked><span>${level}</span></label>`,
  )}</fieldset>
<div class="choices">${choice("area", "areas", areas)}${choice("revision", "revisions", known("revision"))}${choice("transport", "transports", known("transport"))}<button type="reset">Reset</button></div>
<p class="shown" role="status" data-ui="shown"></p>
</form>`;
}

function choice(name: string, several: string, values: readonly string[]): Html {
  return html`<label><span class="away">${name}</span><select name="${name}"><option value="">all ${several}</option>${values.map(
    (value) => html`<option value="${value}">${value}</option>`,
  )}</select></label>`;
}
