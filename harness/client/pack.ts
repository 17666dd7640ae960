import type { ClientScenario } from "../../suites/kit/client/scenario.ts";

/** Scenarios on one client; longer orders do not fit an environment variable everywhere. */
const MOST = 24;

/** Groups scenarios that can share a client: those that are not alone and want the same capabilities, few at a time. */
export function pack(scenarios: readonly ClientScenario[]): readonly (readonly ClientScenario[])[] {
  const packs: ClientScenario[][] = [];
  const open = new Map<string, ClientScenario[]>();
  for (const scenario of scenarios) {
    if (scenario.alone) continue;
    const key = JSON.stringify([scenario.capabilities, catchesAll(scenario) ? scenario.answers : []]);
    const known = open.get(key);
    if (known !== undefined && known.length < MOST) known.push(scenario);
    else {
      const fresh = [scenario];
      open.set(key, fresh);
      packs.push(fresh);
    }
  }
  return [...packs, ...scenarios.filter((scenario) => scenario.alone).map((scenario) => [scenario])];
}

/** An answer that fits whatever is asked would answer for others, too. */
function catchesAll({ answers }: ClientScenario): boolean {
  return answers.some((answer) => answer.match === undefined);
}
