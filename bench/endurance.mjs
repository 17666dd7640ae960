// Many runs in a row against the SDK 2.x server, over stdio and over HTTP:
//   npm run build && node bench/endurance.mjs [runs] [--http]
// Each run must give the same verdicts and leave no process, listening port or temporary file behind. Exit status 1 when one does not.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const runs = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100);
const http = process.argv.includes("--http");
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = http
  ? ["--url", "http://127.0.0.1:{port}/mcp", "--", process.execPath, here("../test/targets/sdk2-http.mjs"), "{port}"]
  : ["--", process.execPath, here("../test/targets/sdk2-stdio.mjs")];
const folder = mkdtempSync(join(tmpdir(), "mcp-assay-endurance-"));
const file = join(folder, "report.json");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const before = surroundings();
const digests = new Map();
const problems = [];
for (let run = 1; run <= runs; run++) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      here("../dist/bin/mcp-assay.js"),
      "server",
      "--quiet",
      "--call-tools",
      "all",
      "--report",
      `json=${file}`,
      ...server,
    ],
    { encoding: "utf8" },
  );
  if (status !== 0 && status !== 1) problems.push(`run ${run}: exit status ${status}: ${stderr}`);
  const digest = digestOf(JSON.parse(readFileSync(file, "utf8")));
  digests.set(digest.hash, { runs: [...(digests.get(digest.hash)?.runs ?? []), run], verdicts: digest.verdicts });
  for (const [kind, now] of Object.entries(surroundings()))
    for (const item of now) if (!before[kind].has(item)) problems.push(`run ${run} left ${kind}: ${item}`);
}
const [first, ...others] = digests.values();
for (const other of others) {
  const differing = [...other.verdicts]
    .filter(([key, verdict]) => first.verdicts.get(key) !== verdict)
    .map(([key, verdict]) => `${key}: ${first.verdicts.get(key)} / ${verdict}`);
  problems.push(`runs ${other.runs.join(", ")} differ: ${differing.join("; ")}`);
}
console.log(
  `${runs} runs over ${http ? "http" : "stdio"}: ${digests.size} set(s) of verdicts, ${problems.length} problems`,
);
for (const problem of problems.slice(0, 20)) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function digestOf(report) {
  const verdicts = new Map(
    report.runs.flatMap((run) =>
      run.requirements.map((result) => [`${run.revision} ${result.id}`, `${result.verdict} ${result.severity ?? ""}`]),
    ),
  );
  return {
    hash: createHash("sha256")
      .update(JSON.stringify([...verdicts]))
      .digest("hex"),
    verdicts,
  };
}

/** Processes of the target, listening TCP ports and temporary files, as they are now (Linux). */
function surroundings() {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return command.includes("test/targets/sdk2-") && !command.includes("endurance") ? [`${pid} ${command}`] : [];
      } catch {
        return [];
      }
    });
  const ports = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === "0A")
      .map((fields) => fields[1]),
  );
  return { processes: new Set(processes), ports: new Set(ports), files: new Set(readdirSync(tmpdir())) };
}
