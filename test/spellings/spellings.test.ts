import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { assayServer } from "../../harness/assay-server.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import { build } from "../compile.ts";
import { assayTarget, failures } from "../support/assay.ts";
import { TARGETS } from "../targets/targets.ts";

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
async function behind(transport: TransportName, spellings: readonly string[], areas: readonly string[] | undefined) {
  const cli = join(build(), "bin/mcp-assay.js");
  const flags = spellings.map((name) => `--${name}`);
  const options = { callTools: "all", revisions: REVISIONS, ...(areas === undefined ? {} : { areas }) } as const;
  const simulate = [process.execPath, cli, "simulate", "server"];
  if (transport === "stdio")
    return assayServer({
      command: [process.execPath, PROXY, ...flags, "--", ...simulate],
      ...options,
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
    ...options,
  });
}

interface Legal {
  /** Several at once where they do not hide each other, since each run is a whole one. */
  readonly spellings: readonly string[];
  /** Where a whole run would take minutes. */
  readonly areas?: readonly string[];
}

const SLOW: Legal = {
  spellings: ["latency"],
  areas: ["lifecycle", "discover", "ping", "tools", "pagination", "progress"],
};

const LEGAL: Readonly<Record<TransportName, readonly Legal[]>> = {
  stdio: [{ spellings: ["crlf", "members", "bare-tools", "reorder"] }, SLOW],
  http: [
    { spellings: ["sse-lines", "comments", "crlf", "members"] },
    { spellings: ["pretty", "bare-tools", "reorder"] },
    SLOW,
  ],
  sse: [{ spellings: ["sse-lines", "comments", "crlf", "members", "reorder"] }],
};

const CASES = (["stdio", "http", "sse"] as const).flatMap((transport) =>
  LEGAL[transport].map((legal) => ({ transport, name: legal.spellings.join(", "), ...legal })),
);

describe.concurrent("a correct server is not accused", () => {
  test.each(CASES)("over $transport, for $name", { timeout: 180_000 }, async ({ transport, spellings, areas }) => {
    const report = await behind(transport, spellings, areas);
    expect([...failures(report), ...failures(report, "warning")]).toEqual([]);
    expect(report.runs.filter((run) => !run.concluded).map((run) => run.why)).toEqual([]);
    expect(report.concluded).toBe(true);
  });

  // The simulated server has pages of its own; this one has none.
  test("over stdio, for pages of one item each", { timeout: 120_000 }, async () => {
    const memory = TARGETS.find(({ name }) => name === "memory-stdio")!;
    const options = { revisions: ["2025-11-25"] as const };
    const plain = await assayTarget(memory, options);
    const paged = await assayTarget(
      { ...memory, command: [process.execPath, PROXY, "--pages", "--", ...memory.command] },
      options,
    );
    expect([...failures(paged).keys()]).toEqual([...failures(plain).keys()]);
    expect(paged.concluded).toBe(true);
    const walked = paged.runs[0]!.requirements.find(({ id }) => id === "pagination.continues-after-cursor");
    expect(walked?.verdict).toBe("pass");
  });
});
