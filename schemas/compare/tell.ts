import type { Comparison, Shown } from "./compare.ts";
import { worded } from "./listed.ts";

/** One line on what was compared. */
export function summary(comparison: Comparison): string {
  const { revision, definitions, instances, examples, mutations, differences } = comparison;
  const shipped = examples === 0 ? "" : `, ${examples} official examples`;
  return `${revision}: ${definitions} definitions, ${instances} instances${shipped}, ${mutations} mutations compared; ${differences.length} differences`;
}

/** A difference that no entry explains, with the value that shows it and both answers. */
export function accusation(shown: Shown): string {
  const { answer, revision, root, origin, value } = shown;
  const head = `  ${revision} ${worded(shown)}`;
  if (answer === "missing") return `${head}\n    ours has no such definition`;
  const [official, ours] = answer === "stricter" ? ["accepts", "refuses"] : ["refuses", "accepts"];
  return `${head}\n    the official schema ${official}, ours ${ours} this ${root} (${origin}):\n    ${JSON.stringify(value)}`;
}
