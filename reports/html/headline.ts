import type { Report, Run } from "../../schemas/report.ts";
import { runNames } from "../group.ts";
import { failsRun, headlineOf, type Kind, kindOf } from "../verdict.ts";
import { visible } from "../visible.ts";
import { type Html, html, lines } from "./escape.ts";
import { gateLine, staleEntries } from "./gate.ts";
import { counted, countsOf, KINDS, MARKS, type Row, WORDS } from "./rows.ts";

const COLUMNS: readonly (readonly [kind: Kind, heading: string])[] = [
  ["pass", "pass"],
  ["failure", "failures"],
  ["warning", "warning"],
  ["expected", "expected"],
  ["inconclusive", "inconclusive"],
  ["not-applicable", "not applicable"],
  ["error", "error"],
];

/** Failures that the head of the page names. */
const NAMED = 8;

/** The verdict, what it rests on, and what the reader should know beside it. */
export function headline(report: Report, rows: readonly Row[]): Html {
  const { target } = report;
  const { tone, text } = headlineOf(report);
  const name = [target.name ?? `unnamed ${target.role}`, target.version].filter((part) => part !== undefined).join(" ");
  const capabilities = JSON.stringify(target.capabilities, null, 2);
  return html`<header class="verdict ${tone}">
<p class="what">mcp-assay: conformance of a ${target.role}</p>
<h1>${text}</h1>
<p class="target"><b>${name}</b>${target.url !== undefined && html` <code>${target.url}</code>`}${
    target.command !== undefined && html` <code>${target.command.join(" ")}</code>`
  }</p>
${staleEntries(report)}
${broken(report, rows)}
<p>${beside(report, rows)}</p>
${gateLine(report)}
<p class="basis">${basis(report, rows)}</p>
${report.runs.length > 0 && runTable(report.runs)}
${report.notes.map((note) => html`<pre class="note">${lines(note)}</pre>`)}
${capabilities !== "{}" && html`<details class="more"><summary>Capabilities that it declares</summary><pre>${lines(capabilities)}</pre></details>`}
</header>`;
}

/** What fails the run by name, each leading to its evidence. */
function broken(report: Report, rows: readonly Row[]): Html {
  const failed = rows.flatMap(({ results }) => {
    const failing = results.filter((result) => result !== undefined && failsRun(result, report));
    return failing.findLast((result) => result?.severity === "failure") ?? failing.at(-1) ?? [];
  });
  if (failed.length === 0) return html``;
  const rest = failed.length - NAMED;
  return html`<ul class="first">${failed
    .slice(0, NAMED)
    .map(
      (result) =>
        html`<li><span class="mark k-${kindOf(result)}" title="${WORDS[kindOf(result)][0]}">${MARKS[kindOf(result)]}</span> <a href="${`#${encodeURIComponent(visible(result.id))}`}">${result.statement}</a> <code>${result.id}</code></li>`,
    )}${rest > 0 && html`<li>and ${rest} more below</li>`}</ul>`;
}

/** What the headline leaves out. */
function beside(report: Report, rows: readonly Row[]): string {
  const kinds: readonly Kind[] =
    report.gate?.failOn === "should" ? ["inconclusive", "error"] : ["warning", "inconclusive", "error"];
  const rest = totals(rows)
    .filter(({ kind, count }) => kinds.includes(kind) && count > 0)
    .map(({ kind, count }) => counted(count, WORDS[kind]));
  return [
    ...(report.runs.length > 0 && !report.concluded ? ["No run judged enough to tell."] : []),
    ...(report.conforms ? ["No requirement that must hold is broken."] : []),
    ...(rest.length > 0 ? [`Beside that: ${rest.join(", ")}.`] : []),
  ].join(" ");
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
  const counts = new Map(runs.map((run) => [run, countsOf(run.requirements)]));
  const columns = COLUMNS.filter(([kind]) => kind !== "expected" || runs.some((run) => counts.get(run)!.expected > 0));
  return html`<div class="wide" tabindex="0" role="region" aria-label="Runs"><table class="runs">
<thead><tr><th scope="col">Revision</th><th scope="col">Transport</th><th scope="col">Outcome</th>${columns.map(
    ([, heading]) => html`<th scope="col" class="number">${heading}</th>`,
  )}<th scope="col" class="number">time</th></tr></thead>
<tbody>${runs.map(
    (run) =>
      html`<tr><th scope="row">${run.revision}</th><td>${run.transport}</td><td>${outcome(run, counts.get(run)!.failure)}</td>${columns.map(
        ([kind]) => {
          const count = counts.get(run)![kind];
          return html`<td class="number ${count > 0 ? `k-${kind}` : "none"}">${count}</td>`;
        },
      )}<td class="number">${seconds(run.ms)}</td></tr>`,
  )}</tbody></table></div>`;
}

function outcome(run: Run, failures: number): Html {
  if (run.concluded)
    return run.conforms
      ? html`<span class="tag k-pass">conforms</span>`
      : html`<span class="tag ${failures === 0 && run.totals.error === 0 ? "k-expected" : "k-failure"}">does not conform</span>`;
  return html`<span class="tag k-warning">did not conclude</span>${run.why !== undefined && html` <span class="why">${run.why}</span>`}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** How many of each kind there are, for the filters. */
export function totals(rows: readonly Row[]) {
  return KINDS.map((kind) => ({ kind, count: rows.filter((row) => row.worst === kind).length }));
}
