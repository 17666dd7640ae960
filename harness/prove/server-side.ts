import type { Mutant } from "../../simulators/mutants/mutant.ts";
import { allMutants } from "../../simulators/mutants/registry.ts";
import { type AreaJudges, allJudges } from "../../suites/registry.ts";
import type { Side } from "./side.ts";
import { trial } from "./trial.ts";

/** The checks of servers, tried out on the simulated server. */
export async function serverSide(): Promise<Side<Mutant>> {
  const [mutants, judges] = await Promise.all([allMutants(), allJudges()]);
  const within = (areas: readonly string[] | undefined): AreaJudges => ({
    monitors: judges.monitors,
    suites: judges.suites.filter((suite) => areas?.includes(suite.area) ?? true),
  });
  return {
    role: "server",
    mutants,
    judging: (ids) =>
      judges.suites
        .filter((suite) => suite.scenarios.some(({ requirements }) => requirements.some((id) => ids.includes(id))))
        .map((suite) => suite.area),
    trial: (cell, areas, options) => trial(cell, within(areas), options),
  };
}
