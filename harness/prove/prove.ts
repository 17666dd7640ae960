import { realClock } from "../../simulators/clock/clock.ts";
import { allClientMutants } from "../../simulators/mutants/client/registry.ts";
import { allMutants } from "../../simulators/mutants/registry.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { catalogueHash, loadCatalogue } from "../../suites/requirements/load.ts";
import { AssayError } from "../options.ts";
import type { Unit } from "./bench.ts";
import { benches } from "./benches.ts";
import { everyCell } from "./cells.ts";
import { coverageOf } from "./coverage.ts";
import type { Accusation, Proof, ProofRow } from "./proof.ts";

/** Fewer units than this are tried sooner than a worker has started. */
const WORTH_A_WORKER = 16;

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
  /** Threads to prove on (default: this one alone). */
  readonly workers?: number;
  readonly onProgress?: (progress: ProveProgress) => void;
}

export interface ProveProgress {
  readonly what: string;
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
  const settings = { full: options.full ?? false, seed: options.seed ?? 1 };
  const units = await unitsOf(options);
  const rows: ProofRow[] = [];
  const accusations: Accusation[] = [];
  let done = 0;
  const { run, close } = benches(settings, Math.min(options.workers ?? 1, Math.ceil(units.length / WORTH_A_WORKER)));
  try {
    const shown = await Promise.all(
      units.map(async (unit) => {
        const result = await run(unit);
        done += 1;
        options.onProgress?.({ what: "mutant" in unit ? unit.mutant : "the conforming peer", done, of: units.length });
        return result;
      }),
    );
    for (const each of shown) {
      rows.push(...each.rows);
      accusations.push(...each.accusations);
    }
  } finally {
    await close();
  }
  const once = accusationsOnce(accusations);
  return {
    seed: settings.seed,
    catalogue: catalogueHash(),
    rows,
    accusations: once,
    coverage: coverageOf(rows, loadCatalogue().requirements, REVISIONS),
    ms: Math.round(realClock.now() - started),
    sound: once.length === 0 && rows.every((row) => row.outcome === "killed"),
  };
}

/** What is to be tried: the mutants asked for, and with `full` the conforming peers in every cell. */
async function unitsOf(options: ProveOptions): Promise<readonly Unit[]> {
  const { roles = ["server", "client"], mutants: wanted, areas, full } = options;
  const all = {
    server: roles.includes("server") ? await allMutants() : [],
    client: roles.includes("client") ? await allClientMutants() : [],
  };
  const missing = wanted?.find((id) => !roles.some((role) => all[role].some((mutant) => mutant.id === id)));
  if (missing !== undefined)
    throw new AssayError(
      "prove.mutant",
      2,
      `--mutant ${missing}: there is no mutant of that name; mcp-assay simulate server --list-mutants lists them`,
    );
  return roles.flatMap((role): readonly Unit[] => {
    const chosen = all[role].filter(
      ({ id, breaks }) =>
        (wanted?.includes(id) ?? true) &&
        (areas === undefined || breaks.some((broken) => areas.includes(broken.slice(0, broken.indexOf("."))))),
    );
    const cells = full ? everyCell() : [];
    return [...chosen.map(({ id }) => ({ role, mutant: id })), ...cells.map((cell) => ({ role, cell }))];
  });
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
