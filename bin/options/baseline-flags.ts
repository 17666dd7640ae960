import { type Command, Option } from "commander";
import { wrong } from "./wrong.ts";

/** What a run is held against. */
export interface BaselineFlags {
  readonly failOn: "must" | "should";
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly reason?: string;
}

/** Adds `--baseline`, `--update-baseline` and `--reason`. */
export function addBaselineFlags(command: Command): Command {
  return command
    .option("--baseline <file>", "YAML list of failures that are expected; one that passes fails the run")
    .option("--update-baseline", "write what fails now to --baseline, keeping reasons given there")
    .addOption(
      new Option("--reason <text>", "reason of new entries of --update-baseline").argParser((text: string) => {
        if (text.trim() === "") throw wrong("--reason", text, "why these failures are put up with");
        return text;
      }),
    );
}
