import { type Command, Option } from "commander";
import type { ServerOptions } from "../../harness/options.ts";
import { REVISIONS, type Revision, type TransportName } from "../../simulators/wire/revisions.ts";
import { parseDuration, parseEnv, parseHeader, parseInteger, parseList, parseUrl } from "./values.ts";
import { assertKnown, wrong } from "./wrong.ts";

const TRANSPORTS: readonly TransportName[] = ["stdio", "http", "sse"];
const LARGEST_SEED = 2 ** 31 - 1;

/** Flags of `mcp-assay server`, parsed; what they leave open is undefined. */
export interface ServerFlags {
  readonly url?: string;
  readonly header: readonly (readonly [string, string])[];
  readonly env: readonly (readonly [string, string])[];
  readonly cwd?: string;
  readonly revision?: readonly Revision[];
  readonly transport?: readonly TransportName[];
  readonly area?: readonly string[];
  readonly requirement?: readonly string[];
  readonly scenario?: readonly string[];
  readonly callTools?: "read-only" | "all" | readonly string[];
  readonly fixture?: true;
  readonly allowDamage?: true;
  readonly seed?: number;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly deadline?: number;
  readonly failOn: "must" | "should";
  readonly trace?: string;
}

/** `--revision`, as every command has it. */
export function revisionOption(): Option {
  return new Option("--revision <dates>", `only these revisions: ${REVISIONS.join(", ")}`).argParser(
    (text: string, previous?: readonly string[]) => {
      const revisions = parseList(text, previous);
      assertKnown("--revision", revisions, REVISIONS, "a revision");
      return revisions;
    },
  );
}

/** `--seed`, as every command has it. */
export function seedOption(): Option {
  return new Option("--seed <number>", "seed of everything drawn (default: 1)").argParser((text: string) =>
    parseInteger("--seed", text, 0, LARGEST_SEED),
  );
}

/** `--fail-on`, as every command that judges has it. */
export function failOnOption(): Option {
  return new Option("--fail-on <level>", "must: failures; should: warnings too")
    .argParser((text: string) => {
      assertKnown("--fail-on", [text], ["must", "should"], "a level");
      return text;
    })
    .default("must", "must");
}

export function listOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string, previous?: readonly string[]) =>
    parseList(text, previous),
  );
}

/** Adds what to drive, how to reach it, what to judge and for how long. */
export function addServerFlags(command: Command): Command {
  const each =
    <T>(flag: string, parse: (flag: string, text: string) => T) =>
    (text: string, previous: readonly T[]) => [...previous, parse(flag, text)];
  const duration = (flag: string) => (text: string) => parseDuration(flag, text);
  return command
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
    )
    .addOption(
      new Option("--env <assignment>", "KEY=VALUE added to the server's environment; repeatable")
        .argParser(each("--env", parseEnv))
        .default([], "none"),
    )
    .option("--cwd <folder>", "the server's working directory")
    .addOption(revisionOption())
    .addOption(
      new Option("--transport <names>", `only these transports: ${TRANSPORTS.join(", ")}`).argParser(
        (text: string, previous?: readonly string[]) => {
          const transports = parseList(text, previous);
          assertKnown("--transport", transports, TRANSPORTS, "a transport");
          return transports;
        },
      ),
    )
    .addOption(listOption("--area <names>", "only requirements of these areas (mcp-assay requirements lists them)"))
    .addOption(listOption("--requirement <ids>", "only these requirements"))
    .option("--scenario <name>", "only this scenario; repeatable", (text: string, previous?: readonly string[]) => [
      ...(previous ?? []),
      text,
    ])
    .addOption(
      new Option("--call-tools <which>", "read-only: tools that declare readOnlyHint; all; or names").argParser(
        (text: string) => (text === "read-only" || text === "all" ? text : parseList(text)),
      ),
    )
    .option("--fixture", "the server is a conformance fixture (otherwise known by its tools' names)")
    .option("--allow-damage", "also run what may damage a server that was not started here")
    .addOption(seedOption())
    .addOption(
      new Option("--concurrency <number>", "scenarios at a time").argParser((text: string) =>
        parseInteger("--concurrency", text, 1, 256),
      ),
    )
    .addOption(new Option("--timeout <duration>", "of one scenario (default: 30s)").argParser(duration("--timeout")))
    .addOption(new Option("--deadline <duration>", "of the whole run (default: 10m)").argParser(duration("--deadline")))
    .addOption(failOnOption())
    .option("--trace <folder>", "write traces there, for mcp-assay judge");
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
  const given = {
    command: command.length === 0 ? undefined : command,
    url: flags.url,
    headers: flags.header.length === 0 ? undefined : flags.header,
    env: flags.env.length === 0 ? undefined : Object.fromEntries(flags.env),
    cwd: flags.cwd,
    revisions: flags.revision,
    transports: flags.transport,
    areas: flags.area,
    requirements: flags.requirement,
    scenarios: flags.scenario,
    seed: flags.seed,
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout,
    deadlineMs: flags.deadline,
    failOn: flags.failOn,
    callTools: flags.callTools,
    fixture: flags.fixture,
    traceDir: flags.trace,
    allowDamage: flags.allowDamage,
  } satisfies ServerOptions;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
