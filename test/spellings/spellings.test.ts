import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { assayServer } from "../../harness/assay-server.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import { build } from "../compile.ts";
import { failures } from "../support/assay.ts";

const PROXY = fileURLToPath(new URL("proxy.mjs", import.meta.url));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}

/** An era each: what they share is judged once. */
const REVISIONS: readonly Revision[] = ["2024-11-05", "2025-11-25", "2026-07-28"];

/** Runs the whole suite on the conforming simulated server behind a proxy that spells what it says otherwise. */
async function behind(transport: TransportName, spellings: readonly string[]) {
  const cli = join(build(), "bin/mcp-assay.js");
  const flags = spellings.map((name) => `--${name}`);
  const simulate = [process.execPath, cli, "simulate", "server"];
  if (transport === "stdio")
    return assayServer({
      command: [process.execPath, PROXY, ...flags, "--", ...simulate],
      callTools: "all",
      revisions: REVISIONS,
    });
  const port = await freePort();
  return assayServer({
    url: `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`,
    transports: [transport],
    // `{port}` here is the proxy's to fill: the port of the server behind it.
    command: [
      process.execPath,
      PROXY,
      ...flags,
      "--listen",
      String(port),
      "--",
      ...simulate,
      "--transport",
      transport,
      "--port",
      "{port}",
    ],
    callTools: "all",
    revisions: REVISIONS,
  });
}

/** Several at once where they do not hide each other, since each run is a whole one. */
const LEGAL: Readonly<Record<TransportName, readonly (readonly string[])[]>> = {
  stdio: [["crlf", "members", "bare-tools"], ["pages", "reorder"], ["latency"]],
  http: [["sse-lines", "comments", "crlf", "members"], ["pretty", "bare-tools", "pages", "reorder"], ["latency"]],
  sse: [["sse-lines", "comments", "crlf", "members", "reorder"]],
};

describe.concurrent.each(["stdio", "http", "sse"] as const)(
  "a correct server over %s is not accused for",
  (transport) => {
    test.each(LEGAL[transport].map((spellings) => [spellings.join(", "), spellings] as const))(
      "%s",
      { timeout: 240_000 },
      async (_, spellings) => {
        const report = await behind(transport, spellings);
        expect([...failures(report)]).toEqual([]);
        expect([...failures(report, "warning")]).toEqual([]);
        expect(report.runs.filter((run) => !run.concluded).map((run) => run.why)).toEqual([]);
        expect(report.concluded).toBe(true);
      },
    );
  },
);
