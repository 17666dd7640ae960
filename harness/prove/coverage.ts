import type { Requirement } from "../../suites/kit/requirement.ts";
import type { Coverage, ProofRow } from "./proof.ts";

/** What the rows prove. A requirement counts once, however many revisions it holds in. */
export function coverageOf(
  rows: readonly ProofRow[],
  requirements: readonly Requirement[],
  revisions: readonly string[],
): Coverage {
  const counted = new Set(requirements.map((requirement) => requirement.id));
  const killed = rows.filter((row) => row.outcome === "killed" && counted.has(row.requirement));
  const ids = new Set(killed.map((row) => row.requirement));
  const ofRole = (role: ProofRow["role"]) =>
    new Set(killed.filter((row) => row.role === role).map((row) => row.requirement)).size;
  const judgedIn = (revision: string) =>
    new Set(killed.filter((row) => row.revision === revision).map((row) => row.requirement)).size;
  const areas = [...new Set(requirements.map((requirement) => requirement.area))];
  return {
    judged: ids.size,
    byRole: { server: ofRole("server"), client: ofRole("client") },
    byArea: areas.map((area) => {
      const own = requirements.filter((requirement) => requirement.area === area);
      return { area, judged: own.filter((requirement) => ids.has(requirement.id)).length, of: own.length };
    }),
    byRevision: revisions.map((revision) => ({
      revision,
      judged: judgedIn(revision),
      of: requirements.filter((requirement) => (requirement.revisions as readonly string[]).includes(revision)).length,
    })),
    ids: [...ids].sort(),
  };
}
