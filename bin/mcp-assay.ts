#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { AssayError } from "../harness/options.ts";
import { VERSION } from "../harness/version.ts";
import { clientCommand } from "./commands/client.ts";
import { judgeCommand } from "./commands/judge.ts";
import { proveCommand } from "./commands/prove.ts";
import { reportCommand } from "./commands/report.ts";
import { requirementsCommand } from "./commands/requirements.ts";
import { serverCommand } from "./commands/server.ts";
import { simulateCommand } from "./commands/simulate.ts";
import { failureOf } from "./failure.ts";
import { InterruptedError } from "./interrupt.ts";
import { toleratePipes } from "./output.ts";

const EXAMPLES = `
Examples:
  mcp-assay server -- node server.js               does this server conform?
  mcp-assay server --url http://127.0.0.1:3000/mcp
  mcp-assay client -- node client.js               does this client conform?
  mcp-assay simulate server --transport http       a server to try a client on

mcp-assay <command> --help shows the options and more examples.`;

/** Commands that take a target's own command after `--`. */
const TAKE_COMMANDS = new Set(["server", "client"]);

toleratePipes();
process.exitCode = await main(process.argv.slice(2));
// Whatever a target or a library left open must not keep this process: all output is written, all children are ended.
process.exit();

async function main(args: readonly string[]): Promise<number> {
  const dashes = args.indexOf("--");
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const target = dashes < 0 ? undefined : args.slice(dashes + 1);
  let status = 0;
  const program = programOf(target, (wanted) => {
    status = wanted;
  });
  try {
    await program.parseAsync([...own], { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof InterruptedError) return error.status;
    const stack = own.includes("--verbose") || Boolean(process.env.MCP_ASSAY_DEBUG);
    const failure = failureOf(error, { stack });
    process.stderr.write(failure.text);
    return failure.exit;
  }
}

function programOf(target: readonly string[] | undefined, finish: (status: number) => void): Command {
  const program = new Command("mcp-assay")
    .description("Tells whether an implementation of the Model Context Protocol conforms, and proves it.")
    .version(VERSION)
    .showSuggestionAfterError()
    .addHelpText("after", EXAMPLES);
  const commands = [
    serverCommand(target, finish),
    clientCommand(target, finish),
    simulateCommand(finish),
    judgeCommand(finish),
    proveCommand(finish),
    requirementsCommand(finish),
    reportCommand(finish),
  ];
  for (const command of commands) program.addCommand(command);
  everywhere(program, (command) => {
    command
      .exitOverride()
      .configureOutput({
        outputError: (text, write) =>
          write(
            `${text
              .trim()
              .replace(/^error: /, "mcp-assay: ")
              .replace(/\n+/g, " ")}\n`,
          ),
      })
      .configureHelp({ showGlobalOptions: false });
    if (command.registeredArguments.length === 0 && command.commands.length === 0) command.allowExcessArguments();
    command.hook("preAction", (_, called) => {
      const takesCommand = TAKE_COMMANDS.has(called.name()) && called.parent === program;
      const [extra] = called.args.slice(called.registeredArguments.length);
      if (extra !== undefined) throw new AssayError("options.excess", 2, excess(called.name(), extra, takesCommand));
      if (target !== undefined && !takesCommand)
        throw new AssayError(
          "options.excess",
          2,
          `${called.name()} takes no command after "--"; got ${JSON.stringify(target.join(" "))}.`,
        );
    });
  });
  return program;
}

function everywhere(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const inner of command.commands) everywhere(inner, act);
}

function excess(name: string, extra: string, takesCommand: boolean): string {
  if (!takesCommand)
    return `${name} takes no argument ${JSON.stringify(extra)}; mcp-assay ${name} --help shows what it takes.`;
  if (/^https?:/.test(extra) && name === "server")
    return `Expected a URL after --url, got it alone; write: mcp-assay server --url ${extra}`;
  return `Expected the ${name}'s command after "--", got ${JSON.stringify(extra)} before it; write: mcp-assay ${name} -- ${extra} ...`;
}
