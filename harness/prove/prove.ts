import type { RequirementResult } from "../../schemas/report.ts";
import { realClock } from "../../simulators/clock/clock.ts";
import type { Mutant } from "../../simulators/mutants/mutant.ts";
import { allMutants } from "../../simulators/mutants/registry.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import { type AreaJudges, allJudges } from "../../suites/registry.ts";
import { catalogueHash, loadCatalogue } from "../../suites/requirements/load.ts";
import { AssayError } from "../options.ts";
import { type Cell, cellsOf, everyCell, narrowCells } from "./cells.ts";
import { coverageOf } from "./coverage.ts";
import type { Accusation, Proof, ProofRow } from "./proof.ts";
import { type TrialOptions, trial } from "./trial.ts";

export interface ProveOptions {
  /** Only these mutants. */
  readonly mutants?: readonly string[];
  /** Only mutants that break something in these areas. */
  readonly areas?: readonly string[];
  /** Every revision and transport where a mutant applies; and the conforming peer against the whole suite in all of them. */
  readonly full?: boolean;
  readonly seed?: number;
  readonly onProgress?: (progress: ProveProgress) => void;
}

export interface ProveProgress {
  readonly mutant: string;
  readonly cell: string;
  readonly done: number;
  readonly of: number;
}

/**
 * Proves the checks: each mutant is run where it applies, and what it breaks must be judged to fail on it and to pass on
 * the conforming peer.
 * @throws AssayError when a mutant named does not exist.
 */
export async function prove(options: ProveOptions = {}): Promise<Proof> {
  const started = realClock.now();
  const seed = options.seed ?? 1;
  const catalogue = loadCatalogue();
  const mutants = await chosen(options);
  const judges = await allJudges();
  const work = mutants.flatMap((mutant) => {
    const broken = mutant.breaks.map((id) => known(catalogue.byId(id), mutant, id));
    const cells = options.full ? cellsOf(mutant, broken) : narrowCells(mutant, broken);
    return cells.map((cell) => ({ mutant, broken, cell }));
  });
  const conforming = new Map<string, Promise<readonly RequirementResult[]>>();
  const accusations: Accusation[] = [];
  const baseline = (cell: Cell, areas: readonly string[], own: AreaJudges, serves: Mutant["serves"]) => {
    const key = `${cell.revision} ${cell.transport} ${areas.join()} ${serves?.join() ?? ""}`;
    const ready = conforming.get(key) ?? conformingTrial(cell, own, { serves, seed }, accusations);
    conforming.set(key, ready);
    return ready;
  };
  const rows: ProofRow[] = [];
  for (const [index, { mutant, broken, cell }] of work.entries()) {
    options.onProgress?.({
      mutant: mutant.id,
      cell: `${cell.revision} ${cell.transport}`,
      done: index,
      of: work.length,
    });
    const areas = areasOf(mutant, judges);
    const own = within(judges, areas);
    const good = await baseline(cell, areas, own, mutant.serves);
    const bad = await trial(cell, own, { mutant, serves: mutant.serves, seed });
    for (const requirement of broken) {
      const row = compare(mutant, requirement, cell, good, bad);
      if (row !== undefined) rows.push(row);
    }
  }
  if (options.full) for (const cell of everyCell()) await conformingTrial(cell, judges, { seed }, accusations);
  const merged = accusationsOnce(accusations);
  return {
    seed,
    catalogue: catalogueHash(),
    rows,
    accusations: merged,
    coverage: coverageOf(rows, catalogue.requirements, REVISIONS),
    ms: Math.round(realClock.now() - started),
    sound: merged.length === 0 && rows.every((row) => row.outcome === "killed"),
  };
}

async function chosen(options: ProveOptions): Promise<readonly Mutant[]> {
  const all = await allMutants();
  const missing = options.mutants?.find((id) => !all.some((mutant) => mutant.id === id));
  if (missing !== undefined)
    throw new AssayError(
      "prove.mutant",
      2,
      `--mutant ${missing}: there is no mutant of that name; mcp-assay simulate server --list-mutants lists them`,
    );
  return all.filter(
    (mutant) =>
      (options.mutants?.includes(mutant.id) ?? true) &&
      (options.areas === undefined ||
        mutant.breaks.some((id) => options.areas?.includes(id.slice(0, id.indexOf("."))))),
  );
}

function known(requirement: Requirement | undefined, mutant: Mutant, id: string): Requirement {
  if (requirement === undefined) throw new Error(`mutant ${mutant.id} breaks ${id}, which is not in the catalogue`);
  return requirement;
}

/** The areas of what a mutant breaks, and those whose scenarios judge it. */
function areasOf({ breaks, provokedBy = [] }: Mutant, judges: AreaJudges): readonly string[] {
  const own = breaks.map((id) => id.slice(0, id.indexOf(".")));
  const judging = judges.suites.filter((suite) =>
    suite.scenarios.some((scenario) => scenario.requirements.some((id) => breaks.includes(id))),
  );
  return [...new Set([...own, ...provokedBy, ...judging.map((suite) => suite.area)])].sort();
}

/** The scenarios of these areas, and every monitor. */
function within(judges: AreaJudges, areas: readonly string[]): AreaJudges {
  return { monitors: judges.monitors, suites: judges.suites.filter((suite) => areas.includes(suite.area)) };
}

async function conformingTrial(
  cell: Cell,
  judges: AreaJudges,
  options: TrialOptions,
  accusations: Accusation[],
): Promise<readonly RequirementResult[]> {
  const results = await trial(cell, judges, options);
  for (const { id, verdict, findings, reason } of results)
    if (verdict === "fail" || verdict === "error")
      accusations.push({
        requirement: id,
        ...cell,
        verdict,
        seen: findings[0] === undefined ? (reason ?? "") : `${findings[0].judge}: ${findings[0].seen}`,
      });
  return results;
}

function accusationsOnce(accusations: readonly Accusation[]): readonly Accusation[] {
  return [
    ...new Map(
      accusations.map((accusation) => [
        `${accusation.requirement} ${accusation.revision} ${accusation.transport}`,
        accusation,
      ]),
    ).values(),
  ];
}

function compare(
  mutant: Mutant,
  requirement: Requirement,
  cell: Cell,
  good: readonly RequirementResult[],
  bad: readonly RequirementResult[],
): ProofRow | undefined {
  const base = {
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
