import type { Patience } from "../../simulators/client/connection.ts";
import type { Clock } from "../../simulators/clock/clock.ts";
import type { Revision } from "../../simulators/wire/revisions.ts";
import type { Monitor } from "../../suites/kit/monitor.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { Scenario } from "../../suites/kit/scenario.ts";
import type { ExcerptBudget } from "../excerpt/budget.ts";
import type { Progress, ServerOptions } from "../options.ts";
import type { ServerTarget } from "../target/target.ts";
import type { Gate } from "./gate.ts";

/** Everything one run (a revision over a transport) needs to know. */
export interface RunContext {
  readonly revision: Revision;
  readonly target: ServerTarget;
  /** Shared by the runs that share a server process. */
  readonly gate: Gate;
  readonly clock: Clock;
  readonly seed: number;
  readonly catalogue: string;
  readonly patience: Patience;
  /** Requirements in force for this revision, transport and role, in catalogue order. */
  readonly requirements: readonly Requirement[];
  readonly sourceOf: (requirement: Requirement, revision: Revision) => string;
  readonly scenarios: readonly Scenario[];
  readonly monitors: readonly Monitor[];
  readonly callTools: NonNullable<ServerOptions["callTools"]>;
  readonly fixture: boolean | undefined;
  readonly secrets: readonly string[];
  readonly traceDir: string | undefined;
  /** Absent: no excerpts are kept. */
  readonly excerpts?: ExcerptBudget;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Once aborted, no scenario is begun any more; those under way go on. */
  readonly closing?: AbortSignal;
  readonly onEvent?: () => void;
}
