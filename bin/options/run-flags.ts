import { type Command, Option } from "commander";
import { REVISIONS, type Revision, type TransportName } from "../../simulators/wire/revisions.ts";
import { parseDuration, parseEnv, parseInteger, parseList } from "./values.ts";
import { assertKnown } from "./wrong.ts";

export const TRANSPORTS: readonly TransportName[] = ["stdio", "http", "sse"];
const LARGEST_SEED = 2 ** 31 - 1;

/** Flags of every command that runs a target and judges it, parsed; what they leave open is undefined. */
export interface RunFlags {
  readonly env: readonly (readonly [string, string])[];
  readonly cwd?: string;
  readonly revision?: readonly Revision[];
  readonly transport?: readonly TransportName[];
  readonly area?: readonly string[];
  readonly requirement?: readonly string[];
  readonly scenario?: readonly string[];
  readonly seed?: number;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly deadline?: number;
  readonly failOn: "must" | "should";
  readonly trace?: string;
}

/** What differs between targets in the words of the flags. */
export interface RunWords {
  readonly target: "server" | "client";
  readonly transports: string;
  readonly concurrency: string;
  /** What `--timeout` holds for. */
  readonly timed: string;
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

/** Takes a flag that may stand several times. */
export function each<T>(flag: string, parse: (flag: string, text: string) => T) {
  return (text: string, previous: readonly T[]): readonly T[] => [...previous, parse(flag, text)];
}

/** Adds how the target is started, what to judge and for how long. */
export function addRunFlags(command: Command, words: RunWords): Command {
  const duration = (flag: string) => (text: string) => parseDuration(flag, text);
  return command
    .addOption(
      new Option("--env <assignment>", `KEY=VALUE added to the ${words.target}'s environment; repeatable`)
        .argParser(each("--env", parseEnv))
        .default([], "none"),
    )
    .option("--cwd <folder>", `the ${words.target}'s working directory`)
    .addOption(revisionOption())
    .addOption(
      new Option("--transport <names>", words.transports).argParser((text: string, previous?: readonly string[]) => {
        const transports = parseList(text, previous);
        assertKnown("--transport", transports, TRANSPORTS, "a transport");
        return transports;
      }),
    )
    .addOption(listOption("--area <names>", "only requirements of these areas (mcp-assay requirements lists them)"))
    .addOption(listOption("--requirement <ids>", "only these requirements"))
    .option("--scenario <name>", "only this scenario; repeatable", (text: string, previous?: readonly string[]) => [
      ...(previous ?? []),
      text,
    ])
    .addOption(seedOption())
    .addOption(
      new Option("--concurrency <number>", words.concurrency).argParser((text: string) =>
        parseInteger("--concurrency", text, 1, 256),
      ),
    )
    .addOption(
      new Option("--timeout <duration>", `of one ${words.timed} (default: 30s)`).argParser(duration("--timeout")),
    )
    .addOption(new Option("--deadline <duration>", "of the whole run (default: 10m)").argParser(duration("--deadline")))
    .addOption(failOnOption())
    .option("--trace <folder>", "write traces there, for mcp-assay judge");
}

/** The harness's options that these flags give. */
export function runOptions(flags: RunFlags) {
  return given({
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
    traceDir: flags.trace,
  });
}

/** The members that are not undefined. */
export function given<T extends object>(options: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

/** Sees that what the run is narrowed to exists. @throws AssayError */
export async function assertSelected(
  { area, requirement, scenario }: RunFlags,
  judges: () => Promise<{
    readonly suites: readonly { readonly scenarios: readonly { readonly name: string }[] }[];
  }>,
): Promise<void> {
  if (area === undefined && requirement === undefined && scenario === undefined) return;
  const { loadCatalogue } = await import("../../suites/requirements/load.ts");
  const catalogue = loadCatalogue();
  assertKnown("--area", area ?? [], catalogue.areas, "an area that mcp-assay requirements lists");
  assertKnown(
    "--requirement",
    requirement ?? [],
    catalogue.requirements.map(({ id }) => id),
    "an id that mcp-assay requirements lists",
  );
  if (scenario === undefined) return;
  const { suites } = await judges();
  assertKnown(
    "--scenario",
    scenario,
    suites.flatMap((suite) => suite.scenarios.map(({ name }) => name)),
    "the whole name of a scenario as a report has it",
  );
}
