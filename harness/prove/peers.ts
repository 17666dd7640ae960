import type { Clock } from "../../simulators/clock/clock.ts";
import { seeded } from "../../simulators/clock/random.ts";
import type { Mutant } from "../../simulators/mutants/mutant.ts";
import { createServer } from "../../simulators/server/create.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import type { ServerTarget } from "../target/target.ts";

export interface SimulatedOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly mutant: Mutant | undefined;
  readonly revisions?: readonly Revision[];
}

/** The simulated server, conforming or with one mutant, hosted in this process as a target. */
export async function simulatedTarget(transport: TransportName, options: SimulatedOptions): Promise<ServerTarget> {
  let starts = 0;
  // Every start is a process of the same deployment: ids of its own, but the secrets of all.
  const stateKey = seeded(options.seed, "deployment").word(32);
  const server = () =>
    createServer({
      clock: options.clock,
      random: seeded(options.seed, `server ${starts}`),
      stateKey,
      ...(options.mutant === undefined ? {} : { mutant: options.mutant }),
      ...(options.revisions === undefined ? {} : { revisions: options.revisions }),
    });
  const base = { transport, damage: { allowed: true } as const, starts: () => starts, lastStderr: () => "" };
  if (transport === "stdio")
    return {
      ...base,
      place: () => ({
        transport: "stdio",
        launch: async () => {
          starts += 1;
          return server().launch(`p${starts}`);
        },
      }),
      restart: async () => {},
      end: async () => {},
    };
  const listen = async () => {
    starts += 1;
    return transport === "sse" ? server().listenSse({ port: 0 }) : server().listenHttp({ port: 0 });
  };
  let host = await listen();
  return {
    ...base,
    place: () => ({ transport, url: host.url, headers: [] }),
    restart: async () => {
      await host.close();
      host = await listen();
    },
    end: () => host.close(),
  };
}
