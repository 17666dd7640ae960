import { createColors } from "picocolors";
import type { Proof, ProofRow } from "./proof.ts";

/** The table of mutants, what survived, and the coverage, for a terminal. */
export function renderProof(proof: Proof, options: { readonly color: boolean; readonly verbose?: boolean }): string {
  const paint = createColors(options.color);
  const lines: string[] = [];
  const wide = Math.max(10, ...proof.rows.map((row) => row.requirement.length));
  const mark = (row: ProofRow) =>
    row.outcome === "killed" ? paint.green("killed  ") : paint.red(row.outcome.padEnd(8));
  for (const row of [...proof.rows].sort((a, b) => a.requirement.localeCompare(b.requirement))) {
    if (row.outcome === "killed" && !options.verbose) continue;
    lines.push(
      `${mark(row)}  ${row.requirement.padEnd(wide)}  ${row.mutant}${row.facet === undefined ? "" : ` [${row.facet}]`}  ${paint.dim(`${row.revision} ${row.transport}`)}`,
    );
    if (row.note !== undefined) lines.push(`            ${row.note}`);
    if (options.verbose && row.by.length > 0) lines.push(paint.dim(`            by ${row.by.join(", ")}`));
    if (options.verbose && row.tripped.length > 0)
      lines.push(paint.dim(`            also tripped ${row.tripped.join(", ")}`));
  }
  for (const accusation of proof.accusations)
    lines.push(
      `${paint.red("accused ")}  ${accusation.requirement}  the conforming peer  ${paint.dim(`${accusation.revision} ${accusation.transport}`)}`,
      `            ${accusation.seen}`,
    );
  const killed = proof.rows.filter((row) => row.outcome === "killed").length;
  lines.push("", ...byArea(proof).map((line, index) => (index === 0 ? paint.dim(line) : line)), "");
  lines.push("judged by revision");
  for (const { revision, judged, of } of proof.coverage.byRevision)
    lines.push(`  ${revision.padEnd(16)} ${String(judged).padStart(4)} of ${of}`);
  const mutants = new Set(proof.rows.map((row) => row.mutant)).size;
  lines.push(
    "",
    `${proof.coverage.judged} requirements judged (${proof.coverage.byRole.server} on servers, ${proof.coverage.byRole.client} on clients); ${mutants} mutants, ${killed} of ${proof.rows.length} kills; ${proof.accusations.length} accusations of the conforming peer; ${(proof.ms / 1000).toFixed(1)} s`,
  );
  return `${lines.join("\n")}\n`;
}

/** A line an area: how many mutants break something in it, what became of them, and what that proves. */
function byArea({ rows, coverage }: Proof): readonly string[] {
  const cells = coverage.byArea.flatMap(({ area, judged, of }) => {
    const own = rows.filter((row) => row.requirement.startsWith(`${area}.`));
    if (own.length === 0) return [];
    const killed = own.filter((row) => row.outcome === "killed").length;
    const mutants = new Set(own.map((row) => row.mutant)).size;
    return [[area, String(mutants), String(killed), String(own.length - killed), `${judged} of ${of}`]];
  });
  const table = [["area", "mutants", "kills", "not killed", "judged"], ...cells];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  "),
  );
}
