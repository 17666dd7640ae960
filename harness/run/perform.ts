import type { Peer } from "../../simulators/client/peer.ts";
import { type Clock, within } from "../../simulators/clock/clock.ts";
import type { Random } from "../../simulators/clock/random.ts";
import { createJudge } from "../../suites/kit/judge.ts";
import type { Judgement } from "../../suites/kit/judgement.ts";
import type { Scenario } from "../../suites/kit/scenario.ts";
import type { Target } from "../../suites/kit/target.ts";
import type { Lane } from "../lane/lane.ts";
import { INTERRUPTED, unlessInterrupted } from "./interrupt.ts";

class Skipped extends Error {}

export interface PerformOptions {
  readonly peer: Peer;
  readonly lane: Lane;
  readonly target: Target;
  readonly random: Random;
  readonly clock: Clock;
  readonly inForce: ReadonlySet<string>;
  /** ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How one scenario run went. */
export interface Performance {
  readonly name: string;
  readonly ms: number;
  readonly trace: string | undefined;
  readonly failed: number;
  readonly how: "done" | "skipped" | "timeout" | "broke" | "interrupted";
}

/** Runs one scenario. Every id that it lists and leaves unjudged gets an inconclusive judgement with the reason. */
export async function perform(scenario: Scenario, options: PerformOptions): Promise<Performance> {
  const { lane, clock } = options;
  const started = clock.now();
  const judged = new Set<string>();
  let failed = 0;
  let over = false;
  const emit = (judgement: Judgement) => {
    if (over) return;
    judged.add(judgement.requirement);
    if (judgement.outcome === "fail") failed += 1;
    lane.judge(judgement);
  };
  const mark = (intent: "scenario-begin" | "scenario-end") =>
    lane.recorder.record({ kind: "intent", from: "harness", intent, what: scenario.name, scenario: scenario.name });
  const leave = (outcome: "inconclusive" | "error", reason: string) => {
    for (const requirement of scenario.requirements)
      if (!judged.has(requirement) && options.inForce.has(requirement))
        lane.judge({ requirement, judge: scenario.name, scenario: scenario.name, outcome, reason });
  };
  mark("scenario-begin");
  const run = async () => {
    await scenario.run({
      peer: options.peer,
      judge: createJudge(scenario.name, scenario.requirements, options.inForce, emit),
      target: options.target,
      random: options.random,
      skip: (reason) => {
        throw new Skipped(reason);
      },
    });
    return {
      how: "done" as const,
      outcome: "inconclusive" as const,
      reason: "the scenario ended without an occasion to judge it",
    };
  };
  const caught = run().catch((error: unknown) =>
    error instanceof Skipped
      ? { how: "skipped" as const, outcome: "inconclusive" as const, reason: error.message }
      : {
          how: "broke" as const,
          outcome: "error" as const,
          reason: `the scenario broke: ${error instanceof Error ? error.stack : String(error)}`,
        },
  );
  const late = {
    how: "timeout" as const,
    outcome: "inconclusive" as const,
    reason: `the scenario took longer than ${options.timeoutMs} ms (--timeout)`,
  };
  const end = await within(clock, options.timeoutMs, unlessInterrupted(options.signal, caught), late);
  over = true;
  if (end === INTERRUPTED) leave("inconclusive", "interrupted");
  else leave(end.outcome, end.reason);
  mark("scenario-end");
  return {
    name: scenario.name,
    ms: clock.now() - started,
    trace: lane.trace,
    failed,
    how: end === INTERRUPTED ? "interrupted" : end.how,
  };
}
