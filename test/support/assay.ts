import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assayServer } from "../../harness/assay-server.ts";
import type { ServerOptions } from "../../harness/options.ts";
import type { Report, RequirementResult } from "../../schemas/report.ts";
import type { TestTarget } from "../targets/targets.ts";

/** Runs the harness on a target, with an empty directory of its own where it asks for `{tmp}`. */
export async function assayTarget(target: TestTarget, options: Partial<ServerOptions> = {}): Promise<Report> {
  const tmp = mkdtempSync(join(tmpdir(), "mcp-assay-target-"));
  const fill = (text: string) => text.replaceAll("{tmp}", tmp);
  try {
    return await assayServer({
      command: target.command.map(fill),
      transports: [target.transport],
      ...(target.url === undefined ? {} : { url: target.url }),
      ...(target.env === undefined
        ? {}
        : { env: Object.fromEntries(Object.entries(target.env).map(([key, value]) => [key, fill(value)])) }),
      ...(target.callTools === undefined ? {} : { callTools: target.callTools }),
      ...options,
    });
  } finally {
    rmSync(tmp, { recursive: true, force: true });
  }
}

/** Each failed requirement once, with where and what was seen. */
export function failures(
  report: Report,
  severity: RequirementResult["severity"] = "failure",
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const run of report.runs)
    for (const result of run.requirements)
      if (result.verdict === "fail" && result.severity === severity && !found.has(result.id))
        found.set(result.id, `${run.revision}: ${result.findings[0]?.seen ?? ""}`);
  return found;
}
