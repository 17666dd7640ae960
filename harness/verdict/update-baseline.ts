import { Document, isSeq, parseDocument, YAMLSeq } from "yaml";
import type { Report } from "../../schemas/report.ts";
import { fails } from "../exit.ts";
import { type Baseline, type BaselineEntry, entryFor, parseBaseline, UNTRIAGED } from "./baseline.ts";
import { type GateOptions, lookAt } from "./gate.ts";

const HEADER = ` Failures that are known. Each needs a reason; the run fails when one of them passes, or when another comes up.`;

export interface UpdateOptions extends GateOptions {
  readonly baseline: Baseline;
  /** Of new entries; "not yet triaged" unless given. */
  readonly reason?: string;
}

/**
 * The baseline as it must be for this report to pass: entries that still fail or were not looked at as they stand, reasons
 * and comments included, without those that pass or are unknown, and with what fails besides.
 */
export function updatedBaseline(report: Report, options: UpdateOptions): Baseline {
  const { baseline } = options;
  const document = parseDocument(baseline.text);
  const list = isSeq(document.contents) ? document.contents : new YAMLSeq();
  const kept = baseline.entries.map((entry) => {
    const look = lookAt(entry, report, options);
    return look === "fails" || look === "unseen";
  });
  list.items = list.items.filter((_, index) => kept[index]);
  for (const entry of newEntries(report, options)) list.items.push(document.createNode(entry));
  list.flow = false;
  const fresh = baseline.entries.length === 0 && baseline.text.trim() === "";
  const written = fresh ? new Document(list) : document;
  if (fresh) written.commentBefore = HEADER;
  else document.contents = list as typeof document.contents;
  return parseBaseline(baseline.file, written.toString({ lineWidth: 0 }));
}

/** One entry for what fails in every run that judged it, else one for each run that it fails in. */
function newEntries(report: Report, options: UpdateOptions): readonly BaselineEntry[] {
  const reason = options.reason ?? UNTRIAGED;
  const found = new Map<string, { readonly entries: BaselineEntry[]; failed: number; judged: number }>();
  for (const run of report.runs)
    for (const result of run.requirements) {
      if (result.verdict !== "fail" && result.verdict !== "pass") continue;
      const known = found.get(result.id) ?? { entries: [], failed: 0, judged: 0 };
      found.set(result.id, known);
      known.judged += 1;
      if (!fails(result, options.failOn)) continue;
      known.failed += 1;
      if (entryFor(options.baseline, run, result) !== undefined) continue;
      known.entries.push({ requirement: result.id, revision: run.revision, transport: run.transport, reason });
    }
  return [...found].flatMap(([requirement, { entries, failed, judged }]) =>
    entries.length === judged && failed === judged ? [{ requirement, reason }] : entries,
  );
}
