import type { ClientScenario } from "../../suites/kit/client/scenario.ts";
import { createJudge } from "../../suites/kit/judge.ts";
import type { ClientRunContext } from "./context.ts";
import type { ClientLane } from "./lane.ts";

class Skipped extends Error {}

/** Judges one scenario of a lane that is over; `first` is the number of its first action. Every id that it leaves unjudged is inconclusive, with the reason. */
export async function judgeScenario(
  scenario: ClientScenario,
  lane: ClientLane,
  first: number,
  context: ClientRunContext,
): Promise<number> {
  const inForce = new Set(context.requirements.map((requirement) => requirement.id));
  const judged = new Set<string>();
  let failed = 0;
  const record = lane.record.from(first);
  const skip = (reason: string): never => {
    throw new Skipped(reason);
  };
  const leave = (outcome: "inconclusive" | "error", reason: string) => {
    for (const requirement of scenario.requirements)
      if (!judged.has(requirement) && inForce.has(requirement))
        lane.judge({ requirement, judge: scenario.name, scenario: scenario.name, outcome, reason });
  };
  try {
    await scenario.run({
      judge: createJudge(scenario.name, scenario.requirements, inForce, (judgement) => {
        judged.add(judgement.requirement);
        if (judgement.outcome === "fail") failed += 1;
        lane.judge(judgement);
      }),
      record,
      revision: context.revision,
      transport: context.target.transport,
      skip,
      ended: (action) => {
        const outcome = record.outcome(action);
        if (outcome === undefined)
          return skip(
            record.spoke
              ? "the client did not tell how the action ended"
              : "the client tells nothing of what its application sees (see docs/client-driver.md)",
          );
        return outcome.unsupported ? skip("the client has no way to do what the scenario asks") : outcome;
      },
    });
    leave("inconclusive", "the client did nothing that the scenario could judge");
  } catch (error) {
    if (error instanceof Skipped) leave("inconclusive", error.message);
    else leave("error", `the scenario broke: ${error instanceof Error ? error.stack : String(error)}`);
  }
  return failed;
}
