import { type Command, Option } from "commander";
import type { ServerOptions } from "../../harness/options.ts";
import { addRunFlags, each, given, type RunFlags, runOptions, TRANSPORTS } from "./run-flags.ts";
import { parseHeader, parseList, parseUrl } from "./values.ts";
import { wrong } from "./wrong.ts";

/** Flags of `mcp-assay server`, parsed; what they leave open is undefined. */
export interface ServerFlags extends RunFlags {
  readonly url?: string;
  readonly header: readonly (readonly [string, string])[];
  readonly callTools?: "read-only" | "all" | readonly string[];
  readonly fixture?: true;
  readonly allowDamage?: true;
}

/** Adds what to drive, how to reach it, what to judge and for how long. */
export function addServerFlags(command: Command): Command {
  command
    .addOption(
      new Option(
        "--url <url>",
        "where the server listens; {port} in it and in the command becomes a free port",
      ).argParser((text: string) => parseUrl("--url", text)),
    )
    .addOption(
      new Option("--header <field>", "'Name: value' sent with every HTTP request; repeatable")
        .argParser(each("--header", parseHeader))
        .default([], "none"),
    );
  return addRunFlags(command, {
    target: "server",
    transports: `only these transports: ${TRANSPORTS.join(", ")}`,
    concurrency: "scenarios at a time",
    timed: "scenario",
  })
    .addOption(
      new Option("--call-tools <which>", "read-only: tools that declare readOnlyHint; all; or names").argParser(
        (text: string) => (text === "read-only" || text === "all" ? text : parseList(text)),
      ),
    )
    .option("--fixture", "the server is a conformance fixture (otherwise known by its tools' names)")
    .option("--allow-damage", "also run what may damage a server that was not started here");
}

/** The harness's options. @throws AssayError where flags contradict each other. */
export function serverOptions(flags: ServerFlags, command: readonly string[]): ServerOptions {
  if (flags.url === undefined) {
    const wire = flags.transport?.find((transport) => transport !== "stdio");
    if (wire !== undefined)
      throw wrong("--transport", wire, "--url with it; a server given by its command alone is driven over stdio");
    if (flags.header.length > 0)
      throw wrong("--header", `${flags.header[0]![0]} ...`, "--url with it; stdio has no headers");
  } else {
    if (flags.transport?.includes("stdio")) throw wrong("--transport", "stdio", "http or sse with --url");
    if (flags.url.includes("{port}") && command.length === 0)
      throw wrong("--url", flags.url, "a command after -- to give the free port to");
  }
  return {
    ...runOptions(flags),
    ...given({
      command: command.length === 0 ? undefined : command,
      url: flags.url,
      headers: flags.header.length === 0 ? undefined : flags.header,
      failOn: flags.failOn,
      callTools: flags.callTools,
      fixture: flags.fixture,
      allowDamage: flags.allowDamage,
    }),
  };
}
