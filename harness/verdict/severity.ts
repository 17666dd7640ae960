import type { Judgement } from "../../suites/kit/judgement.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";

type Failed = Extract<Judgement, { outcome: "fail" }>;

/** How a failed judgement weighs, and why where it is not the level alone. undefined: an observation, not a finding. */
export function severityOf(
  requirement: Requirement,
  judgement: Failed,
): { readonly severity: "failure" | "warning"; readonly note?: string } | undefined {
  if (requirement.level === "MAY") return undefined;
  if (requirement.level === "SHOULD" || requirement.level === "SHOULD NOT") return { severity: "warning" };
  if (judgement.warningOnly !== undefined) return { severity: "warning", note: judgement.warningOnly };
  if (requirement.ambiguous !== undefined) {
    if (judgement.outsideAllReadings === undefined)
      return { severity: "warning", note: `the text is ambiguous: ${requirement.ambiguous}` };
    return { severity: "failure", note: `outside every reading of the text: ${judgement.outsideAllReadings}` };
  }
  if (requirement.basis === "implied" && requirement.ground === undefined)
    return {
      severity: "warning",
      note: "implied by the text, with neither a keyword nor a schema type nor JSON-RPC 2.0 behind it",
    };
  return { severity: "failure" };
}
