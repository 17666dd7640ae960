import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../compile.ts";

/** Runs the built command and gives all that it said. */
async function assay(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(build(), "bin/mcp-assay.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const [status] = await once(child, "close");
  return { status: status as number | null, output };
}

const script = (source: string) => ["--", process.execPath, "-e", source];

describe("a target that proves nothing ends in status 3", { timeout: 60_000 }, () => {
  test("a server that answers 404 to everything", async () => {
    const server = createServer((_, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { status, output } = await assay(
      "server",
      "--url",
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    );
    server.close();
    server.closeAllConnections();
    expect(output).toContain("NOTHING CONCLUDED");
    expect(output).toContain("404");
    expect(status).toBe(3);
  });

  test("a closed port", async () => {
    const { status, output } = await assay("server", "--url", "http://127.0.0.1:9/mcp");
    expect(output).toContain("ECONNREFUSED");
    expect(status).toBe(3);
  });

  test("a process that only sleeps", async () => {
    const { status, output } = await assay("server", ...script("setInterval(() => {}, 1e6)"));
    expect(output).toContain("no answer within");
    expect(status).toBe(3);
  });

  test("a process that exits at once, with its last words", async () => {
    const { status, output } = await assay("server", ...script("console.error('no key given'); process.exit(7)"));
    expect(output).toContain("no key given");
    expect(status).toBe(3);
  });

  test("a command that does not exist", async () => {
    const { status, output } = await assay("server", "--", "no-such-command-here");
    expect(output).toContain('"no-such-command-here" was not found');
    expect(status).toBe(3);
  });

  test("endless output without a line's end", async () => {
    const { status } = await assay(
      "server",
      "--deadline",
      "20s",
      ...script(
        "const b = Buffer.alloc(65536, 120); (function w() { while (process.stdout.write(b)); process.stdout.once('drain', w) })()",
      ),
    );
    expect(status).toBe(3);
  });

  test("a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { status, output } = await assay(
      "server",
      "--url",
      `http://127.0.0.1:${port}/mcp`,
      ...script("setInterval(() => {}, 1e6)"),
    );
    server.close();
    expect(output).toContain(`Port ${port}`);
    expect(status).toBe(3);
  });
});

describe("a wrong command line ends in status 2 and one sentence", () => {
  test.each([
    [["server"], "a command after --, got neither"],
    [["server", "--revison", "x"], "--revison"],
    [["server", "--revision", "2025-06-19", "--", "true"], "2025-06-18"],
    [["server", "--area", "jsonrcp", "--", "true"], "jsonrpc"],
    [["server", "--url", "not a url"], "--url"],
    [["judge", "/no/such/trace.jsonl"], "/no/such/trace.jsonl"],
  ] as const)("%j", async (args, said) => {
    const { status, output } = await assay(...args);
    expect(output).toContain(said);
    expect(output).not.toMatch(/^\s+at /m);
    expect(status).toBe(2);
  });
});
