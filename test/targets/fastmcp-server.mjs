// usage: node fastmcp.mjs [PORT]: stdio, or with a port Streamable HTTP at /mcp and HTTP+SSE at /sse
import { FastMCP } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "notes", version: "1.0.0" });

server.addTool({
  name: "add",
  description: "Adds two numbers",
  parameters: z.object({ a: z.number(), b: z.number() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute: async ({ a, b }) => String(a + b),
});

server.addTool({
  name: "countdown",
  description: "Counts down and tells how far it is",
  parameters: z.object({ from: z.number().int().min(1).max(5) }),
  annotations: { readOnlyHint: true },
  execute: async ({ from }, { reportProgress, log }) => {
    for (let step = 1; step <= from; step++) await reportProgress({ progress: step, total: from });
    log.info("done");
    return "lift-off";
  },
});

server.addResource({
  uri: "notes:///monday",
  name: "monday",
  mimeType: "text/plain",
  load: async () => ({ text: "Buy bread." }),
});

server.addPrompt({
  name: "summarize",
  description: "Asks for a summary",
  arguments: [{ name: "text", description: "What to summarize", required: true }],
  load: async ({ text }) => `Summarize: ${text}`,
});

const port = Number(process.argv[2]);
await server.start(
  port ? { transportType: "httpStream", httpStream: { port, host: "127.0.0.1" } } : { transportType: "stdio" },
);
