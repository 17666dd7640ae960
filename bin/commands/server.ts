import { Command } from "commander";
import { AssayError } from "../../harness/options.ts";
import { addConfigFlag, configured } from "../config.ts";
import type { Finish } from "../finish.ts";
import { finishJudged, prepareJudged } from "../judged.ts";
import { addBaselineFlags, type BaselineFlags } from "../options/baseline-flags.ts";
import { addOutputFlags, type OutputFlags } from "../options/output-flags.ts";
import { assertSelected } from "../options/run-flags.ts";
import { addServerFlags, type ServerFlags, serverOptions } from "../options/server-flags.ts";
import { prepareFolder } from "../output.ts";
import { watched } from "../watched.ts";

const EXAMPLES = `
Examples:
  mcp-assay server -- node server.js                           over stdio
  mcp-assay server --url http://127.0.0.1:3000/mcp             a server that runs already
  mcp-assay server --url http://127.0.0.1:{port}/mcp -- node server.js --port {port}
  mcp-assay server --revision 2025-11-25 --area tools,resources --call-tools all -- node server.js
  mcp-assay server --report json=report.json --trace traces -- node server.js

Exit status: 0 it conforms, 1 it does not, 2 wrong command line, 3 not started, not reached or nothing concluded,
4 mcp-assay broke, 130 or 143 interrupted.`;

/** `mcp-assay server`: drives a server and reports on it. `given` is what stood after `--`. */
export function serverCommand(given: readonly string[] | undefined, finish: Finish): Command {
  const command = new Command("server").description("drive a server and judge it").usage("[options] [-- command...]");
  return addConfigFlag(addOutputFlags(addBaselineFlags(addServerFlags(command))))
    .addHelpText("after", EXAMPLES)
    .action(async () => {
      if (given?.length === 0)
        throw new AssayError(
          "options.no-target",
          2,
          'Expected a command after "--", got nothing; e.g. mcp-assay server -- node server.js',
        );
      const { target } = configured(command, given);
      const flags = command.opts<ServerFlags & OutputFlags & BaselineFlags>();
      if (target === undefined && flags.url === undefined) {
        throw new AssayError(
          "options.no-target",
          2,
          "Expected --url URL or a command after --, got neither, and no mcp-assay.yaml; e.g. mcp-assay server -- node server.js",
        );
      }
      const options = serverOptions(flags, target ?? []);
      await assertSelected(flags, async () => (await import("../../suites/registry.ts")).allJudges());
      const baseline = await prepareJudged(flags);
      if (flags.trace !== undefined) prepareFolder("--trace", flags.trace);
      const { assayServer } = await import("../../harness/assay-server.ts");
      const { value: report, status } = await watched(flags, (tools) => assayServer({ ...options, ...tools }));
      finish(await finishJudged(report, flags, { baseline, status }));
    });
}
