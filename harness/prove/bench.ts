import type { RequirementResult } from "../../schemas/report.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import { loadCatalogue } from "../../suites/requirements/load.ts";
import { type Cell, cellsOf, narrowCells } from "./cells.ts";
import { clientSide } from "./client-side.ts";
import type { Accusation, ProofRow } from "./proof.ts";
import { serverSide } from "./server-side.ts";
import type { MutantFacts, Side } from "./side.ts";

/** One piece of proving: a mutant wherever it is run, or the conforming peer under every check in one cell. */
export type Unit =
  | { readonly role: Side["role"]; readonly mutant: string }
  | { readonly role: Side["role"]; readonly cell: Cell };

export interface BenchSettings {
  readonly full: boolean;
  readonly seed: number;
}

/** What a unit showed. */
export interface Shown {
  readonly rows: readonly ProofRow[];
  readonly accusations: readonly Accusation[];
}

/** Where mutants are tried out, one after the other; what the conforming peer did beside them is kept. */
export interface Bench {
  run(unit: Unit): Promise<Shown>;
}

export function createBench({ full, seed }: BenchSettings): Bench {
  const catalogue = loadCatalogue();
  const sides = new Map<Side["role"], Promise<Side>>();
  const conforming = new Map<string, Promise<readonly RequirementResult[]>>();
  const sideOf = (role: Side["role"]): Promise<Side> => {
    const side = sides.get(role) ?? (role === "server" ? serverSide() : clientSide());
    sides.set(role, side);
    return side;
  };
  const baseline = (
    side: Side,
    cell: Cell,
    options: { readonly areas?: readonly string[] | undefined; readonly serves?: MutantFacts["serves"] },
    accusations: Accusation[],
  ) => {
    const key = JSON.stringify([side.role, cell, options]);
    const { areas, serves } = options;
    const ready = conforming.get(key) ?? conformingTrial(side, cell, areas, { serves, seed }, accusations);
    conforming.set(key, ready);
    return ready;
  };
  return {
    run: async (unit) => {
      const side = await sideOf(unit.role);
      const accusations: Accusation[] = [];
      const rows: ProofRow[] = [];
      if ("cell" in unit) {
        await baseline(side, unit.cell, {}, accusations);
        return { rows, accusations };
      }
      const mutant = side.mutants.find(({ id }) => id === unit.mutant)!;
      const broken = mutant.breaks.map((id) => known(catalogue.byId(id), mutant, id));
      const areas = areasOf(mutant, side);
      const { serves } = mutant;
      for (const cell of full ? cellsOf(mutant, broken) : narrowCells(mutant, broken)) {
        const good = await baseline(side, cell, { areas, serves }, accusations);
        const bad = await side.trial(cell, areas, { mutant, serves, seed });
        for (const requirement of broken) {
          const row = compare(side, mutant, requirement, { cell, good, bad });
          if (row !== undefined) rows.push(row);
        }
      }
      return { rows, accusations };
    },
  };
}

function known(requirement: Requirement | undefined, mutant: MutantFacts, id: string): Requirement {
  if (requirement === undefined) throw new Error(`mutant ${mutant.id} breaks ${id}, which is not in the catalogue`);
  return requirement;
}

/** The areas of what a mutant breaks, and those whose scenarios judge it. */
function areasOf({ breaks, provokedBy = [] }: MutantFacts, side: Side): readonly string[] {
  const own = breaks.map((id) => id.slice(0, id.indexOf(".")));
  return [...new Set([...own, ...provokedBy, ...side.judging(breaks)])].sort();
}

async function conformingTrial(
  side: Side,
  cell: Cell,
  areas: readonly string[] | undefined,
  options: Parameters<Side["trial"]>[2],
  accusations: Accusation[],
): Promise<readonly RequirementResult[]> {
  const results = await side.trial(cell, areas, options);
  for (const { id, verdict, findings, reason } of results)
    if (verdict === "fail" || verdict === "error")
      accusations.push({
        role: side.role,
        requirement: id,
        ...cell,
        verdict,
        seen: findings[0] === undefined ? (reason ?? "") : `${findings[0].judge}: ${findings[0].seen}`,
      });
  return results;
}

function compare(
  side: Side,
  mutant: MutantFacts,
  requirement: Requirement,
  {
    cell,
    good,
    bad,
  }: {
    readonly cell: Cell;
    readonly good: readonly RequirementResult[];
    readonly bad: readonly RequirementResult[];
  },
): ProofRow | undefined {
  const base = {
    role: side.role,
    mutant: mutant.id,
    does: mutant.does,
    requirement: requirement.id,
    ...(mutant.facet === undefined ? {} : { facet: mutant.facet }),
    revision: cell.revision,
    transport: cell.transport,
    by: [] as readonly string[],
    tripped: [] as readonly string[],
  };
  const before = good.find((result) => result.id === requirement.id);
  // Elsewhere in force: another cell of this mutant shows it.
  if (before === undefined)
    return requirement.revisions.includes(cell.revision) && requirement.transport === "any"
      ? { ...base, outcome: "misplaced" }
      : undefined;
  const after = bad.find((result) => result.id === requirement.id)!;
  const findings = after.findings.filter(
    (finding) => mutant.facet === undefined || finding.facet === undefined || finding.facet === mutant.facet,
  );
  const expected = new Set([...mutant.breaks, ...(mutant.implies ?? [])]);
  const row = {
    ...base,
    by: [...new Set(findings.map((finding) => finding.judge))],
    tripped: bad.filter((result) => result.verdict === "fail" && !expected.has(result.id)).map((result) => result.id),
  };
  if (findings.length === 0)
    return {
      ...row,
      outcome: "survived",
      note: `${after.verdict}${after.reason === undefined ? "" : `: ${after.reason}`}`,
    };
  if (before.verdict !== "pass")
    return {
      ...row,
      outcome: "unproven",
      note: `on the conforming peer: ${before.verdict}${before.reason === undefined ? "" : `: ${before.reason}`}`,
    };
  return { ...row, outcome: "killed" };
}
