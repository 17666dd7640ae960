import { Command } from "commander";
import { AssayError } from "../../harness/options.ts";
import { addConfigFlag, configured } from "../config.ts";
import type { Finish } from "../finish.ts";
import { finishJudged, prepareJudged } from "../judged.ts";
import { addBaselineFlags, type BaselineFlags } from "../options/baseline-flags.ts";
import { addOutputFlags, type OutputFlags } from "../options/output-flags.ts";
import { addRunFlags, assertSelected, type RunFlags, runOptions, TRANSPORTS } from "../options/run-flags.ts";
import { prepareFolder } from "../output.ts";
import { watched } from "../watched.ts";

type ClientFlags = RunFlags & OutputFlags & BaselineFlags;

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
  const command = new Command("client")
    .description("play the server to a client and judge it")
    .usage("[options] -- command...");
  addRunFlags(command, {
    target: "client",
    transports: `over these transports: ${TRANSPORTS.join(", ")} (default: http)`,
    concurrency: "clients at a time (default: twice the cores)",
    timed: "client",
  });
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
      await assertSelected(flags, async () => (await import("../../suites/registry.ts")).clientJudges());
      const baseline = await prepareJudged(flags);
      if (flags.trace !== undefined) prepareFolder("--trace", flags.trace);
      const { assayClient } = await import("../../harness/client/assay.ts");
      const options = { command: target, ...runOptions(flags) };
      const { value: report, status } = await watched(flags, (tools) => assayClient({ ...options, ...tools }));
      finish(await finishJudged(report, flags, { baseline, status }));
    });
}
