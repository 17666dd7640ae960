import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { VERSION } from "../harness/version.ts";
import { build } from "./compile.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest: { readonly version: string; readonly files: readonly string[] } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const folder = mkdtempSync(join(tmpdir(), "mcp-assay-package-"));
const user = join(folder, "user");

const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/;

function run(command: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return { status, stdout, stderr };
}

function succeed(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Packs a copy with a fresh build, so that the work tree's own dist is neither needed nor touched. */
function pack(): string {
  const copy = join(folder, "package");
  mkdirSync(copy);
  for (const name of ["package.json", ...manifest.files]) {
    if (name !== "dist" && existsSync(join(root, name)))
      cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  cpSync(build(), join(copy, "dist"), { recursive: true });
  succeed("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], copy);
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz"))!);
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  test("has one version", () => expect(VERSION).toBe(manifest.version));

  test("installs from its tarball outside the clone, and works there", { timeout: 120_000 }, ({ skip }) => {
    const tarball = pack();
    mkdirSync(user);
    writeFileSync(join(user, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
    const install = run(
      "npm",
      ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=0", tarball],
      user,
    );
    if (install.status !== 0 && NO_NETWORK.test(install.stderr)) {
      const reason = "the package's dependencies are neither in npm's cache nor to be had: no network";
      console.warn(`skipped: ${reason}`);
      skip(reason);
    }
    expect(install.status, install.stderr).toBe(0);

    const bin = join(user, "node_modules/.bin/mcp-assay");
    expect(succeed(bin, ["--version"], user)).toBe(`${VERSION}\n`);
    const listed = JSON.parse(succeed(bin, ["requirements", "--json"], user));
    expect(listed.length).toBeGreaterThan(1_000);
    expect(existsSync(join(user, "node_modules/mcp-assay/dist/suites/requirements/tools.json"))).toBe(true);

    const script = `
      import { assayServer, AssayError } from "mcp-assay";
      import * as report from "mcp-assay/report";
      import schema from "mcp-assay/report.schema.json" with { type: "json" };
      console.log(typeof assayServer, typeof AssayError, typeof report, schema.title);
    `;
    expect(succeed(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], user)).toBe(
      "function function object mcp-assay report\n",
    );
  });

  test("ships no tests, no sources of the catalogue and nothing that was not meant to be shipped", () => {
    const files = readdirSync(build(), { recursive: true }).map(String);
    expect(files.filter((name) => /\.test\.|\.fixture\.|\.yaml$|tsbuildinfo/.test(name))).toEqual([]);
  });
});
