import { AssayError, INTERRUPTED } from "../harness/options.ts";
import type { Baseline } from "../harness/verdict/baseline.ts";
import type { GateOptions } from "../harness/verdict/gate.ts";
import type { Report } from "../schemas/report.ts";
import type { BaselineFlags } from "./options/baseline-flags.ts";
import type { OutputFlags } from "./options/output-flags.ts";
import { prepareFile, writeFile } from "./output.ts";
import { prepareReports, writeReports } from "./show.ts";

/** How commands that judge end: held against the baseline, reported, with an exit status. */
export type JudgedFlags = OutputFlags & BaselineFlags & { readonly scenario?: readonly string[] };

/** Reads the baseline, and sees that all that is to be written can be, before any work. @throws AssayError */
export async function prepareJudged(flags: JudgedFlags): Promise<Baseline | undefined> {
  prepareReports(flags);
  if (flags.baseline === undefined) {
    if (flags.updateBaseline) throw mistake("--update-baseline: expected --baseline FILE with it, to write to");
    if (flags.reason !== undefined) throw mistake("--reason: expected --update-baseline with it, to give reasons to");
    return undefined;
  }
  if (flags.reason !== undefined && !flags.updateBaseline)
    throw mistake("--reason: expected --update-baseline with it, to give reasons to");
  if (flags.updateBaseline) prepareFile("--baseline", flags.baseline);
  const { readBaseline } = await import("../harness/verdict/baseline.ts");
  return readBaseline(flags.baseline, { mayBeAbsent: flags.updateBaseline === true });
}

/** Holds the report against what was asked, writes it, and gives the exit status; `status` is that of an interruption. */
export async function finishJudged(
  report: Report,
  flags: JudgedFlags,
  { baseline, status }: { readonly baseline: Baseline | undefined; readonly status?: number | undefined },
): Promise<number> {
  const [{ gated }, { exitStatus }, { loadCatalogue }] = await Promise.all([
    import("../harness/verdict/gate.ts"),
    import("../harness/exit.ts"),
    import("../suites/requirements/load.ts"),
  ]);
  const cut = status !== undefined || report.notes.includes(INTERRUPTED);
  const options: GateOptions = {
    failOn: flags.failOn,
    catalogue: loadCatalogue(),
    partial: cut || flags.scenario !== undefined,
    ...(baseline === undefined ? {} : { baseline }),
  };
  const updated =
    baseline !== undefined && flags.updateBaseline
      ? await update(report, flags, { ...options, baseline }, cut)
      : undefined;
  const held = gated(report, updated === undefined ? options : { ...options, baseline: updated });
  await writeReports(held, flags);
  return status ?? exitStatus(held);
}

async function update(
  report: Report,
  flags: JudgedFlags,
  options: GateOptions & { readonly baseline: Baseline },
  cut: boolean,
): Promise<Baseline> {
  const say = (text: string) => process.stderr.write(flags.quiet ? "" : `${text}\n`);
  const { file } = options.baseline;
  if (cut || !report.concluded) {
    say(`${file} is left as it was: the run ${cut ? "was interrupted" : "did not conclude"}`);
    return options.baseline;
  }
  const { updatedBaseline } = await import("../harness/verdict/update-baseline.ts");
  const updated = updatedBaseline(report, {
    ...options,
    ...(flags.reason === undefined ? {} : { reason: flags.reason }),
  });
  writeFile("--baseline", file, updated.text);
  say(`${file}: ${updated.entries.length} expected, ${options.baseline.entries.length} before`);
  return updated;
}

function mistake(message: string): AssayError {
  return new AssayError("options.baseline", 2, message);
}
