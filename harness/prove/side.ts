import type { RequirementResult } from "../../schemas/report.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import type { Cell } from "./cells.ts";

/** What proving needs to know of a mutant, whichever peer it bends. */
export interface MutantFacts {
  readonly id: string;
  readonly breaks: readonly string[];
  readonly implies?: readonly string[];
  readonly facet?: string;
  readonly where?: { readonly revisions?: readonly Revision[]; readonly transports?: readonly TransportName[] };
  readonly serves?: readonly Revision[];
  readonly provokedBy?: readonly string[];
  readonly does: string;
}

/** How the checks of one role are tried out: on a simulated server, or on a simulated client. */
export interface Side<M extends MutantFacts = MutantFacts> {
  readonly role: "server" | "client";
  readonly mutants: readonly M[];
  /** Areas whose scenarios judge one of these requirements. */
  judging(ids: readonly string[]): readonly string[];
  /** Runs the scenarios of these areas (all where left out) and every monitor against the conforming peer, or against a mutant. */
  trial(
    cell: Cell,
    areas: readonly string[] | undefined,
    options: { readonly mutant?: M; readonly serves?: readonly Revision[] | undefined; readonly seed: number },
  ): Promise<readonly RequirementResult[]>;
}
