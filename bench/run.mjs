// One whole run against the SDK 2.x server over stdio, in every revision that it speaks:
//   npm run build && node bench/run.mjs [runs]
// Prints wall time, starts of the target and the harness's own CPU (start-up included), and the ratio to bare starts:
// the same number of launches with one request each, at the same concurrency.
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const target = [process.execPath, fileURLToPath(new URL("../test/targets/sdk2-stdio.mjs", import.meta.url))];

if (process.argv[2] === "--one") {
  const { assayServer } = await import("../dist/harness/assay-server.js");
  const report = await assayServer({ command: target, callTools: "all" });
  const { user, system } = process.cpuUsage();
  const totals = report.runs.map(
    ({ revision, totals: { pass, fail, warning, inconclusive } }) =>
      `${revision} ${pass}/${fail}/${warning}/${inconclusive}`,
  );
  console.log(
    JSON.stringify({
      wallMs: report.ms,
      starts: report.target.starts,
      cpuMs: Math.round((user + system) / 1000),
      totals,
      concluded: report.runs.every((run) => run.concluded),
    }),
  );
} else {
  const runs = Number(process.argv[2] ?? 5);
  const measured = Array.from({ length: runs }, () =>
    JSON.parse(spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--one"], { encoding: "utf8" }).stdout),
  );
  const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const { starts, totals, concluded } = measured[0];
  const bare = await bareStarts(starts, measured[0].totals.length);
  const wall = median(measured.map((one) => one.wallMs));
  console.log(`runs            ${runs} (medians)`);
  console.log(`wall            ${(wall / 1000).toFixed(2)} s`);
  console.log(`starts          ${starts}`);
  console.log(`harness CPU     ${(median(measured.map((one) => one.cpuMs)) / 1000).toFixed(2)} s`);
  console.log(
    `bare starts     ${(bare / 1000).toFixed(2)} s for ${starts} launches with one request each; ratio ${(wall / bare).toFixed(2)}`,
  );
  console.log(`concluded       ${concluded}; pass/fail/warning/inconclusive: ${totals.join(", ")}`);
}

/** Wall time (ms) of that many launches, each asked one thing and then closed, `together` at once. */
async function bareStarts(count, together) {
  const began = performance.now();
  let left = count;
  const worker = async () => {
    while (left-- > 0) await bareStart();
  };
  await Promise.all(Array.from({ length: together }, worker));
  return performance.now() - began;
}

function bareStart() {
  return new Promise((resolve) => {
    const child = spawn(target[0], target.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
    child.stdout.once("data", () => child.stdin.end());
    child.once("exit", resolve);
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bare", version: "0" } } })}\n`,
    );
  });
}
