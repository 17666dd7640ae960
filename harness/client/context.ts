import type { Revision } from "../../simulators/wire/revisions.ts";
import type { ClientScenario } from "../../suites/kit/client/scenario.ts";
import type { Monitor } from "../../suites/kit/monitor.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { LaneJudgement } from "../lane/lane.ts";
import type { TapeContext } from "../lane/tape.ts";
import type { Progress } from "../options.ts";
import type { ClientTarget } from "./target.ts";

/** How long a client is waited for, all in ms. */
export interface ClientPatience {
  /** Its first message, from its start on. */
  readonly firstMs: number;
  /** Its end, from its start on; a scenario may ask for more. */
  readonly endMs: number;
  /** A client that prints nothing is left alone until nothing has happened for so long. */
  readonly idleMs: number;
  /** Its exit once it was asked to end. */
  readonly exitMs: number;
}

/** Everything one run of a client (a revision over a transport) needs to know. */
export interface ClientRunContext extends TapeContext {
  readonly revision: Revision;
  readonly target: ClientTarget;
  readonly seed: number;
  readonly catalogue: string;
  readonly patience: ClientPatience;
  /** Requirements in force for this revision, transport and role, in catalogue order. */
  readonly requirements: readonly Requirement[];
  readonly sourceOf: (requirement: Requirement, revision: Revision) => string;
  readonly scenarios: readonly ClientScenario[];
  readonly monitors: readonly Monitor[];
  /** Lets so many clients run at once as there is room for, over all runs. */
  readonly slot: <T>(work: () => Promise<T>) => Promise<T>;
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  readonly collect: (judgement: LaneJudgement) => void;
}
