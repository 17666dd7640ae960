import { factsOf, REVISIONS, type Revision, type TransportName } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { MutantFacts } from "./side.ts";

/** One place where a mutant runs. */
export interface Cell {
  readonly revision: Revision;
  readonly transport: TransportName;
}

const TRANSPORTS: readonly TransportName[] = ["stdio", "http", "sse"];

/** Every revision and transport in which something that the mutant breaks is in force, newest revision first. */
export function cellsOf(mutant: MutantFacts, requirements: readonly Requirement[]): readonly Cell[] {
  return REVISIONS.toReversed().flatMap((revision) =>
    TRANSPORTS.filter(
      (transport) =>
        factsOf(revision).transports.includes(transport) &&
        (mutant.where?.revisions?.includes(revision) ?? true) &&
        (mutant.where?.transports?.includes(transport) ?? true) &&
        requirements.some(
          (requirement) =>
            requirement.revisions.includes(revision) &&
            (requirement.transport === "any" || requirement.transport === transport),
        ),
    ).map((transport) => ({ revision, transport })),
  );
}

/** Every revision over every transport that it has. */
export function everyCell(): readonly Cell[] {
  return REVISIONS.flatMap((revision) => factsOf(revision).transports.map((transport) => ({ revision, transport })));
}

/** The fewest cells that between them hold everything that the mutant breaks. */
export function narrowCells(mutant: MutantFacts, requirements: readonly Requirement[]): readonly Cell[] {
  const chosen: Cell[] = [];
  let left = requirements;
  for (const cell of cellsOf(mutant, requirements)) {
    const here = left.filter(
      (requirement) =>
        requirement.revisions.includes(cell.revision) &&
        (requirement.transport === "any" || requirement.transport === cell.transport),
    );
    if (here.length === 0) continue;
    chosen.push(cell);
    left = left.filter((requirement) => !here.includes(requirement));
  }
  return chosen;
}
