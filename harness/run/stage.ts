import { seeded } from "../../simulators/clock/random.ts";
import type { Isolation, Scenario } from "../../suites/kit/scenario.ts";
import type { Target } from "../../suites/kit/target.ts";
import { type Lane, type LaneContext, openLane } from "../lane/lane.ts";
import { AssayError } from "../options.ts";
import type { RunContext } from "./context.ts";
import { createDeaths } from "./deaths.ts";
import { eachOf } from "./gate.ts";
import { type Performance, perform } from "./perform.ts";

/** Where the scenarios of one run are performed: the shared lane, and lanes of their own where isolation asks for it. */
export interface Stage {
  /** Performs all, then ends every lane. */
  performAll(scenarios: readonly Scenario[]): Promise<void>;
  readonly performances: readonly Performance[];
  /** What is left of the lanes: they themselves hold all that was sent and received. */
  readonly lanes: readonly Pick<Lane, "facts">[];
  /** Why the target was given up before all was performed; undefined where it was not. */
  readonly givenUp: string | undefined;
}

/** `failed`: whether a requirement has failed in this run so far; scenarios that build on it are not performed. */
export function createStage(
  context: RunContext,
  laneContext: LaneContext,
  first: Lane,
  target: Target,
  failed: (requirement: string) => boolean,
): Stage {
  const stdio = context.target.transport === "stdio";
  const performances: Performance[] = [];
  const lanes: Pick<Lane, "facts">[] = [{ facts: first.facts }];
  const deaths = createDeaths();
  /** Shared lanes that fell silent while other scenarios were still on them. */
  const retired: Lane[] = [];
  let shared = first;
  let replacing: Promise<unknown> | undefined;

  const over = () => context.signal.aborted || context.closing?.aborted === true;

  const open = async (name: string, scenario: Scenario): Promise<Lane> => {
    const lane = await openLane(name, laneContext, deaths.wary(laneContext.patience));
    lanes.push({ facts: lane.facts });
    if (scenario.isolation !== "fresh")
      await lane.connection.as(scenario.name).open({ capabilities: scenario.capabilities as never });
    return lane;
  };

  const performOn = async (lane: Lane, scenario: Scenario): Promise<void> => {
    if (over()) return;
    const broken = scenario.needs.find(failed);
    if (broken !== undefined) return refuse(scenario, `blocked by ${broken}`);
    if (deaths.verdict !== undefined) return refuse(scenario, deaths.verdict);
    const performance = await perform(scenario, {
      peer: lane.connection.as(scenario.name),
      lane,
      target,
      random: seeded(context.seed, `${scenario.name}/${context.revision}/${context.target.transport}`),
      clock: context.clock,
      inForce: laneContext.inForce,
      timeoutMs: context.timeoutMs,
      signal: context.signal,
    });
    await deaths.look(lane);
    performances.push(performance);
    const { revision } = context;
    context.progress({
      kind: "scenario-end",
      revision,
      transport: context.target.transport,
      name: scenario.name,
      ms: performance.ms,
      failed: performance.failed,
    });
  };

  const onOwnLane = async (scenario: Scenario): Promise<void> => {
    if (over()) return;
    if (deaths.verdict !== undefined) return refuse(scenario, deaths.verdict);
    if (scenario.needs.some(failed)) return performOn(shared, scenario);
    try {
      const lane = await open(scenario.name, scenario);
      try {
        await performOn(lane, scenario);
      } finally {
        await lane.finish();
      }
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      refuse(scenario, `the target could not be started again: ${error.message}`);
    }
  };

  const reopen = async (): Promise<boolean> => {
    shared = await openLane(`shared ${lanes.length}`, laneContext, deaths.wary(laneContext.patience));
    lanes.push({ facts: shared.facts });
    return (await shared.connection.as("open").open()).kind !== "none";
  };

  /** The shared lane, replaced when what ran on it before left it dead; a server that is dead itself is started again. */
  const healthy = async (): Promise<Lane> => {
    if (deaths.verdict !== undefined || (await deaths.alive(shared))) return shared;
    await shared.finish({ polite: false });
    if (!(await reopen())) {
      await shared.finish({ polite: false });
      await context.target.restart();
      await reopen();
    }
    return shared;
  };

  /** The shared lane while others may be on it, too: one that fell silent is left to them. */
  const usable = async (): Promise<Lane> => {
    if (shared.connection.silent && deaths.verdict === undefined) {
      replacing ??= (async () => {
        retired.push(shared);
        await reopen();
        replacing = undefined;
      })();
    }
    await replacing;
    return shared;
  };

  const inTurn = async (scenarios: readonly Scenario[], checked: boolean): Promise<void> => {
    for (const scenario of scenarios) {
      if (needsOwnLane(scenario)) await onOwnLane(scenario);
      else await performOn(checked ? await healthy() : await usable(), scenario);
    }
  };

  const damaging = async (scenarios: readonly Scenario[]): Promise<void> => {
    const { damage } = context.target;
    for (const scenario of scenarios)
      if (damage.allowed) await context.gate.alone(() => inTurn([scenario], true));
      else refuse(scenario, damage.why);
  };

  const refuse = (scenario: Scenario, reason: string) => {
    const {
      revision,
      target: { transport },
    } = context;
    context.progress({
      kind: "scenario-end",
      revision,
      transport,
      name: scenario.name,
      ms: 0,
      failed: 0,
      blocked: true,
    });
    for (const requirement of scenario.requirements)
      if (laneContext.inForce.has(requirement))
        shared.judge({ requirement, judge: scenario.name, scenario: scenario.name, outcome: "inconclusive", reason });
  };

  return {
    performances,
    lanes,
    get givenUp() {
      return deaths.verdict;
    },
    async performAll(all) {
      // Those that build on others' outcomes come after them.
      const scenarios = [
        ...all.filter(({ needs }) => needs.length === 0),
        ...all.filter(({ needs }) => needs.length > 0),
      ];
      const of = (...isolation: Isolation[]) => scenarios.filter((scenario) => isolation.includes(scenario.isolation));
      await context.gate.together(async () => {
        const own = eachOf(stdio ? of("fresh") : of("session", "fresh"), context.concurrency, onOwnLane);
        await eachOf(of("shared"), context.concurrency, async (scenario) =>
          needsOwnLane(scenario) ? onOwnLane(scenario) : performOn(await usable(), scenario),
        );
        if (stdio) await inTurn(of("session"), false);
        await own;
      });
      if (stdio) await inTurn(of("alone"), true);
      else for (const scenario of of("alone")) await context.gate.alone(() => onOwnLane(scenario));
      await damaging(of("process"));
      await Promise.all(retired.map((lane) => lane.finish({ polite: false })));
      await shared.finish();
    },
  };
}

/** Capabilities are fixed at the handshake, so a scenario that declares some cannot join a session without them. */
function needsOwnLane(scenario: Scenario): boolean {
  return Object.keys(scenario.capabilities).length > 0;
}
