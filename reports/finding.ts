import type { Finding } from "../schemas/report.ts";
import type { Shared } from "./group.ts";
import type { Paper } from "./paper.ts";
import { sourceLink } from "./source.ts";
import { visible, visibleLines } from "./visible.ts";

const OTHERS_SHOWN = 3;

/** A failed requirement: its words, where they stand, and the evidence. Brief: the first finding only, without a reproduction. */
export function writeFinding(paper: Paper, { result, runs }: Shared, brief: boolean): void {
  const { color } = paper;
  const known = result.expected !== undefined || result.severity === "warning";
  const mark = known ? color.yellow(result.expected === undefined ? "!" : "~") : color.red("✗");
  paper.item(2, mark, color.bold(visible(result.statement)));
  paper.text(4, `${color.cyan(visible(result.id))}  ${result.level}${result.basis === "implied" ? ", implied" : ""}`);
  paper.text(4, sourceLink(runs[0]!.revision, result.source));
  if (result.expected !== undefined) paper.field("expected", visible(result.expected.reason));
  const shown = result.findings.slice(0, brief ? 1 : OTHERS_SHOWN);
  for (const finding of shown) writeEvidence(paper, finding, brief);
  const rest = result.findings.length - shown.length;
  if (rest > 0)
    paper.text(
      4,
      color.dim(`and ${rest} more ${rest === 1 ? "finding" : "findings"} of this requirement (--report json)`),
    );
}

function writeEvidence(paper: Paper, finding: Finding, brief: boolean): void {
  if (finding.sent !== undefined) paper.field("sent", visible(finding.sent));
  paper.field("accepted", finding.accepted.map(visible).join("\nor "));
  paper.field(
    "seen",
    `${visible(finding.seen)}${finding.count > 1 ? paper.color.dim(` (${finding.count} times)`) : ""}`,
  );
  if (finding.note !== undefined) paper.field("note", visible(finding.note));
  if (brief) return;
  const events =
    finding.events.length === 0 ? "" : `event${finding.events.length === 1 ? "" : "s"} ${finding.events.join(", ")}`;
  const place = finding.trace === undefined ? "" : [finding.trace, events].filter((part) => part !== "").join(", ");
  paper.field(
    "where",
    [visible(finding.judge), ...(finding.judge === finding.scenario ? [] : [`in "${visible(finding.scenario)}"`])].join(
      " ",
    ),
  );
  if (place !== "") paper.field("trace", visible(place));
  if (finding.reproduce !== undefined) paper.verbatim("again", visibleLines(finding.reproduce));
}
