import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";

/** A real server that no one here wrote, or an ordinary one on a real SDK. */
export interface TestTarget {
  readonly name: string;
  readonly transport: TransportName;
  /** `{port}` stands for a free port, `{tmp}` for an empty directory of its own. */
  readonly command: readonly string[];
  readonly url?: string;
  /** Added to the environment; `{port}` and `{tmp}` as in the command. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its tools have no side effects that matter here, whatever they declare. */
  readonly callTools?: "all";
  /** What it was seen to speak over this transport. */
  readonly revisions: readonly Revision[];
  readonly note: string;
}

const HERE = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const STDIO: readonly Revision[] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const HTTP: readonly Revision[] = ["2025-03-26", "2025-06-18", "2025-11-25"];
const SSE: readonly Revision[] = ["2024-11-05"];
const MODERN: Revision = "2026-07-28";
const MCP = "http://127.0.0.1:{port}/mcp";

const own = (file: string, ...args: readonly string[]) => [process.execPath, join(HERE, file), ...args];

function bin(name: string, ...args: readonly string[]): readonly string[] {
  const manifest = join(HERE, "../../node_modules", name, "package.json");
  const { bin: scripts } = require(manifest) as { readonly bin: Readonly<Record<string, string>> };
  return [process.execPath, join(dirname(manifest), Object.values(scripts)[0]!), ...args];
}

const everything = "@modelcontextprotocol/server-everything";

/** Every target of test and CI. */
export const TARGETS: readonly TestTarget[] = [
  {
    name: "sdk2-stdio",
    transport: "stdio",
    command: own("sdk2-stdio.mjs"),
    callTools: "all",
    revisions: [...STDIO, MODERN],
    note: "dual-era",
  },
  {
    name: "sdk2-http",
    transport: "http",
    command: own("sdk2-http.mjs", "{port}"),
    url: MCP,
    callTools: "all",
    revisions: [...HTTP, MODERN],
    note: "dual-era; stateless in the legacy era: no session, GET 405",
  },
  {
    name: "sdk2-fixture-stdio",
    transport: "stdio",
    command: own("sdk2-fixture.mjs"),
    callTools: "all",
    revisions: [...STDIO, MODERN],
    note: "fixture",
  },
  {
    name: "sdk2-fixture-http",
    transport: "http",
    command: own("sdk2-fixture.mjs", "{port}"),
    url: MCP,
    callTools: "all",
    revisions: [...HTTP, MODERN],
    note: "fixture",
  },
  {
    name: "sdk1-stdio",
    transport: "stdio",
    command: own("sdk1-stdio.mjs"),
    callTools: "all",
    revisions: STDIO,
    note: "",
  },
  {
    name: "sdk1-http",
    transport: "http",
    command: own("sdk1-http.mjs", "{port}"),
    url: MCP,
    callTools: "all",
    revisions: HTTP,
    note: "sessions; no Origin validation",
  },
  {
    name: "sdk1-http-stateless",
    transport: "http",
    command: own("sdk1-http.mjs", "{port}", "--stateless"),
    url: MCP,
    callTools: "all",
    revisions: HTTP,
    note: "no sessions; a server for each request",
  },
  {
    name: "sdk1-http-json",
    transport: "http",
    command: own("sdk1-http.mjs", "{port}", "--json"),
    url: MCP,
    callTools: "all",
    revisions: HTTP,
    note: "sessions; JSON answers, no SSE",
  },
  {
    name: "sdk1-sse",
    transport: "sse",
    command: own("sdk1-sse.mjs", "{port}"),
    url: "http://127.0.0.1:{port}/sse",
    callTools: "all",
    revisions: SSE,
    note: "",
  },
  {
    name: "sdk1-fixture-stdio",
    transport: "stdio",
    command: own("sdk1-fixture.mjs"),
    callTools: "all",
    revisions: STDIO,
    note: "fixture",
  },
  {
    name: "sdk1-fixture-http",
    transport: "http",
    command: own("sdk1-fixture.mjs", "{port}"),
    url: MCP,
    callTools: "all",
    revisions: HTTP,
    note: "fixture; sessions",
  },
  {
    name: "fastmcp-stdio",
    transport: "stdio",
    command: own("fastmcp-server.mjs"),
    callTools: "all",
    revisions: STDIO,
    note: "on SDK 1.x",
  },
  {
    name: "fastmcp-http",
    transport: "http",
    command: own("fastmcp-server.mjs", "{port}"),
    url: MCP,
    callTools: "all",
    revisions: HTTP,
    note: "sessions, event ids",
  },
  {
    name: "fastmcp-sse",
    transport: "sse",
    command: own("fastmcp-server.mjs", "{port}"),
    url: "http://127.0.0.1:{port}/sse",
    callTools: "all",
    revisions: SSE,
    note: "",
  },
  { name: "everything-stdio", transport: "stdio", command: bin(everything, "stdio"), revisions: STDIO, note: "" },
  {
    name: "everything-http",
    transport: "http",
    command: bin(everything, "streamableHttp"),
    env: { PORT: "{port}" },
    url: MCP,
    revisions: HTTP,
    note: "sessions, event ids; listens on all interfaces",
  },
  {
    name: "everything-sse",
    transport: "sse",
    command: bin(everything, "sse"),
    env: { PORT: "{port}" },
    url: "http://127.0.0.1:{port}/sse",
    revisions: SSE,
    note: "",
  },
  {
    name: "filesystem-stdio",
    transport: "stdio",
    command: bin("@modelcontextprotocol/server-filesystem", "{tmp}"),
    revisions: STDIO,
    note: "asks for roots where the client declares them",
  },
  {
    name: "memory-stdio",
    transport: "stdio",
    command: bin("@modelcontextprotocol/server-memory"),
    env: { MEMORY_FILE_PATH: "{tmp}/memory.jsonl" },
    callTools: "all",
    revisions: STDIO,
    note: "",
  },
];
