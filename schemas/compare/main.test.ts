import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "../../test/compile.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const oracle = mkdtempSync(join(tmpdir(), "mcp-assay-oracle-"));
let main = "";

beforeAll(() => {
  main = join(compile("schemas/compare/main.ts"), "schemas/compare/main.js");
  const planted = { $schema: "https://json-schema.org/draft/2020-12/schema", $defs: { Cursor: { type: "integer" } } };
  writeFileSync(join(oracle, "2024-11-05.schema.json"), JSON.stringify(planted));
});

afterAll(() => rmSync(oracle, { recursive: true, force: true }));

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { MCP_SPEC: _, ...inherited } = process.env;
  const options = { cwd: root, encoding: "utf8", env: { ...inherited, ...env } } as const;
  return spawnSync(process.execPath, [main, ...args], options);
}

test("says that it was skipped, and why; with --require that is a failure", () => {
  const skipped = run([], { MCP_ORACLE: "/nowhere" });
  expect(skipped.stdout).toContain("skipped: there is no /nowhere/");
  expect(skipped.status).toBe(0);
  expect(run(["--require"], { MCP_ORACLE: "/nowhere" }).status).toBe(1);
});

test("with --require the official examples are no less needed", () => {
  const { status, stdout } = run(["--require", "--revision", "2024-11-05"], { MCP_ORACLE: oracle });
  expect(stdout).toContain("official examples: skipped: MCP_SPEC names no checkout");
  expect(status).toBe(1);
});

test("fails at a difference that is not listed, and shows the value and both answers", () => {
  const { status, stdout } = run(["--revision", "2024-11-05"], { MCP_ORACLE: oracle });
  expect(stdout).toContain("2024-11-05: 1 definitions, 200 instances");
  expect(stdout).toContain(
    "2024-11-05 stricter at Cursor, type (pagination.cursor-string)\n    the official schema accepts, ours refuses this Cursor",
  );
  expect(status).toBe(1);
});

test("refuses a revision that is none", () => {
  const { status, stderr } = run(["--revision", "2023-01-01"]);
  expect(stderr).toContain("--revision: expected one of");
  expect(status).toBe(2);
});
