import { Command, Option } from "commander";
import type { ClientOptions } from "../../harness/client/assay.ts";
import { AssayError } from "../../harness/options.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import { addConfigFlag, configured } from "../config.ts";
import type { Finish } from "../finish.ts";
import { finishJudged, prepareJudged } from "../judged.ts";
import { addBaselineFlags, type BaselineFlags } from "../options/baseline-flags.ts";
import { addOutputFlags, type OutputFlags } from "../options/output-flags.ts";
import { failOnOption, listOption, revisionOption, seedOption } from "../options/server-flags.ts";
import { parseDuration, parseEnv, parseInteger, parseList } from "../options/values.ts";
import { assertKnown } from "../options/wrong.ts";
import { prepareFolder } from "../output.ts";
import { watched } from "../watched.ts";

interface ClientFlags extends OutputFlags, BaselineFlags {
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
  readonly trace?: string;
}

const TRANSPORTS: readonly TransportName[] = ["stdio", "http", "sse"];

const EXAMPLES = `
Examples:
  mcp-assay client -- node client.js                     its server's URL is the last argument
  mcp-assay client --transport stdio -- node client.js   its server's command follows after --
  mcp-assay client -- my-client connect {url} --verbose
  mcp-assay client --transport stdio -- my-client --config {config}
  mcp-assay client --transport http,stdio --revision 2025-11-25 --report json=report.json -- node client.js

A client is told what to do by MCP_ASSAY_ACTIONS and the like (docs/client-driver.md). One that knows nothing of them
is judged by what it does of its own accord.

Exit status: 0 it conforms, 1 it does not, 2 wrong command line, 3 not started or nothing concluded, 4 mcp-assay broke,
130 or 143 interrupted.`;

/** `mcp-assay client`: plays the server to a client and reports on it. `given` is what stood after `--`. */
export function clientCommand(given: readonly string[] | undefined, finish: Finish): Command {
  const duration = (flag: string) => (text: string) => parseDuration(flag, text);
  const command = new Command("client")
    .description("play the server to a client and judge it")
    .usage("[options] -- command...")
    .addOption(
      new Option("--transport <names>", `over these transports: ${TRANSPORTS.join(", ")} (default: http)`).argParser(
        (text: string, previous?: readonly string[]) => {
          const transports = parseList(text, previous);
          assertKnown("--transport", transports, TRANSPORTS, "a transport");
          return transports;
        },
      ),
    )
    .addOption(
      new Option("--env <assignment>", "KEY=VALUE added to the client's environment; repeatable")
        .argParser((text: string, previous: readonly (readonly [string, string])[]) => [
          ...previous,
          parseEnv("--env", text),
        ])
        .default([], "none"),
    )
    .option("--cwd <folder>", "the client's working directory")
    .addOption(revisionOption())
    .addOption(listOption("--area <names>", "only requirements of these areas (mcp-assay requirements lists them)"))
    .addOption(listOption("--requirement <ids>", "only these requirements"))
    .option("--scenario <name>", "only this scenario; repeatable", (text: string, previous?: readonly string[]) => [
      ...(previous ?? []),
      text,
    ])
    .addOption(seedOption())
    .addOption(
      new Option("--concurrency <number>", "clients at a time (default: twice the cores)").argParser((text: string) =>
        parseInteger("--concurrency", text, 1, 256),
      ),
    )
    .addOption(new Option("--timeout <duration>", "of one client (default: 30s)").argParser(duration("--timeout")))
    .addOption(new Option("--deadline <duration>", "of the whole run (default: 10m)").argParser(duration("--deadline")))
    .addOption(failOnOption())
    .option("--trace <folder>", "write traces there, for mcp-assay judge");
  return addConfigFlag(addOutputFlags(addBaselineFlags(command)))
    .addHelpText("after", EXAMPLES)
    .action(async () => {
      const { target } = configured(command, given);
      const flags = command.opts<ClientFlags>();
      if (target === undefined || target.length === 0)
        throw new AssayError(
          "options.no-target",
          2,
          'Expected a command after "--", got nothing; e.g. mcp-assay client -- node client.js',
        );
      await assertJudged(flags);
      const baseline = await prepareJudged(flags);
      if (flags.trace !== undefined) prepareFolder("--trace", flags.trace);
      const { assayClient } = await import("../../harness/client/assay.ts");
      const options = clientOptions(flags, target);
      const { value: report, status } = await watched(flags, (tools) => assayClient({ ...options, ...tools }));
      finish(await finishJudged(report, flags, { baseline, status }));
    });
}

function clientOptions(flags: ClientFlags, command: readonly string[]): ClientOptions {
  const given = {
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
  } satisfies Partial<ClientOptions>;
  return { command, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

async function assertJudged({ area, requirement, scenario }: ClientFlags): Promise<void> {
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
  const { clientJudges } = await import("../../suites/registry.ts");
  const { suites } = await clientJudges();
  assertKnown(
    "--scenario",
    scenario,
    suites.flatMap((suite) => suite.scenarios.map(({ name }) => name)),
    "the whole name of a scenario as a report has it",
  );
}
