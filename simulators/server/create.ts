import type { ServerProcess } from "../client/connection.ts";
import { type Clock, realClock } from "../clock/clock.ts";
import { type Random, seeded } from "../clock/random.ts";
import type { Mutant } from "../mutants/mutant.ts";
import { REVISIONS, type Revision } from "../wire/revisions.ts";
import { createSeams } from "./create-seams.ts";
import { Endpoint } from "./endpoint.ts";
import { type HttpHost, hostHttp, hostSse } from "./host-http.ts";
import { inProcessServer } from "./in-process.ts";
import { recordPipes } from "./record/pipes.ts";
import type { Recording } from "./record/recording.ts";
import type { Seams } from "./seams.ts";
import { World } from "./world/world.ts";

export interface SimulatedServerOptions {
  /** Revisions served (default: all, so both eras). */
  readonly revisions?: readonly Revision[];
  readonly clock?: Clock;
  readonly random?: Random;
  /** What seals the state that clients carry: one secret for all processes of a deployment (default: drawn). */
  readonly stateKey?: string;
  /** The one deviation; without it the server conforms. */
  readonly mutant?: Mutant;
  readonly world?: World;
  /** Told of cancellations and of failures inside the server, a line each. */
  readonly log?: (line: string) => void;
  /** Further changes of its conduct, after the mutant's. */
  readonly stage?: (seams: Seams) => void;
  /** Records what clients say and are answered. */
  readonly recording?: Recording;
}

/** A simulated server, to be launched as a process or put behind a URL; each is an instance of its own, with its own world unless one was given. */
export interface SimulatedServer {
  launch(name: string): ServerProcess;
  listenHttp(options?: { readonly port?: number; readonly host?: string }): Promise<HttpHost>;
  listenSse(options?: { readonly port?: number; readonly host?: string }): Promise<HttpHost>;
}

export function createServer(options: SimulatedServerOptions = {}): SimulatedServer {
  const { clock = realClock, random = seeded(1, "server"), log, recording } = options;
  const wanted = options.revisions ?? REVISIONS;
  const revisions = REVISIONS.filter((revision) => wanted.includes(revision));
  const recorded = recording === undefined ? {} : { recording };
  const instance = () => {
    const { seams, behaviours } = createSeams();
    options.mutant?.apply(seams, random.fork(options.mutant.id));
    options.stage?.(seams);
    const facts = {
      revisions,
      world: options.world ?? new World(),
      clock,
      random,
      stateKey: options.stateKey ?? random.fork("state").word(32),
    };
    return new Endpoint(facts, behaviours, log ? { log } : {});
  };
  return {
    launch: (name) => {
      const process = inProcessServer({ endpoint: instance(), name });
      return recording === undefined ? process : recordPipes(process, recording);
    },
    listenHttp: (where = {}) => hostHttp({ endpoint: instance(), ...where, ...recorded }),
    listenSse: (where = {}) => hostSse({ endpoint: instance(), ...where, ...recorded }),
  };
}
