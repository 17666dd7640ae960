import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../test/compile.ts";

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const bin = join(compile("bin/mcp-assay.ts"), "bin/mcp-assay.js");
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, ...env } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
}

const run = (args: readonly string[], env?: Readonly<Record<string, string>>) => start(args, env).ended;

describe("mcp-assay", () => {
  test("--version and --help are quick and say what there is", async () => {
    expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = await run(["--help"]);
    expect(help.code).toBe(0);
    for (const name of ["server", "simulate", "judge", "prove", "requirements", "report"]) {
      expect(help.stdout).toContain(name);
      const own = await run([name, "--help"]);
      expect([own.code, own.stdout]).toEqual([0, expect.stringContaining("Examples:")]);
    }
  });

  test.each([
    ["no command", "", /Usage: mcp-assay/],
    ["an unknown command", "servr", /^mcp-assay: unknown command 'servr' \(Did you mean server\?\)\n$/],
    ["an unknown flag", "server --revison x", /unknown option '--revison' \(Did you mean --revision\?\)/],
    ["no target", "server", /^mcp-assay: Expected --url URL or a command after --/],
    ["nothing after --", "server --", /Expected a command after "--"/],
    ["a command without --", "server node server.js", /write: mcp-assay server -- node/],
    ["a revision", "server --revision 2025-06-19 -- x", /--revision 2025-06-19: .*did you mean 2025-06-18\?/],
    ["an area", "server --area tool -- x", /--area tool: .*did you mean tools\?/],
    ["a requirement", "server --requirement tools.list-nam -- x", /--requirement tools\.list-nam: expected an id/],
    ["a scenario", "server --scenario nope -- x", /--scenario nope: expected/],
    ["a URL", "server --url localhost:3000", /--url localhost:3000: expected an http or https URL/],
    ["a transport", "server --transport htp -- x", /--transport htp: .*did you mean http\?/],
    ["a transport that a command has not", "server --transport http -- x", /--transport http: expected --url/],
    ["a report format", "server --report jsn=x -- x", /--report jsn: .*did you mean json\?/],
    [
      "a report that cannot be written",
      "server --report json=/dev/null/x/y -- x",
      /--report \/dev\/null\/x\/y: expected a place that can be written to/,
    ],
    [
      "a baseline that is not there",
      "server --baseline nosuch.yaml -- x",
      /--baseline nosuch\.yaml: there is no such file/,
    ],
    [
      "a baseline to update that is not named",
      "server --update-baseline -- x",
      /--update-baseline: expected --baseline FILE/,
    ],
    [
      "a configuration that is not there",
      "server --config nosuch.yaml",
      /--config nosuch\.yaml: there is no such file/,
    ],
    ["a format to render", "report render htm nosuch.json", /report render htm: .*did you mean html\?/],
    [
      "a report that is not there",
      "report render html nosuch.json",
      /^mcp-assay: nosuch\.json: there is no such file\n$/,
    ],
    [
      "a trace that is not there",
      "judge nosuch.jsonl",
      /nosuch\.jsonl: there is no such file; --trace FOLDER writes traces/,
    ],
    ["an argument too many", "requirements tools", /requirements takes no argument "tools"/],
  ])("%s is a mistake of one sentence and exit status 2", async (_, line, message) => {
    const { code, stdout, stderr } = await run(line === "" ? [] : line.split(" "));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test("a command that does not exist exits 3 with one sentence", async () => {
    const { code, stderr } = await run(["server", "--quiet", "--", "no-such-command-here"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^mcp-assay: The command "no-such-command-here" was not found[^\n]*\n$/);
  });

  test("a server that exits before it listens exits 3 with its last words", async () => {
    const script = "console.error('no database'); process.exit(9)";
    const { code, stderr } = await run([
      "server",
      "--quiet",
      "--url",
      "http://127.0.0.1:{port}/mcp",
      "--",
      process.execPath,
      "-e",
      script,
    ]);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/ended with status 9[^\n]*\nlast lines of its stderr:\n {2}no database\n$/),
    ]);
  });

  test("a port in use exits 3", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, stderr } = await run([
      "server",
      "--quiet",
      "--url",
      `http://127.0.0.1:${port}/`,
      "--",
      process.execPath,
      "-e",
      "",
    ]);
    other.close();
    expect([code, stderr]).toEqual([3, expect.stringMatching(/Port \d+ on 127.0.0.1 is in use already/)]);
  });

  test("requirements lists the catalogue, as JSON too, and does not mind a reader that leaves", async () => {
    const { code, stdout } = await run(["requirements", "--json", "--area", "ping", "--revision", "2025-11-25"]);
    expect(code).toBe(0);
    const listed = JSON.parse(stdout);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed[0]).toMatchObject({ area: "ping", judges: expect.any(Array) });

    const { child, ended } = start(["requirements"]);
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("simulate server serves until its input ends, or it is told to stop", async () => {
    const stdio = start(["simulate", "server"]);
    stdio.child.stdin.end(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } } })}\n`,
    );
    const { code, stdout } = await stdio.ended;
    expect([code, JSON.parse(stdout).id]).toEqual([0, 1]);

    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const http = start(["simulate", "server", "--transport", "http"]);
      const [line] = await once(http.child.stderr, "data");
      expect((await fetch(String(line).trim())).status).toBeGreaterThan(0);
      http.child.kill(signal);
      expect((await http.ended).code).toBe(0);
    }
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends a run with a report so far and status %i", { timeout: 60_000 }, async (signal, status) => {
    const called = createServer().listen(0, "127.0.0.1");
    await once(called, "listening");
    const { port } = called.address() as { port: number };
    const server = start([
      "server",
      "--report",
      "json",
      "--",
      process.execPath,
      "-e",
      `require("node:net").connect(${port}, "127.0.0.1"); setInterval(() => {}, 1000)`,
    ]);
    await once(called, "connection");
    called.close();
    server.child.kill(signal);
    const { code, stdout } = await server.ended;
    expect([code, JSON.parse(stdout).concluded]).toEqual([status, false]);
  });
});
