import { setMaxListeners } from "node:events";
import { runClientApp } from "../../simulators/client/app/app.ts";
import type { ClientMutant } from "../../simulators/client/app/mutant.ts";
import type { Clock } from "../../simulators/clock/clock.ts";
import { createIdleClock } from "../../simulators/clock/idle.ts";
import { seeded } from "../../simulators/clock/random.ts";
import { allClientMutants } from "../../simulators/mutants/client/registry.ts";
import type { TransportName } from "../../simulators/wire/revisions.ts";
import { clientJudges } from "../../suites/registry.ts";
import { catalogueHash, loadCatalogue, sourceOf } from "../../suites/requirements/load.ts";
import type { ClientPatience } from "../client/context.ts";
import { driveClient } from "../client/run.ts";
import { selectClientRun } from "../client/select.ts";
import { createSlots } from "../client/slots.ts";
import type { ClientTarget } from "../client/target.ts";
import type { Side } from "./side.ts";

/** Virtual ms. */
const PATIENCE: ClientPatience = { firstMs: 10_000, endMs: 60_000, idleMs: 10_000, exitMs: 1_000 };

/** The checks of clients, tried out on the simulated client. */
export async function clientSide(): Promise<Side<ClientMutant>> {
  const [mutants, judges] = await Promise.all([allClientMutants(), clientJudges()]);
  return {
    role: "client",
    mutants,
    judging: (ids) =>
      judges.suites
        .filter((suite) => suite.scenarios.some(({ requirements }) => requirements.some((id) => ids.includes(id))))
        .map((suite) => suite.area),
    trial: async (cell, areas, { mutant, seed }) => {
      let events = 0;
      const clock = createIdleClock({ activity: () => events });
      const abort = new AbortController();
      setMaxListeners(0, abort.signal);
      const own = {
        ...judges,
        suites: judges.suites.map((suite) => ({
          ...suite,
          scenarios: suite.scenarios.filter(
            ({ area, requirements }) => requirements.length === 0 || (areas?.includes(area) ?? true),
          ),
        })),
      };
      const selected = selectClientRun(loadCatalogue(), own, cell);
      try {
        const outcome = await driveClient({
          revision: cell.revision,
          target: simulatedClient(cell.transport, { clock, seed, mutant }),
          clock,
          seed,
          catalogue: catalogueHash(),
          patience: PATIENCE,
          ...selected,
          sourceOf,
          secrets: [],
          traceDir: undefined,
          slot: createSlots(4),
          progress: () => {},
          signal: abort.signal,
          onEvent: () => {
            events += 1;
          },
        });
        return outcome.run.requirements;
      } finally {
        clock.stop();
      }
    },
  };
}

/** The simulated client, conforming or with one mutant, run in this process. */
function simulatedClient(
  transport: TransportName,
  options: { readonly clock: Clock; readonly seed: number; readonly mutant: ClientMutant | undefined },
): ClientTarget {
  let starts = 0;
  return {
    transport,
    starts: () => starts,
    start: async (orders, place) => {
      starts += 1;
      const lines: string[] = [];
      let listener = (line: string): void => void lines.push(line);
      const status = runClientApp({
        orders,
        place:
          place.transport === "stdio"
            ? { transport: "stdio", launch: async () => place.launch() }
            : { ...place, headers: [] },
        clock: options.clock,
        random: seeded(options.seed, `client ${starts}`),
        mutant: options.mutant,
        print: (line) => listener(JSON.stringify(line)),
      });
      return {
        onLine: (next) => {
          listener = next;
          for (const line of lines.splice(0)) next(line);
        },
        exited: status.then((code) => ({ code, signal: null })),
        stderr: () => "",
        signal: () => {},
        end: async () => {},
      };
    },
  };
}
