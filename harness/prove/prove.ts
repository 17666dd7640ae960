import type { RequirementResult } from "../../schemas/report.ts";
import { realClock } from "../../simulators/clock/clock.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import { catalogueHash, loadCatalogue } from "../../suites/requirements/load.ts";
import { AssayError } from "../options.ts";
import { type Cell, cellsOf, everyCell, narrowCells } from "./cells.ts";
import { clientSide } from "./client-side.ts";
import { coverageOf } from "./coverage.ts";
import type { Accusation, Proof, ProofRow } from "./proof.ts";
import { serverSide } from "./server-side.ts";
import type { MutantFacts, Side } from "./side.ts";

export interface ProveOptions {
  /** Which peers' checks to prove (default: both). */
  readonly roles?: readonly ("server" | "client")[];
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
  const sides = await chosen(await sidesOf(options), options);
  const rows: ProofRow[] = [];
  const accusations: Accusation[] = [];
  for (const side of sides) {
    const proven = await proveSide(side, { ...options, seed });
    rows.push(...proven.rows);
    accusations.push(...proven.accusations);
  }
  return {
    seed,
    catalogue: catalogueHash(),
    rows,
    accusations,
    coverage: coverageOf(rows, catalogue.requirements, REVISIONS),
    ms: Math.round(realClock.now() - started),
    sound: accusations.length === 0 && rows.every((row) => row.outcome === "killed"),
  };
}

function sidesOf({ roles = ["server", "client"] }: ProveOptions): Promise<readonly Side[]> {
  return Promise.all(roles.map((role) => (role === "server" ? serverSide() : clientSide())));
}

async function proveSide(
  side: Side,
  options: ProveOptions & { readonly seed: number },
): Promise<{ readonly rows: readonly ProofRow[]; readonly accusations: readonly Accusation[] }> {
  const catalogue = loadCatalogue();
  const work = side.mutants.flatMap((mutant) => {
    const broken = mutant.breaks.map((id) => known(catalogue.byId(id), mutant, id));
    const cells = options.full ? cellsOf(mutant, broken) : narrowCells(mutant, broken);
    return cells.map((cell) => ({ mutant, broken, cell }));
  });
  const conforming = new Map<string, Promise<readonly RequirementResult[]>>();
  const accusations: Accusation[] = [];
  const baseline = (cell: Cell, areas: readonly string[] | undefined, serves: MutantFacts["serves"]) => {
    const key = `${cell.revision} ${cell.transport} ${areas?.join() ?? ""} ${serves?.join() ?? ""}`;
    const ready =
      conforming.get(key) ?? conformingTrial(side, cell, areas, { serves, seed: options.seed }, accusations);
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
    const areas = areasOf(mutant, side);
    const good = await baseline(cell, areas, mutant.serves);
    const bad = await side.trial(cell, areas, { mutant, serves: mutant.serves, seed: options.seed });
    for (const requirement of broken) {
      const row = compare(side, mutant, requirement, { cell, good, bad });
      if (row !== undefined) rows.push(row);
    }
  }
  if (options.full) for (const cell of everyCell()) await baseline(cell, undefined, undefined);
  return { rows, accusations: accusationsOnce(accusations) };
}

/** The sides, each with the mutants asked for. */
async function chosen(sides: readonly Side[], options: ProveOptions): Promise<readonly Side[]> {
  const missing = options.mutants?.find(
    (id) => !sides.some(({ mutants }) => mutants.some((mutant) => mutant.id === id)),
  );
  if (missing !== undefined)
    throw new AssayError(
      "prove.mutant",
      2,
      `--mutant ${missing}: there is no mutant of that name; mcp-assay simulate server --list-mutants lists them`,
    );
  return sides.map((side) => ({
    ...side,
    mutants: side.mutants.filter(
      (mutant) =>
        (options.mutants?.includes(mutant.id) ?? true) &&
        (options.areas === undefined ||
          mutant.breaks.some((id) => options.areas?.includes(id.slice(0, id.indexOf("."))))),
    ),
  }));
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
