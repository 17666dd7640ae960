import type { LaneJudgement } from "../lane/lane.ts";

type Failed = LaneJudgement & { readonly judgement: { readonly outcome: "fail" } };

/** Failed judgements that rest on something not having come in time. */
export function timedFailures(judgements: readonly LaneJudgement[]): readonly Failed[] {
  return judgements.filter((entry): entry is Failed => entry.judgement.outcome === "fail" && entry.judgement.timed);
}

/** Replaces what the second, patient run did not show again by `inconclusive: timing`. */
export function confirmed(
  judgements: readonly LaneJudgement[],
  again: readonly LaneJudgement[],
): readonly LaneJudgement[] {
  const key = ({ judgement }: LaneJudgement) => `${judgement.requirement} ${judgement.judge}`;
  const seenAgain = new Set(again.filter((entry) => entry.judgement.outcome === "fail").map(key));
  const timed = new Set<LaneJudgement>(timedFailures(judgements));
  return judgements.map((entry) => {
    if (!timed.has(entry) || seenAgain.has(key(entry))) return entry;
    const { requirement, judge, scenario } = entry.judgement;
    return {
      ...entry,
      judgement: {
        requirement,
        judge,
        scenario,
        outcome: "inconclusive",
        reason: "timing: seen once, but not again alone with four times the deadline",
      },
    };
  });
}
