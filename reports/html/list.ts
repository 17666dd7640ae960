import type { Report, RequirementResult } from "../../schemas/report.ts";
import { sourceLink } from "../source.ts";
import { type Kind, kindOf } from "../verdict.ts";
import { dataBlock, type Html, html } from "./escape.ts";
import { counted, KINDS, LETTERS, MARKS, type Row, WORDS } from "./rows.ts";

const TITLES: Readonly<Record<Kind, string>> = {
  failure: "Failures",
  error: "Errors of mcp-assay itself (please report them)",
  warning: "Warnings",
  expected: "Expected by the baseline",
  inconclusive: "Inconclusive",
  pass: "Passed",
  "not-applicable": "Not applicable",
};

/** One section for each kind of verdict, one line for each requirement; what is behind a line is drawn when it is opened. */
export function requirementList(rows: readonly Row[]): Html {
  const numbered = rows.map((row, index) => ({ row, index }));
  return html`<div class="list" data-ui="list">${KINDS.map((kind) => {
    const own = numbered.filter(({ row }) => row.worst === kind);
    return html`<section data-kind="${kind}"${own.length === 0 && html` hidden`}>
<h2>${TITLES[kind]} <span class="count">${own.length}</span></h2>
${kind === "inconclusive" && reasons(own.map(({ row }) => row))}
<div class="rows">${own.map(({ row, index }) => line(row, index))}</div>
</section>
`;
  })}</div>`;
}

/** What the page's script draws the lines' insides from, in blocks of their own: read one by one, when they are needed. */
export function requirementData(report: Report, rows: readonly Row[]): Html {
  return html`${rows.map((row, index) => {
    const excerpts: unknown[] = [];
    const results = row.results.map((result) => result && told(result, excerpts));
    const sources = new Map<string, { revision: string; source: string; href: string }>();
    report.runs.forEach(({ revision }, at) => {
      const source = row.results[at]?.source;
      if (source !== undefined)
        sources.set(`${revision} ${source}`, { revision, source, href: sourceLink(revision, source) });
    });
    return html`${dataBlock("result", index, { basis: row.result.basis, core: row.result.core, sources: [...sources.values()], results })}${
      excerpts.length > 0 && dataBlock("excerpts", index, excerpts)
    }`;
  })}`;
}

/** What differs from run to run; excerpts are moved out, since they are large and only needed where a finding is looked at. */
function told(result: RequirementResult, excerpts: unknown[]) {
  const { judges, facets, reason, expected, findings } = result;
  return {
    kind: kindOf(result),
    judges,
    facets,
    reason,
    expected: expected?.reason,
    findings: findings.map(({ excerpt, ...finding }) =>
      excerpt === undefined ? finding : { ...finding, excerpt: excerpts.push(excerpt) - 1 },
    ),
  };
}

function line(row: Row, index: number): Html {
  const { result, results, worst } = row;
  const among = results.filter((other) => other !== undefined);
  const times = among.filter((other) => kindOf(other) === worst).length;
  const letters = results.map((other) => (other === undefined ? "-" : LETTERS[kindOf(other)])).join("");
  const reason = reasonOf(result, worst)?.split("\n")[0];
  return html`<details class="row" id="${result.id}" data-row="${index}" data-level="${result.level}" data-area="${result.area}" data-kinds="${letters}"><summary><span class="mark k-${worst}" aria-hidden="true">${MARKS[worst]}</span><span class="line"><span class="statement">${result.statement}</span><span class="sub"><code>${result.id}</code> <span class="level">${result.level}</span> <span class="away">${`${WORDS[worst][0]} in ${times} of ${counted(among.length, ["run", "runs"])}`}</span>${
    reason !== undefined && html` <span class="reason">${reason}</span>`
  }</span></span><span class="chips" aria-hidden="true">${results.map(
    (other) => html`<i class="k-${other === undefined ? "none" : kindOf(other)}"></i>`,
  )}</span></summary><div class="body"></div></details>
`;
}

/** Why a line stands in its section, where that is no finding. */
function reasonOf(result: RequirementResult, worst: Kind): string | undefined {
  if (worst === "expected") return `expected: ${result.expected?.reason}`;
  return worst === "inconclusive" || worst === "error" ? result.reason : undefined;
}

/** Why requirements stayed open, the most frequent reason first. */
function reasons(rows: readonly Row[]): Html {
  const found = new Map<string, Set<string>>();
  for (const row of rows)
    for (const result of row.results) {
      if (result?.verdict !== "inconclusive") continue;
      const reason = result.reason ?? "no reason given";
      found.set(reason, (found.get(reason) ?? new Set()).add(result.id));
    }
  if (found.size === 0) return html``;
  const sorted = [...found].sort(([, a], [, b]) => b.size - a.size);
  return html`<details class="reasons"><summary>${counted(sorted.length, ["reason", "reasons"])}, the most frequent first</summary><ol>${sorted.map(
    ([reason, ids]) =>
      html`<li><a href="${`#?${new URLSearchParams({ verdict: "inconclusive", q: reason.slice(0, 200) })}`}"><b>${ids.size}</b> <span>${reason}</span></a></li>`,
  )}</ol></details>`;
}
