import { setMaxListeners } from "node:events";
import type { RequirementResult } from "../../schemas/report.ts";
import { createIdleClock } from "../../simulators/clock/idle.ts";
import type { Mutant } from "../../simulators/mutants/mutant.ts";
import { factsOf, REVISIONS, type Revision } from "../../simulators/wire/revisions.ts";
import type { AreaJudges } from "../../suites/registry.ts";
import { catalogueHash, loadCatalogue, sourceOf } from "../../suites/requirements/load.ts";
import type { RunContext } from "../run/context.ts";
import { createGate } from "../run/gate.ts";
import { drive } from "../run/run.ts";
import { selectRun } from "../run/select.ts";
import type { Cell } from "./cells.ts";
import { simulatedTarget } from "./peers.ts";

/** Virtual ms: the simulated server answers at once, so short waits find what is missing. */
const PATIENCE = { answerMs: 2_000, quietMs: 250, exitMs: 2_000 };

export interface TrialOptions {
  readonly mutant?: Mutant | undefined;
  /** Revisions that the simulated server serves (default: all). */
  readonly serves?: readonly Revision[] | undefined;
  readonly seed: number;
}

/** Runs the judges given against the simulated server in one cell. */
export async function trial(
  cell: Cell,
  judges: AreaJudges,
  { mutant, serves = REVISIONS, seed }: TrialOptions,
): Promise<readonly RequirementResult[]> {
  let events = 0;
  const clock = createIdleClock({ activity: () => events });
  const target = await simulatedTarget(cell.transport, { clock, seed, mutant, revisions: serves });
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  const catalogue = loadCatalogue();
  const context: RunContext = {
    revision: cell.revision,
    target,
    gate: createGate(),
    clock,
    seed,
    catalogue: catalogueHash(),
    patience: PATIENCE,
    ...selectRun(catalogue, judges, cell),
    sourceOf,
    callTools: "all",
    fixture: true,
    secrets: [],
    traceDir: undefined,
    timeoutMs: 30_000,
    concurrency: 8,
    progress: () => {},
    signal: abort.signal,
    onEvent: () => {
      events += 1;
    },
  };
  try {
    const spoken = serves.filter((revision) => factsOf(revision).transports.includes(cell.transport));
    const outcome = await drive(context, async () => spoken);
    return outcome.run.requirements;
  } finally {
    await target.end();
    clock.stop();
  }
}
