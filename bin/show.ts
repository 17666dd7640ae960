import { FORMATS } from "../reports/registry.ts";
import type { Report } from "../schemas/report.ts";
import type { OutputFlags } from "./options/output-flags.ts";
import { prepareFile, print, wantsColor, writeFile } from "./output.ts";

/** Sees, before any work, that the reports can be written where they are wanted. @throws AssayError */
export function prepareReports(flags: OutputFlags): void {
  for (const { file } of flags.report) if (file !== undefined) prepareFile("--report", file);
}

/** Writes the reports asked for; the terminal's own as well, unless another takes standard output or all is to be quiet. */
export async function writeReports(report: Report, flags: OutputFlags): Promise<void> {
  for (const { format, file } of flags.report) {
    if (file !== undefined)
      writeFile(
        "--report",
        file,
        (await FORMATS[format]!())(report, { color: false, verbose: flags.verbose === true }),
      );
  }
  const shown = flags.report.find((wish) => wish.file === undefined)?.format ?? (flags.quiet ? undefined : "terminal");
  if (shown === undefined) return;
  const width = process.stdout.columns;
  const options = {
    color: wantsColor(flags.color, process.stdout),
    verbose: flags.verbose === true,
    ...(width === undefined ? {} : { width }),
  };
  await print((await FORMATS[shown]!())(report, options));
}
