// Everything a release needs, in order; ends at the first thing that is not right. Writes nothing into the work tree.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(fileURLToPath(new URL("..", import.meta.url)));
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
// Below node_modules, where what is built finds the project's dependencies.
const folder = mkdtempSync(join(cache, "certify-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const dist = join(folder, "dist");
const results = join(folder, "vitest.json");
const local = (name) => join(root, "node_modules", ".bin", name);

const before = treeState();
step("lint", local("biome"), ["check", "."]);
step("typecheck", local("tsc"), ["--noEmit"]);
step("build", process.execPath, [join(root, "scripts/build.mjs"), "--out", dist]);
step("tests", local("vitest"), ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`], {
  CI: "1",
  // Clients in every revision, not only in the newest.
  MCP_ASSAY_WHOLE: "1",
});
const { numTotalTests, numPassedTests } = JSON.parse(readFileSync(results, "utf8"));
if (numPassedTests !== numTotalTests)
  fail(
    "tests",
    `${numTotalTests - numPassedTests} of ${numTotalTests} tests were skipped or left to be written; none may be`,
  );
step("schemas", process.execPath, [join(dist, "schemas/compare/main.js"), "--require"]);
step("proof", process.execPath, [join(dist, "bin/mcp-assay.js"), "prove", "--full"]);
if (treeState() !== before) fail("work tree", "something above changed it; see git status");
console.log(`\ncertified: ${numPassedTests} tests passed, none skipped; every check proven`);

function step(name, command, args, env = {}) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (error !== undefined) fail(name, error.message);
  if (status !== 0) fail(name, `ended with status ${status}`);
  console.log(`== ${name}: ok, ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

function treeState() {
  return spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout;
}

function fail(name, why) {
  console.error(`\nnot certified: ${name}: ${why}`);
  process.exit(1);
}
