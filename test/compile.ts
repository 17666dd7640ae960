import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = new Map<string, string>();
const made: string[] = [];

// Here and not where a folder is made: inside a running test it is too late to say so.
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/**
 * Compiles one source file with all that it imports, for a test that has to run it in a process of its own: Node 20 runs no TypeScript.
 * Returns the folder, laid out as the project is; it is deleted after the test file.
 */
export function compile(entry: string): string {
  const known = folders.get(entry);
  if (known !== undefined) return known;
  const folder = temporaryFolder();
  const project = join(folder, "tsconfig.json");
  const options = {
    noEmit: false,
    declaration: false,
    outDir: join(folder, "out"),
    rootDir: root,
    skipLibCheck: true,
    noCheck: true,
  };
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: options,
      files: [join(root, entry)],
      include: [],
    }),
  );
  run([join(root, "node_modules/typescript/bin/tsc"), "-p", project]);
  const out = join(folder, "out");
  const catalogue = "suites/requirements";
  if (existsSync(join(out, catalogue))) {
    cpSync(join(root, catalogue), join(out, catalogue), { recursive: true, filter: (path) => !path.endsWith(".ts") });
  }
  folders.set(entry, out);
  return out;
}

/** Builds the whole package as it ships, into a folder that is deleted after the test file. */
export function build(): string {
  const known = folders.get("");
  if (known !== undefined) return known;
  const out = join(temporaryFolder(), "dist");
  run([join(root, "scripts/build.mjs"), "--out", out]);
  folders.set("", out);
  return out;
}

// Below node_modules, so that what is compiled finds the project's dependencies and nothing of the work tree changes.
function temporaryFolder(): string {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "mcp-assay-"));
  made.push(folder);
  return folder;
}

function run(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed:\n${stdout}${stderr}`);
}
