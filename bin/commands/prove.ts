import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import type { ProveOptions, ProveProgress } from "../../harness/prove/prove.ts";
import type { Finish } from "../finish.ts";
import { addScreenFlags, type OutputFlags } from "../options/output-flags.ts";
import { listOption, seedOption } from "../options/run-flags.ts";
import { parseList } from "../options/values.ts";
import { assertKnown } from "../options/wrong.ts";
import { print, wantsColor } from "../output.ts";

interface ProveFlags extends Omit<OutputFlags, "report"> {
  readonly role?: readonly ("server" | "client")[];
  readonly mutant?: readonly string[];
  readonly area?: readonly string[];
  readonly full?: true;
  readonly seed?: number;
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  mcp-assay prove                        every mutant once, where it applies
  mcp-assay prove --area subscriptions   the mutants of one area
  mcp-assay prove --mutant NAME --verbose
  mcp-assay prove --full --json          in every revision and transport where they apply

Exit status: 0 every mutant was killed and the conforming peers accused of nothing, 1 otherwise or when none ran.`;

/** `mcp-assay prove`: runs the checks against the conforming peer and its mutants. */
export function proveCommand(finish: Finish): Command {
  const command = new Command("prove")
    .description("prove the checks on simulated servers and clients that conform but for one deviation each")
    .addOption(
      new Option("--role <names>", "server: only checks of servers; client: only checks of clients").argParser(
        (text: string, previous?: readonly string[]) => {
          const roles = parseList(text, previous);
          assertKnown("--role", roles, ["server", "client"], "a role");
          return roles;
        },
      ),
    )
    .addOption(listOption("--mutant <names>", "only these mutants (mcp-assay simulate server --list-mutants)"))
    .addOption(listOption("--area <names>", "only mutants that break a requirement of these areas"))
    .option("--full", "every revision and transport where a mutant applies")
    .addOption(seedOption())
    .option("--json", "the whole proof as JSON");
  return addScreenFlags(command)
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ProveFlags) => {
      const options = await proveOptions(flags);
      const { prove } = await import("../../harness/prove/prove.ts");
      const onProgress = progress(flags);
      const proof = await prove(onProgress === undefined ? options : { ...options, onProgress });
      if (onProgress !== undefined) process.stderr.write("\r\u001b[K");
      const { renderProof } = await import("../../harness/prove/render.ts");
      const text = flags.json
        ? `${JSON.stringify(proof, null, 2)}\n`
        : renderProof(proof, { color: wantsColor(flags.color, process.stdout), verbose: flags.verbose === true });
      await print(text);
      // Nothing proven is no proof.
      finish(proof.sound && proof.rows.length > 0 ? 0 : 1);
    });
}

async function proveOptions(flags: ProveFlags): Promise<ProveOptions> {
  if (flags.area !== undefined) {
    const { loadCatalogue } = await import("../../suites/requirements/load.ts");
    assertKnown("--area", flags.area, loadCatalogue().areas, "an area that mcp-assay requirements lists");
  }
  if (flags.mutant !== undefined) {
    const [{ allMutants }, { allClientMutants }] = await Promise.all([
      import("../../simulators/mutants/registry.ts"),
      import("../../simulators/mutants/client/registry.ts"),
    ]);
    const mutants = [...(await allMutants()), ...(await allClientMutants())];
    assertKnown(
      "--mutant",
      flags.mutant,
      mutants.map(({ id }) => id),
      "a name that mcp-assay simulate server --list-mutants lists",
    );
  }
  return {
    full: flags.full === true,
    workers: availableParallelism(),
    ...(flags.role === undefined ? {} : { roles: flags.role }),
    ...(flags.mutant === undefined ? {} : { mutants: flags.mutant }),
    ...(flags.area === undefined ? {} : { areas: flags.area }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
  };
}

function progress(flags: ProveFlags): ((step: ProveProgress) => void) | undefined {
  if (flags.quiet || process.stderr.isTTY !== true) return undefined;
  const width = (process.stderr.columns || 80) - 1;
  return ({ done, of, what }) => process.stderr.write(`\r\u001b[K${`${done}/${of}  ${what}`.slice(0, width)}`);
}
