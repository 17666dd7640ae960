import { Command, Option } from "commander";
import { AssayError } from "../../harness/options.ts";
import { DIFF_FORMATS } from "../../reports/diff-formats.ts";
import { FORMATS } from "../../reports/registry.ts";
import type { TerminalOptions } from "../../reports/terminal.ts";
import type { Finish } from "../finish.ts";
import { assertKnown } from "../options/wrong.ts";
import { prepareFile, print, wantsColor, writeFile } from "../output.ts";

interface RenderFlags {
  readonly output?: string;
  readonly color?: boolean;
  readonly verbose?: true;
}

const EXAMPLES = `
Examples:
  mcp-assay server --report json=report.json -- node server.js
  mcp-assay report render html report.json -o report.html
  mcp-assay report render markdown report.json
  mcp-assay report diff before.json after.json`;

/** `mcp-assay report`: other forms of a report, and what changed from one to another. */
export function reportCommand(finish: Finish): Command {
  return new Command("report")
    .description("render a JSON report in another format, or compare two")
    .addHelpText("after", EXAMPLES)
    .addCommand(renderCommand(finish))
    .addCommand(diffCommand(finish));
}

function renderCommand(finish: Finish): Command {
  const formats = Object.keys(FORMATS);
  return screenFlags(new Command("render"))
    .description("render a report in another format")
    .argument("<format>", `one of ${formats.join(", ")}`)
    .argument("<report>", "a file that --report json=FILE wrote; - for standard input")
    .option("-o, --output <file>", "write there instead of to standard output")
    .addHelpText("after", EXAMPLES)
    .action(async (format: string, file: string, flags: RenderFlags) => {
      assertKnown("report render", [format], formats, `one of ${formats.join(", ")}`);
      const { readReport } = await import("../../harness/report-file.ts");
      const report = readReport(file);
      const render = await FORMATS[format]!();
      await give(render(report, options(flags)), flags);
      finish(0);
    });
}

function diffCommand(finish: Finish): Command {
  const formats = Object.keys(DIFF_FORMATS);
  return screenFlags(new Command("diff"))
    .description("tell what got better, worse, newly judged or lost; exit status 1 when something got worse")
    .argument("<old>", "a report as JSON")
    .argument("<new>", "a later one of the same target")
    .addOption(
      new Option("--format <name>", `one of ${formats.join(", ")}`)
        .argParser((text: string) => {
          assertKnown("--format", [text], formats, "a format");
          return text;
        })
        .default("terminal"),
    )
    .option("-o, --output <file>", "write there instead of to standard output")
    .addHelpText("after", EXAMPLES)
    .action(async (old: string, later: string, flags: RenderFlags & { readonly format: string }) => {
      const { readReport } = await import("../../harness/report-file.ts");
      const [before, after] = [readReport(old), readReport(later)];
      if (before.target.role !== after.target.role)
        throw new AssayError(
          "report.roles",
          2,
          `report diff: expected two reports of one target, got one of a ${before.target.role} and one of a ${after.target.role}`,
        );
      const { diffReports } = await import("../../reports/diff.ts");
      const diff = diffReports(before, after);
      await give(DIFF_FORMATS[flags.format]!(diff, options(flags)), flags);
      finish(diff.worse.length > 0 ? 1 : 0);
    });
}

function screenFlags(command: Command): Command {
  return command
    .addOption(new Option("--color", "color even where it is no terminal").default(undefined))
    .addOption(new Option("--no-color", "no color (also: NO_COLOR, FORCE_COLOR)").default(undefined))
    .option("--verbose", "fold nothing");
}

function options({ output, color, verbose }: RenderFlags): TerminalOptions {
  const width = output === undefined ? process.stdout.columns : undefined;
  return {
    color: output === undefined ? wantsColor(color, process.stdout) : color === true,
    verbose: verbose === true,
    ...(width === undefined ? {} : { width }),
  };
}

async function give(text: string, { output }: RenderFlags): Promise<void> {
  if (output === undefined) return print(text);
  prepareFile("--output", output);
  writeFile("--output", output, text);
}
