import type { RequirementResult } from "../../schemas/report.ts";

/** Whether a run proves anything: a request was answered and every baseline requirement was judged. */
export function concludes(
  results: readonly RequirementResult[],
  answered: number,
): { readonly concluded: boolean; readonly why?: string } {
  if (answered === 0) return { concluded: false, why: "the target answered no request" };
  // What is blocked by a failed requirement was looked at: the failure stands for it.
  const open = results.filter(
    (result) =>
      result.core &&
      ((result.verdict === "inconclusive" && !result.reason?.startsWith("blocked by")) || result.verdict === "error"),
  );
  if (open.length === 0) return { concluded: true };
  return {
    concluded: false,
    why: `baseline requirements were not judged: ${open.map((result) => `${result.id} (${result.reason})`).join(", ")}`,
  };
}
