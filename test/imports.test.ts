import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What each folder may import, besides itself and libraries. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  bin: ["harness", "suites", "simulators", "schemas", "reports"],
  harness: ["suites", "simulators", "schemas"],
  suites: ["simulators", "schemas"],
  simulators: ["schemas"],
  reports: ["schemas/report.ts"],
  schemas: [],
};

const IMPORT = /^\s*(?:import|export)\s(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
const EXPORT_FROM = /^\s*export\s[^"';]*?\sfrom\s+["']/m;
const SDK = /^(@modelcontextprotocol\/|fastmcp|mcp-(?!assay))/;

interface Source {
  /** Below the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Below the project for the project's own files, else as written. */
  readonly imports: readonly string[];
}

function sources(folder: string): readonly Source[] {
  const names = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, "utf8");
      const imports = [...text.matchAll(IMPORT)].map(([, named, lazy]) => named ?? lazy!);
      return {
        path: slashes(relative(root, file)),
        text,
        imports: imports.map((name) =>
          name.startsWith(".") ? slashes(relative(root, join(dirname(file), name))) : name,
        ),
      };
    });
}

const slashes = (path: string) => path.replaceAll("\\", "/");
const isTest = (path: string) => path.endsWith(".test.ts") || path.endsWith(".fixture.ts");
const isOwn = (name: string) =>
  Object.keys(ALLOWED).some((folder) => name.startsWith(`${folder}/`)) || name.startsWith("test/");

describe("imports", () => {
  test("finds every form of import", () => {
    const text = `import a from "./a.ts";\nimport type { B,\n C } from './b.ts';\nimport "c";\nexport { d } from "./d.ts";\nconst e = await import("./e.ts");`;
    expect([...text.matchAll(IMPORT)].map(([, named, lazy]) => named ?? lazy)).toEqual([
      "./a.ts",
      "./b.ts",
      "c",
      "./d.ts",
      "./e.ts",
    ]);
  });

  test.each(Object.entries(ALLOWED))("%s imports only itself and %j", (folder, allowed) => {
    const wrong = sources(folder)
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            (name) =>
              isOwn(name) &&
              !name.startsWith(`${folder}/`) &&
              !allowed.some((other) => name === other || name.startsWith(`${other}/`)),
          )
          .map((name) => `${path} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  test("nothing imports bin but bin", () => {
    const wrong = ["harness", "suites", "simulators", "schemas", "reports"].flatMap((folder) =>
      sources(folder).flatMap(({ path, imports }) =>
        imports.filter((name) => name.startsWith("bin/")).map((name) => `${path} imports ${name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("no file only hands on what others export", () => {
    const wrong = Object.keys(ALLOWED).flatMap((folder) =>
      sources(folder)
        .filter(({ text }) => EXPORT_FROM.test(text))
        .map(({ path }) => path),
    );
    expect(wrong).toEqual([]);
  });

  test("no MCP SDK judges or drives: none is imported outside test and examples", () => {
    const wrong = Object.keys(ALLOWED).flatMap((folder) =>
      sources(folder).flatMap(({ path, imports }) =>
        imports.filter((name) => SDK.test(name)).map((name) => `${path} imports ${name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("time and chance come from simulators/clock alone", () => {
    const source = /\b(?:Math\.random|Date\.now|performance\.now|setTimeout|setInterval)\(|\bnew Date\(\)/;
    const wrong = Object.keys(ALLOWED).flatMap((folder) =>
      sources(folder)
        .filter(
          ({ path, text }) =>
            !isTest(path) &&
            !path.startsWith("simulators/clock/") &&
            source.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")),
        )
        .map(({ path }) => path),
    );
    expect(wrong).toEqual([]);
  });
});
