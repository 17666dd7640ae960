import { Command, Option } from "commander";
import { AssayError } from "../../harness/options.ts";
import type { Mutant } from "../../simulators/mutants/mutant.ts";
import { factsOf, type Revision, type TransportName } from "../../simulators/wire/revisions.ts";
import type { Finish } from "../finish.ts";
import { interruptible } from "../interrupt.ts";
import { addOutputFlags, type OutputFlags } from "../options/output-flags.ts";
import { revisionOption, seedOption, TRANSPORTS } from "../options/run-flags.ts";
import { parseInteger } from "../options/values.ts";
import { assertKnown, wrong } from "../options/wrong.ts";
import { prepareFolder, print } from "../output.ts";
import { serveSockets, serveStdio } from "../serve.ts";
import { prepareReports, writeReports } from "../show.ts";

interface SimulateFlags extends OutputFlags {
  readonly observe?: true;
  readonly trace?: string;
  readonly transport: TransportName;
  readonly port?: number;
  readonly revision?: readonly Revision[];
  readonly mutant?: string;
  readonly listMutants?: true;
  readonly seed?: number;
}

const EXAMPLES = `
Examples:
  mcp-assay simulate server                                  on stdin and stdout
  mcp-assay simulate server --transport http --port 3000     prints its URL on stderr
  mcp-assay simulate server --revision 2025-11-25
  mcp-assay simulate server --list-mutants
  mcp-assay simulate server --observe --transport http --revision 2025-11-25 --report html=report.html
  mcp-assay server -- mcp-assay simulate server --mutant NAME

It ends at the end of its input (stdio), on SIGINT and on SIGTERM.`;

/** `mcp-assay simulate`: runs a simulated peer on its own. */
export function simulateCommand(finish: Finish): Command {
  const server = new Command("server")
    .description("a server that conforms, or conforms but for one deviation")
    .addOption(
      new Option("--transport <name>", TRANSPORTS.join(", "))
        .argParser((text: string) => {
          assertKnown("--transport", [text], TRANSPORTS, "a transport");
          return text;
        })
        .default("stdio"),
    )
    .addOption(
      new Option("--port <number>", "port on 127.0.0.1 (default: any free one)").argParser((text: string) =>
        parseInteger("--port", text, 0, 65_535),
      ),
    )
    .addOption(revisionOption())
    .option("--mutant <name>", "deviate as this mutant does")
    .option("--list-mutants", "list the mutants and what they do")
    .option("--observe", "judge the client that connects, and report on it at Ctrl-C; needs one --revision")
    .option("--trace <folder>", "with --observe: write the trace there")
    .addOption(seedOption());
  addOutputFlags(server)
    .addHelpText("after", EXAMPLES)
    .action(async (flags: SimulateFlags) => {
      if (flags.listMutants) return listMutants();
      finish(flags.observe ? await observe(flags) : await simulate(flags));
    });
  return new Command("simulate")
    .description("run a simulated peer on its own")
    .addCommand(server)
    .addHelpText("after", EXAMPLES);
}

/** Serves a client that someone else starts, until SIGINT or SIGTERM; then reports on what it did. */
async function observe(flags: SimulateFlags): Promise<number> {
  const [revision, another] = flags.revision ?? [];
  if (revision === undefined || another !== undefined)
    throw new AssayError(
      "options.observe",
      2,
      "--observe needs one --revision, that the server will speak; e.g. --observe --transport http --revision 2025-11-25",
    );
  if (flags.mutant !== undefined)
    throw wrong(
      "--mutant",
      flags.mutant,
      "no --observe with it: a client is judged by what it does to a server that conforms",
    );
  if (!factsOf(revision).transports.includes(flags.transport))
    throw wrong(
      "--transport",
      flags.transport,
      `a transport of ${revision}: ${factsOf(revision).transports.join(", ")}`,
    );
  prepareReports(flags);
  if (flags.trace !== undefined) prepareFolder("--trace", flags.trace);
  const [{ observeClient }, { exitStatus }] = await Promise.all([
    import("../../harness/client/observe.ts"),
    import("../../harness/exit.ts"),
  ]);
  const { value: report } = await interruptible((signal) =>
    observeClient({
      revision,
      transport: flags.transport,
      signal,
      announce: (place) => process.stderr.write(`${place}\n`),
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      ...(flags.trace === undefined ? {} : { traceDir: flags.trace }),
    }),
  );
  await writeReports(report, flags);
  return exitStatus(report, "must");
}

async function simulate(flags: SimulateFlags): Promise<number> {
  if (flags.transport === "stdio" && flags.port !== undefined)
    throw wrong("--port", String(flags.port), "--transport http or sse with it");
  const [{ createServer }, { realClock }, { seeded }] = await Promise.all([
    import("../../simulators/server/create.ts"),
    import("../../simulators/clock/clock.ts"),
    import("../../simulators/clock/random.ts"),
  ]);
  const mutant = await mutantNamed(flags.mutant);
  const server = createServer({
    clock: realClock,
    random: seeded(flags.seed ?? 1, "server 0"),
    ...(mutant === undefined ? {} : { mutant }),
    ...(flags.revision === undefined ? {} : { revisions: flags.revision }),
  });
  if (flags.transport === "stdio") return serveStdio(server.launch("p1"));
  const port = flags.port ?? 0;
  const listen = flags.transport === "http" ? server.listenHttp({ port }) : server.listenSse({ port });
  return serveSockets(
    listen.catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EADDRINUSE" && cause.code !== "EACCES") throw cause;
      const why = cause.code === "EADDRINUSE" ? "is in use already" : "may not be listened on";
      throw new AssayError(
        "simulate.port",
        3,
        `Port ${port} ${why}; name another with --port, or none for a free one.`,
        { cause },
      );
    }),
  );
}

async function mutantNamed(name: string | undefined): Promise<Mutant | undefined> {
  if (name === undefined) return undefined;
  const { allMutants } = await import("../../simulators/mutants/registry.ts");
  const mutants = await allMutants();
  assertKnown(
    "--mutant",
    [name],
    mutants.map(({ id }) => id),
    "a name that --list-mutants lists",
  );
  return mutants.find(({ id }) => id === name);
}

async function listMutants(): Promise<void> {
  const { allMutants } = await import("../../simulators/mutants/registry.ts");
  const mutants = await allMutants();
  const lines = mutants.map(({ id, does, breaks }) => `${id}\n    ${does}\n    breaks ${breaks.join(", ")}`);
  await print(`${lines.join("\n")}${lines.length === 0 ? "" : "\n"}${mutants.length} mutants\n`);
}
