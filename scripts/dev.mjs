// Compiles what changed into a folder of its own and runs it: node scripts/dev.mjs <mcp-assay arguments>,
// or node scripts/dev.mjs --run <file.ts> [arguments]. MCP_ASSAY_DEV_OUT names the folder (default .assay/dev).
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.env.MCP_ASSAY_DEV_OUT ?? join(root, ".assay/dev"));
mkdirSync(out, { recursive: true });
const tsc = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/typescript/bin/tsc"),
    "-p",
    join(root, "tsconfig.build.json"),
    "--outDir",
    out,
    "--incremental",
    "--tsBuildInfoFile",
    join(out, ".tsbuildinfo"),
    "--noEmitOnError",
    "false",
    "--declaration",
    "false",
  ],
  { encoding: "utf8" },
);
if (tsc.status !== 0) process.stderr.write(tsc.stdout);
cpSync(join(root, "suites/requirements"), join(out, "suites/requirements"), {
  recursive: true,
  filter: (path) => !path.endsWith(".ts"),
});
for (const name of ["package.json", "schemas/report.schema.json", "reports/html/page"])
  if (existsSync(join(root, name))) cpSync(join(root, name), join(out, name), { recursive: true });
if (!existsSync(join(out, "node_modules"))) symlinkSync(join(root, "node_modules"), join(out, "node_modules"));
const [first, file, ...rest] = process.argv.slice(2);
const args =
  first === "--run"
    ? [join(out, file.replace(/\.ts$/, ".js")), ...rest]
    : [join(out, "bin/mcp-assay.js"), ...process.argv.slice(2)];
const run = spawnSync(process.execPath, args, { stdio: "inherit", cwd: root });
process.exit(run.status ?? 1);
