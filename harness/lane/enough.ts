import type { Judgement } from "../../suites/kit/judgement.ts";

/** Failures of one judge in one scenario that are kept; a target that fails without end says nothing new after them. */
const KEPT = 50;

/** Passes judgements on until a judge has failed the same requirement so often that more of it only fills the memory. */
export function enough(collect: (judgement: Judgement) => void): (judgement: Judgement) => void {
  const failures = new Map<string, number>();
  return (judgement) => {
    if (judgement.outcome === "fail") {
      const { requirement, judge, facet, scenario, timed, outsideAllReadings, warningOnly } = judgement;
      // What weighs differently is counted apart: fifty warnings must not hide a failure.
      const weight = [timed, outsideAllReadings === undefined, warningOnly === undefined];
      const key = JSON.stringify([requirement, judge, facet, scenario, ...weight]);
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      if (count > KEPT) return;
    }
    collect(judgement);
  };
}
