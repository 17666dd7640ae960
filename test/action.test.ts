import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { clientCommand } from "../bin/commands/client.ts";
import { reportCommand } from "../bin/commands/report.ts";
import { serverCommand } from "../bin/commands/server.ts";
import manifest from "../package.json" with { type: "json" };
import { FORMATS } from "../reports/registry.ts";
import { build } from "./compile.ts";

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const action: Action = parse(read("action.yml"));
const { steps } = action.runs;
const scripts = steps.map((step) => step.run).join("\n");
const ci = read("docs/ci.md");

const flagsOf = (command: Command) => command.options.map((option) => option.long);
const [server, client] = [serverCommand(undefined, () => {}), clientCommand(undefined, () => {})];
const known = new Set([...flagsOf(server), ...flagsOf(client), ...reportCommand(() => {}).commands.flatMap(flagsOf)]);

describe("action.yml", () => {
  test("uses flags and formats that there are, and installs this version", () => {
    const own = scripts.split("\n").filter((line) => !line.includes("npm install"));
    const used = [...own.join("\n").matchAll(/(?<=[\s(])--[a-z][a-z-]*/g)].map(([flag]) => flag);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((flag) => !known.has(flag))).toEqual([]);
    const formats = [...scripts.matchAll(/--report "?([a-z]+)|render ([a-z]+)/g)].map(([, a, b]) => a ?? b!);
    expect(formats.length).toBeGreaterThan(5);
    expect(formats.filter((format) => !(format in FORMATS))).toEqual([]);
    expect(action.inputs.package!.default).toBe(`mcp-assay@${manifest.version}`);
  });

  test("passes every input by the environment, so that none of it is code, and uses each", () => {
    expect(scripts).not.toContain("${{");
    const used = [...read("action.yml").matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => name!);
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  test("has outputs that its steps write", () => {
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
      expect(steps.find(({ id }) => id === "run")?.run).toContain(`${name}=`);
    }
  });

  test("docs/ci.md uses inputs, outputs and flags that there are", () => {
    const blocks = [...ci.matchAll(/```(yaml|sh)\n([\s\S]*?)```/g)];
    const flags = blocks.flatMap(([, , text]) =>
      [...text!.replaceAll(/ -- .*/g, "").matchAll(/(?<=\s)--[a-z][a-z-]*/g)].map(([flag]) => flag),
    );
    expect(flags.filter((flag) => !known.has(flag))).toEqual([]);
    const used = blocks
      .filter(([, kind]) => kind === "yaml")
      .flatMap(([, , text]) => parse(text!).jobs?.conformance?.steps ?? [])
      .filter((step: { uses?: string }) => step.uses?.includes("mcp-assay"));
    expect(used.length).toBeGreaterThan(0);
    for (const step of used) expect(Object.keys(step.with).filter((name) => !(name in action.inputs))).toEqual([]);
    for (const [, name] of ci.matchAll(/steps\.assay\.outputs\.([a-z-]+)/g))
      expect(action.outputs).toHaveProperty(name!);
  });
});

describe("the steps of action.yml", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-assay-action-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const bin = join(build(), "bin/mcp-assay.js");
  const place = join(folder, "mcp-assay/node_modules/.bin");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "mcp-assay"), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`, { mode: 0o755 });

  /** Runs the steps as GitHub would, but for the installation. */
  function run(inputs: Readonly<Record<string, string>>) {
    const [output, summary] = ["output", "summary"].map((name) => join(folder, name));
    for (const file of [output!, summary!]) writeFileSync(file, "");
    const outputs = () =>
      Object.fromEntries(
        readFileSync(output!, "utf8")
          .trim()
          .split("\n")
          .map((line) => line.split(/=(.*)/s)),
      );
    const value = (text: string) =>
      text.replaceAll(/\$\{\{ (\w+)\.([\w.-]+) \}\}/g, (_, kind, name) =>
        kind === "inputs" ? (inputs[name] ?? action.inputs[name]!.default) : (outputs()[name.split(".").at(-1)] ?? ""),
      );
    let stdout = "";
    let status: number | null = 0;
    for (const step of steps.slice(1)) {
      if (step.if !== undefined && (outputs().report ?? "") === "") continue;
      const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, value(text)]));
      const done = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, RUNNER_TEMP: folder, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, ...env },
      });
      stdout += done.stdout + done.stderr;
      status = done.status;
    }
    return { status, stdout, outputs: outputs(), summary: readFileSync(summary!, "utf8") };
  }

  const target = `'${process.execPath}' "${bin}" simulate server`;
  const args = "--revision 2025-11-25 --area 'ping'";

  test("pass for a server that conforms", { timeout: 60_000 }, () => {
    const { status, stdout, outputs, summary } = run({ command: target, args, junit: "junit.xml" });
    expect([status, outputs]).toEqual([
      0,
      { status: "0", conforms: "true", failures: "0", report: join(folder, "mcp-assay-report.json") },
    ]);
    expect(stdout).toMatch(/^::stop-commands::([\w-]{36})\n[\s\S]*\nCONFORMS\n[\s\S]*::\1::\n/);
    expect(stdout).toContain("::notice title=mcp-assay::CONFORMS");
    expect(summary).toMatch(/^### ✅ CONFORMS/);
    expect(readFileSync(join(folder, "junit.xml"), "utf8")).toContain("<testsuites");
  });

  test("fail for one that does not, with annotations", { timeout: 60_000 }, () => {
    const { status, stdout, outputs } = run({
      command: `${target} --mutant ping-answered-with-words`,
      args,
      summary: "false",
    });
    expect([status, outputs]).toMatchObject([
      1,
      { status: "1", conforms: "false", failures: expect.stringMatching(/^[1-9]/) },
    ]);
    expect(stdout).toMatch(/^::error title=ping\./m);
  });

  test("fail with the status of a wrong command line, without a report", { timeout: 60_000 }, () => {
    expect(run({ command: target, "fail-on": "never" })).toMatchObject({
      status: 2,
      outputs: { status: "2" },
      summary: "",
    });
  });
});
