import { h } from "./dom.js";
import { evidence, findingsOf, runName } from "./evidence.js";

export const WORDS = {
  failure: "failure",
  error: "error of mcp-assay",
  warning: "warning",
  expected: "expected failure",
  inconclusive: "inconclusive",
  pass: "passed",
  "not-applicable": "not applicable",
};

/** A block of the page's data; undefined where there is none, or not yet. */
export function dataOf(row, kind) {
  const source = document.querySelector(`script[data-${kind}="${Number(row)}"]`);
  return source === null ? undefined : JSON.parse(source.textContent);
}

/** Draws what is behind a requirement's line, once. */
export function fill(row, page) {
  const body = row.querySelector(":scope > .body");
  if (body.childElementCount > 0) return;
  const number = row.dataset.row;
  const data = dataOf(number, "result");
  if (data === undefined) return;
  let excerpts;
  const lazily = () => {
    excerpts ??= dataOf(number, "excerpts") ?? [];
    return excerpts;
  };
  body.append(
    about(row, data),
    outcomes(data.results, page),
    ...findingsOf(data.results).map((found) => evidence(found, lazily, page)),
  );
}

function about(row, { basis, core, sources }) {
  const links = new Map();
  for (const { source, href, revision } of sources) {
    const of = links.get(source) ?? new Map();
    links.set(source, of.set(href, revision));
  }
  return h(
    "p",
    { class: "about" },
    `${row.dataset.level}${basis === "implied" ? ", implied by the text" : ""}${core ? ", part of the core" : ""}. Specification: `,
    [...links].map(([source, of], index) => [
      index > 0 && "; ",
      h("code", {}, source),
      [...of].map(([href, revision]) => [" ", h("a", { href }, revision)]),
    ]),
    " · ",
    h("a", { href: `#${encodeURIComponent(row.id)}` }, "link to this requirement"),
  );
}

/** How it fared, runs with the same outcome together. */
function outcomes(results, page) {
  const found = new Map();
  results.forEach((result, run) => {
    if (result === null || result === undefined) return;
    const { kind, reason, expected, judges, facets } = result;
    const key = JSON.stringify([kind, reason, expected, judges, facets]);
    const known = found.get(key) ?? { result, runs: [] };
    known.runs.push(runName(page.runs[run]));
    found.set(key, known);
  });
  return h(
    "table",
    { class: "outcomes" },
    h(
      "tbody",
      {},
      [...found.values()].map(({ result: { kind, reason, expected, judges, facets }, runs }) =>
        h(
          "tr",
          {},
          h("td", {}, h("span", { class: `tag k-${kind}` }, WORDS[kind] ?? kind)),
          h("td", {}, runs.join(", ")),
          h(
            "td",
            {},
            reason,
            expected !== undefined && `The baseline expects it: ${expected}`,
            h(
              "span",
              { class: "judges" },
              `${judges.concluded} of ${judges.of} checks concluded`,
              facets !== undefined && `, ${facets.passed} of ${facets.of} kinds passed`,
            ),
          ),
        ),
      ),
    ),
  );
}
