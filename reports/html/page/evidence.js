import { block, copyButton, h } from "./dom.js";
import { sequence } from "./sequence.js";

/** Findings that differ in nothing but ids and numbers are told once, with the runs in which they came up; what the baseline expects, apart. */
export function findingsOf(results) {
  const found = new Map();
  results.forEach((result, run) => {
    for (const finding of result?.findings ?? []) {
      const key = JSON.stringify([
        finding.judge,
        finding.facet,
        finding.severity,
        kind(finding.sent),
        kind(finding.seen),
        result.expected,
      ]);
      const known = found.get(key);
      if (known === undefined)
        found.set(key, { finding, expected: result.expected, runs: [run], count: finding.count });
      else {
        if (!known.runs.includes(run)) known.runs.push(run);
        known.count += finding.count;
      }
    }
  });
  return [...found.values()];
}

export function runName({ revision, transport }) {
  return `${revision} ${transport}`;
}

const kind = (text) => text?.replaceAll(/\d+/g, "0");

/** One finding with all that it rests on. */
export function evidence({ finding, expected, runs, count }, excerpts, page) {
  const what = finding.severity === "warning" ? "warning" : "failure";
  const fields = [];
  const field = (label, ...content) => fields.push(h("dt", {}, label), h("dd", {}, content));
  if (expected !== undefined) field("Expected, because", expected);
  if (finding.sent !== undefined) field("Sent", block(finding.sent));
  field(
    "Would have been accepted",
    finding.accepted.length === 1
      ? finding.accepted[0]
      : h(
          "ul",
          {},
          finding.accepted.map((answer) => h("li", {}, answer)),
        ),
  );
  field("Came", block(finding.seen));
  if (finding.note !== undefined) field("Note", finding.note);
  field("Found by", foundBy(finding));
  const steps = finding.excerpt === undefined ? undefined : excerpts()[finding.excerpt];
  return h(
    "article",
    { class: `finding ${expected === undefined ? what : "expected"}` },
    h(
      "h4",
      {},
      expected === undefined ? (what === "warning" ? "Warning" : "Failure") : `Expected ${what}`,
      finding.facet !== undefined && [", ", h("em", {}, finding.facet)],
      count > 1 && ` (${count} times)`,
      h("span", { class: "in" }, runs.map((run) => runName(page.runs[run])).join(", ")),
    ),
    h("dl", {}, fields),
    finding.reproduce !== undefined && [
      h("h5", {}, "See it again", copyButton(finding.reproduce)),
      block(finding.reproduce),
    ],
    steps !== undefined && [
      h("h5", {}, `The conversation around it${runs.length > 1 ? `, in ${runName(page.runs[runs[0]])}` : ""}`),
      sequence(steps, page),
    ],
  );
}

function foundBy({ judge, scenario, trace, events }) {
  const place = judge === scenario ? judge : `${judge}, listening to “${scenario}”`;
  const where = [
    ...(trace === undefined ? [] : [trace]),
    ...(events.length === 0 ? [] : [`${events.length === 1 ? "event" : "events"} ${events.join(", ")}`]),
  ];
  return [place, where.length > 0 && h("span", { class: "where" }, where.join(", "))];
}
