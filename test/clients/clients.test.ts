import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { build } from "../compile.ts";
import { failures } from "../support/assay.ts";
import { triaged } from "../support/triaged.ts";

interface Run {
  readonly status: number | null;
  readonly output: string;
  readonly report: Report | undefined;
}

/** Runs the built command on a client and gives what it said. */
async function assayClient(...args: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-assay-client-"));
  const file = join(folder, "report.json");
  try {
    const command = [join(build(), "bin/mcp-assay.js"), "client", "--report", `json=${file}`, ...args];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    const [status] = await once(child, "close");
    return { status: status as number | null, output, report: readReport(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

const LEGACY_HTTP = ["2025-03-26", "2025-06-18", "2025-11-25"];
const adapter = (name: string) => ["--", process.execPath, `examples/clients/${name}.mjs`];

const CLIENTS = [
  { client: "sdk1", transport: "http", revisions: LEGACY_HTTP },
  { client: "sdk1", transport: "stdio", revisions: ["2024-11-05", ...LEGACY_HTTP] },
  { client: "sdk1", transport: "sse", revisions: ["2024-11-05"] },
  { client: "sdk2", transport: "http", revisions: [...LEGACY_HTTP, "2026-07-28"] },
  { client: "sdk2", transport: "stdio", revisions: ["2024-11-05", ...LEGACY_HTTP, "2026-07-28"] },
  { client: "sdk2", transport: "sse", revisions: ["2024-11-05"] },
] as const;

const known = triaged();

/** In every revision where MCP_ASSAY_WHOLE is set, as `npm run certify` does; otherwise in the newest that the SDK speaks. */
const WHOLE = process.env.MCP_ASSAY_WHOLE !== undefined;

describe("real clients", { timeout: 180_000 }, () => {
  test.each(CLIENTS)(
    "$client over $transport: concludes in every revision that it speaks, and every failure is triaged",
    async ({ client, transport, revisions: all }) => {
      const revisions = WHOLE ? all : all.slice(-1);
      const narrowed = WHOLE ? [] : ["--revision", ...revisions];
      const { report, output } = await assayClient("--transport", transport, ...narrowed, ...adapter(client));
      expect(report, output).toBeDefined();
      const of = known.get(`client-${client}`) ?? new Set();
      expect([...failures(report!)].filter(([id]) => !of.has(id))).toEqual([]);
      expect(report!.target.revisions).toEqual(revisions);
      const broken = report!.runs.flatMap((run) => run.requirements.filter(({ verdict }) => verdict === "error"));
      expect(broken.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
      expect(report!.runs.filter((run) => !run.concluded).map((run) => `${run.revision}: ${run.why}`)).toEqual([]);
    },
  );
});

describe("a client that proves nothing ends in status 3", { timeout: 60_000 }, () => {
  const script = (source: string) => ["--revision", "2025-11-25", "--", process.execPath, "-e", source];

  test("one that exits at once, with its last words", async () => {
    const { status, output } = await assayClient(...script("console.error('no key given'); process.exit(7)"));
    expect(output).toContain("no key given");
    expect(output).toContain("ended with status 7");
    expect(status).toBe(3);
  });

  test("one that never connects and never ends", async () => {
    const { status, output } = await assayClient(...script("setInterval(() => {}, 1e6)"));
    expect(output).toContain("had to be ended");
    expect(status).toBe(3);
  });

  test("one that floods its output", async () => {
    const { status, output } = await assayClient(...script("for (;;) console.log('x'.repeat(1000))"));
    expect(output).toContain("had to be ended");
    expect(status).toBe(3);
  });

  test("one that does not exist", async () => {
    const { status, output } = await assayClient("--", "no-such-client");
    expect(output).toContain('The command "no-such-client" was not found');
    expect(status).toBe(3);
  });

  test("no command at all", async () => {
    const { status, output } = await assayClient();
    expect(output).toContain('Expected a command after "--"');
    expect(status).toBe(2);
  });
});

test("a client that leaves its stdio server running is ended, and its server with it", {
  timeout: 60_000,
}, async () => {
  const source = `
    const [command, ...args] = process.argv.slice(process.argv.indexOf("--") + 1);
    const child = require("node:child_process").spawn(command, args, { detached: true, stdio: ["pipe", "pipe", "ignore"] });
    console.error("server " + child.pid);
    child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {
      protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "leaver", version: "1" } } }) + "\\n");
    child.stdout.once("data", () => process.exit(0));`;
  const { output, status } = await assayClient(
    ...["--transport", "stdio", "--revision", "2025-11-25", "--"],
    ...[process.execPath, "-e", source, "--"],
    "{server...}",
  );
  const [, pid] = /server (\d+)/.exec(output) ?? [];
  expect(pid, output).toBeDefined();
  expect(() => process.kill(Number(pid), 0)).toThrow();
  expect(status).toBe(3);
});
