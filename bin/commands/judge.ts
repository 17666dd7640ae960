import { Command } from "commander";
import type { Finish } from "../finish.ts";
import { finishJudged, prepareJudged } from "../judged.ts";
import { addOutputFlags, type OutputFlags } from "../options/output-flags.ts";
import { failOnOption } from "../options/run-flags.ts";

const EXAMPLES = `
Examples:
  mcp-assay server --trace traces -- node server.js
  mcp-assay judge traces/2025-11-25-stdio-shared.jsonl
  mcp-assay judge trace.jsonl --report json=report.json --fail-on should`;

/** `mcp-assay judge`: the passive verdicts on a recorded trace. */
export function judgeCommand(finish: Finish): Command {
  const command = new Command("judge")
    .description("judge a recorded trace")
    .argument("<trace>", "a file that --trace wrote")
    .addOption(failOnOption());
  return addOutputFlags(command)
    .addHelpText("after", EXAMPLES)
    .action(async (trace: string, flags: OutputFlags & { readonly failOn: "must" | "should" }) => {
      const baseline = await prepareJudged(flags);
      const { judgeTrace } = await import("../../harness/judge-trace.ts");
      const report = await judgeTrace(trace);
      finish(await finishJudged(report, flags, { baseline }));
    });
}
