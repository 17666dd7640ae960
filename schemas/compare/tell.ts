import type { Comparison, Shown } from "./compare.ts";
import { worded } from "./listed.ts";

/** One line on what was compared. */
export function summary(comparison: Comparison, unlisted: number): string {
  const { revision, definitions, instances, examples, mutations, differences } = comparison;
  const shipped = examples === 0 ? "" : `, ${examples} official examples`;
  const compared = `${definitions} definitions, ${instances} instances${shipped}, ${mutations} mutations compared`;
  const listed = new Set(differences.map(worded)).size - unlisted;
  return `${revision}: ${compared}; ${listed} differences listed${unlisted === 0 ? "" : `, ${unlisted} not`}`;
}

/** Each difference once, with the smallest value that shows it. */
export function smallestOfEach(differences: readonly Shown[]): readonly Shown[] {
  const smallest = new Map<string, Shown>();
  const size = ({ value }: Shown) => JSON.stringify(value).length;
  for (const shown of differences) {
    const known = smallest.get(worded(shown));
    if (known === undefined || size(shown) < size(known)) smallest.set(worded(shown), shown);
  }
  return [...smallest.values()];
}

/** A difference that no entry explains, with the value that shows it and both answers. */
export function accusation(shown: Shown): string {
  const { answer, revision, root, origin, value } = shown;
  const head = `  ${revision} ${worded(shown)}`;
  if (answer === "missing") return `${head}\n    ours has no such definition`;
  const [official, ours] = answer === "stricter" ? ["accepts", "refuses"] : ["refuses", "accepts"];
  return `${head}\n    the official schema ${official}, ours ${ours} this ${root} (${origin}):\n    ${JSON.stringify(value)}`;
}
