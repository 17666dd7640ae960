// Builds the package: TypeScript into dist, schemas as they are, the catalogue as JSON so that nobody parses YAML at run time.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const out = resolve(root, process.argv[2] === "--out" ? (process.argv[3] ?? "dist") : "dist");

rmSync(out, { recursive: true, force: true });
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const compiled = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", out], {
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

for (const name of list("schemas", ".json")) {
  mkdirSync(join(out, "schemas"), { recursive: true });
  copyFileSync(join(root, "schemas", name), join(out, "schemas", name));
}

// Style and script of the HTML report, which puts them into each page as they are.
cpSync(join(root, "reports/html/page"), join(out, "reports/html/page"), { recursive: true });

for (const name of list("suites/requirements", ".yaml")) {
  const target = join(out, "suites", "requirements", name.replace(/\.yaml$/, ".json"));
  mkdirSync(dirname(target), { recursive: true });
  const entries = parse(readFileSync(join(root, "suites", "requirements", name), "utf8"));
  writeFileSync(target, `${JSON.stringify(entries)}\n`);
}

const bin = join(out, "bin", "mcp-assay.js");
if (existsSync(bin)) chmodSync(bin, 0o755);

/** Files below `folder`, at any depth, whose name ends so. */
function list(folder, extension) {
  const path = join(root, folder);
  return existsSync(path)
    ? readdirSync(path, { recursive: true })
        .filter((name) => String(name).endsWith(extension))
        .map(String)
    : [];
}
