import type { Finding, RequirementResult, Run } from "../schemas/report.ts";
import { sourceLink } from "./source.ts";
import { visible, visibleLines } from "./visible.ts";

const LONGEST = 8_000;

/** A finding's evidence by name, each a text with nothing hidden in it; lines only where it has several. */
export interface Evidence {
  readonly scenario: string;
  readonly sent?: string;
  readonly accepted: readonly string[];
  readonly seen: string;
  readonly note?: string;
  readonly trace?: string;
  readonly reproduce?: string;
}

export function evidenceOf(finding: Finding): Evidence {
  const times = finding.count > 1 ? ` (${finding.count} times)` : "";
  return {
    scenario: safe(finding.scenario),
    ...(finding.sent === undefined ? {} : { sent: safe(finding.sent) }),
    accepted: finding.accepted.map(safe),
    seen: `${safe(finding.seen)}${times}`,
    ...(finding.note === undefined ? {} : { note: safe(finding.note) }),
    ...(finding.trace === undefined ? {} : { trace: safe(`${finding.trace}${eventsOf(finding)}`) }),
    ...(finding.reproduce === undefined
      ? {}
      : { reproduce: clip(visibleLines(finding.reproduce).join("\n"), LONGEST) }),
  };
}

/** All there is to say of a failed requirement in plain text: where it stands, then the evidence of each finding. */
export function explain(result: RequirementResult, run: Run): string {
  return [
    `${safe(result.statement)} (${result.level}${result.basis === "implied" ? ", implied" : ""})`,
    sourceLink(run.revision, result.source),
    ...(result.expected === undefined ? [] : [`expected: ${safe(result.expected.reason)}`]),
    ...result.findings.flatMap((finding) => {
      const { scenario, sent, accepted, seen, note, trace, reproduce } = evidenceOf(finding);
      return [
        "",
        `in        ${scenario}`,
        ...(sent === undefined ? [] : [`sent      ${sent}`]),
        `accepted  ${accepted.join("\n       or ")}`,
        `seen      ${seen}`,
        ...(note === undefined ? [] : [`note      ${note}`]),
        ...(trace === undefined ? [] : [`trace     ${trace}`]),
        ...(reproduce === undefined ? [] : [`again     ${reproduce.replaceAll("\n", "\n          ")}`]),
      ];
    }),
  ].join("\n");
}

/** The text in one line, nothing hidden, and no longer than a reader can take. */
export function safe(text: string): string {
  return clip(visible(text), LONGEST);
}

/** No more than so many characters, an ellipsis included where some were left out. */
export function clip(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // No half of a surrogate pair is left at the end.
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function eventsOf({ events }: Finding): string {
  return events.length === 0 ? "" : `, event${events.length === 1 ? "" : "s"} ${events.join(", ")}`;
}
