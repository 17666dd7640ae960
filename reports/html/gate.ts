import type { Gate, Report, StaleEntry } from "../../schemas/report.ts";
import { plural, staleText } from "../verdict.ts";
import { visible } from "../visible.ts";
import { type Html, html } from "./escape.ts";

/** Entries that are shown without being asked for. */
const SHOWN = 8;

/** Whether the run passes by what was asked of it, where that is more than conformance. */
export function gateLine({ gate }: Report): Html {
  if (gate === undefined || (gate.baseline === undefined && gate.failOn === "must")) return html``;
  return html`<p class="gate">The run <b class="k-${gate.passed ? "pass" : "failure"}">${gate.passed ? "passes" : "fails"}</b>. ${asked(gate)}</p>`;
}

function asked({ failOn, baseline }: Gate): Html {
  const what = failOn === "should" ? "any failure or warning (--fail-on should)" : "any failure";
  return html`It fails on ${what}${
    baseline !== undefined &&
    html` that the baseline <code>${baseline}</code> does not expect, and on an entry there that no longer holds`
  }.`;
}

/** Entries of the baseline that fail the run, and what to do about them. */
export function staleEntries({ gate, target }: Report): Html {
  if (gate === undefined || gate.stale.length === 0) return html``;
  const rest = gate.stale.slice(SHOWN);
  return html`<section class="stale" aria-label="Outdated entries of the baseline">
<p><b>${plural(gate.stale.length, "outdated entry", "outdated entries")}</b> of the baseline${gate.baseline !== undefined && html` <code>${gate.baseline}</code>`}</p>
<ul>${gate.stale.slice(0, SHOWN).map(item)}</ul>
${rest.length > 0 && html`<details class="more"><summary>and ${rest.length} more</summary><ul>${rest.map(item)}</ul></details>`}
<p>Put them right in the file, or let <code>mcp-assay ${target.role}</code> do it with <code>--update-baseline</code>: it takes them out, and takes in what fails now.</p>
</section>`;
}

function item(entry: StaleEntry): Html {
  const text = staleText(entry);
  return html`<li>${
    entry.problem === "passes"
      ? html`<a href="${`#${encodeURIComponent(visible(entry.requirement))}`}">${text}</a>`
      : text
  } <span class="why">(its reason: ${entry.reason})</span></li>`;
}
