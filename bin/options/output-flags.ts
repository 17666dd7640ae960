import { type Command, Option } from "commander";
import { FORMATS } from "../../reports/registry.ts";
import { parseReport, type ReportWish } from "./values.ts";
import { wrong } from "./wrong.ts";

/** What every command that writes a report understands. */
export interface OutputFlags {
  readonly report: readonly ReportWish[];
  readonly color: boolean | undefined;
  readonly quiet?: true;
  readonly verbose?: true;
}

/** Adds `--color`, `--quiet` and `--verbose`; `quiet` says what is left out. */
export function addScreenFlags(command: Command, quiet = "no progress"): Command {
  return command
    .addOption(new Option("--color", "color even where it is no terminal").default(undefined))
    .addOption(new Option("--no-color", "no color (also: NO_COLOR, FORCE_COLOR)").default(undefined))
    .option("--quiet", quiet)
    .option("--verbose", "fold nothing; show where an internal error comes from");
}

/** Adds `--report` and the screen flags. */
export function addOutputFlags(command: Command): Command {
  const formats = Object.keys(FORMATS);
  const report = (text: string, previous: readonly ReportWish[]) => {
    const wishes = [...previous, parseReport("--report", text, formats)];
    if (wishes.filter((wish) => wish.file === undefined).length > 1)
      throw wrong("--report", text, "at most one report without =FILE: standard output takes one");
    return wishes;
  };
  return addScreenFlags(
    command.addOption(
      new Option("--report <format[=file]>", `${formats.join(", ")}; to standard output without a file; repeatable`)
        .argParser(report)
        .default([], "terminal"),
    ),
    "no progress, and no report but those asked for by --report",
  );
}
