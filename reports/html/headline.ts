import type { Report, Run } from "../../schemas/report.ts";
import { runNames } from "../group.ts";
import { visible } from "../visible.ts";
import { type Html, html, lines } from "./escape.ts";
import { counted, KINDS, type Row, WORDS } from "./rows.ts";

const COLUMNS = ["pass", "fail", "warning", "inconclusive", "not-applicable", "error"] as const;

/** Failures that the head of the page names. */
const NAMED = 8;

/** The verdict, what it rests on, and what the reader should know beside it. */
export function headline(report: Report, rows: readonly Row[]): Html {
  const { target } = report;
  const { tone, title, why } = verdictOf(report, rows);
  const name = [target.name ?? `unnamed ${target.role}`, target.version].filter((part) => part !== undefined).join(" ");
  const capabilities = JSON.stringify(target.capabilities, null, 2);
  return html`<header class="verdict ${tone}">
<p class="what">mcp-assay: conformance of a ${target.role}</p>
<h1>${title}</h1>
<p class="target"><b>${name}</b>${target.url !== undefined && html` <code>${target.url}</code>`}${
    target.command !== undefined && html` <code>${target.command.join(" ")}</code>`
  }</p>
${broken(rows)}
<p>${why}</p>
<p class="basis">${basis(report, rows)}</p>
${report.runs.length > 0 && runTable(report.runs)}
${report.notes.map((note) => html`<pre class="note">${lines(note)}</pre>`)}
${capabilities !== "{}" && html`<details class="more"><summary>Capabilities that it declares</summary><pre>${lines(capabilities)}</pre></details>`}
</header>`;
}

/** The failures by name, each leading to its evidence. */
function broken(rows: readonly Row[]): Html {
  const failed = rows.filter((row) => row.worst === "fail");
  if (failed.length === 0) return html``;
  const rest = failed.length - NAMED;
  return html`<ul class="first">${failed
    .slice(0, NAMED)
    .map(
      ({ result }) =>
        html`<li><a href="${`#${encodeURIComponent(visible(result.id))}`}">${result.statement}</a> <code>${result.id}</code></li>`,
    )}${rest > 0 && html`<li>and ${rest} more below</li>`}</ul>`;
}

function verdictOf(report: Report, rows: readonly Row[]) {
  const count = (kind: Row["worst"]) => rows.filter((row) => row.worst === kind).length;
  const failed = count("fail");
  const failures = counted(failed, WORDS.fail);
  const rest = (["warning", "inconclusive", "error"] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => counted(count(kind), WORDS[kind]))
    .join(", ");
  const beside = rest === "" ? "" : `Beside that: ${rest}.`;
  if (report.runs.length === 0)
    return { tone: "open", title: "Nothing concluded", why: `The ${report.target.role} answered in no revision.` };
  if (!report.concluded)
    return {
      tone: "open",
      title: `Nothing concluded${failed > 0 ? `, ${failures}` : ""}`,
      why: `No run judged enough to tell. ${beside}`,
    };
  if (report.conforms)
    return { tone: "good", title: "Conforms", why: `No requirement that must hold is broken. ${beside}` };
  return failed > 0
    ? { tone: "bad", title: `Does not conform: ${failures}`, why: beside }
    : { tone: "bad", title: "Does not conform: not every run concluded", why: beside };
}

function basis({ runs, target, ms, assay }: Report, rows: readonly Row[]): string {
  const judged = rows.filter((row) =>
    row.results.some((result) => result?.verdict === "pass" || result?.verdict === "fail"),
  );
  return [
    runs.length === 0
      ? "Nothing was judged"
      : `Rests on ${counted(judged.length, ["requirement", "requirements"])} judged in ${counted(runs.length, ["run", "runs"])} (${runNames(runs)})`,
    seconds(ms),
    ...(target.command === undefined ? [] : [counted(target.starts, ["start", "starts"])]),
    `seed ${assay.seed}`,
    `mcp-assay ${assay.version}`,
    `catalogue ${assay.catalogue.slice(0, 19)}`,
  ].join(" · ");
}

function runTable(runs: readonly Run[]): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Runs"><table class="runs">
<thead><tr><th scope="col">Revision</th><th scope="col">Transport</th><th scope="col">Outcome</th>${COLUMNS.map(
    (column) => html`<th scope="col" class="number">${column === "fail" ? "failures" : column.replace("-", " ")}</th>`,
  )}<th scope="col" class="number">time</th></tr></thead>
<tbody>${runs.map(
    (run) =>
      html`<tr><th scope="row">${run.revision}</th><td>${run.transport}</td><td>${outcome(run)}</td>${COLUMNS.map(
        (column) =>
          html`<td class="number ${run.totals[column] > 0 ? `k-${column}` : "none"}">${run.totals[column]}</td>`,
      )}<td class="number">${seconds(run.ms)}</td></tr>`,
  )}</tbody></table></div>`;
}

function outcome(run: Run): Html {
  if (run.concluded)
    return run.conforms
      ? html`<span class="tag k-pass">conforms</span>`
      : html`<span class="tag k-fail">does not conform</span>`;
  return html`<span class="tag k-warning">did not conclude</span>${run.why !== undefined && html` <span class="why">${run.why}</span>`}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** How many of each kind there are, for the filters. */
export function totals(rows: readonly Row[]) {
  return KINDS.map((kind) => ({ kind, count: rows.filter((row) => row.worst === kind).length }));
}
