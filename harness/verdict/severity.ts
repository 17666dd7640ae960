import type { Judgement } from "../../suites/kit/judgement.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";

type Failed = Extract<Judgement, { outcome: "fail" }>;

/** How a failed judgement weighs, and why where it is not the level alone. undefined: an observation, not a finding. */
export function severityOf(
  requirement: Requirement,
  judgement: Failed,
  transport?: string,
): { readonly severity: "failure" | "warning"; readonly note?: string } | undefined {
  if (requirement.level === "MAY") return undefined;
  if (requirement.level === "SHOULD" || requirement.level === "SHOULD NOT") return { severity: "warning" };
  if (judgement.warningOnly !== undefined) return { severity: "warning", note: judgement.warningOnly };
  if (requirement.ambiguous !== undefined) {
    if (judgement.outsideAllReadings === undefined)
      return { severity: "warning", note: `the text is ambiguous${about(requirement.ambiguous, transport)}` };
    return { severity: "failure", note: `outside every reading of the text: ${judgement.outsideAllReadings}` };
  }
  if (requirement.basis === "implied" && requirement.ground === undefined)
    return {
      severity: "warning",
      note: "implied by the text, with neither a keyword nor a schema type nor JSON-RPC 2.0 behind it",
    };
  return { severity: "failure" };
}

const HTTP = /\b(?:HTTP|POST|GET|SSE)\b/;
const STDIO = /\bstdio\b/;

/** What is ambiguous, without sentences that speak of the other kind of transport alone. */
function about(ambiguous: string, transport: string | undefined): string {
  const [own, other] = transport === "stdio" ? [STDIO, HTTP] : [HTTP, STDIO];
  const sentences = ambiguous.split(/(?<=[.!?])\s+(?=[A-Z])/);
  const fitting = sentences.filter(
    (sentence) => transport === undefined || own.test(sentence) || !other.test(sentence),
  );
  return fitting.length === 0 ? "" : `: ${fitting.join(" ")}`;
}
