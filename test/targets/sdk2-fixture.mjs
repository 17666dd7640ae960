// usage: node sdk2-fixture.mjs [PORT]: stdio, or with a port Streamable HTTP at /mcp. Dual-era.
import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { CAPABILITIES, INFO, PROMPTS, pause, RESOURCES, TEMPLATE, TOOLS, templateText } from "./fixture.mjs";

const port = process.argv[2];
let handler;

function buildServer() {
  const server = new McpServer(INFO, { capabilities: CAPABILITIES });

  const changed = async (kind) => {
    if (kind === "tools") {
      await server.sendToolListChanged();
      handler?.notify.toolsChanged();
    } else {
      await server.sendPromptListChanged();
      handler?.notify.promptsChanged();
    }
  };

  for (const [name, { run }] of Object.entries(TOOLS)) {
    server.registerTool(name, { inputSchema: z.object({}) }, async (_, ctx) => ({
      content: await run({
        progressToken: ctx.mcpReq._meta?.progressToken,
        progress: (params) => ctx.mcpReq.notify({ method: "notifications/progress", params }),
        log: (level, data) => ctx.mcpReq.log(level, data),
        changed,
        pause,
      }),
    }));
  }

  for (const { name, uri, mimeType, ...content } of RESOURCES) {
    server.registerResource(name, uri, { mimeType }, async () => ({ contents: [{ uri, mimeType, ...content }] }));
  }
  server.registerResource("template", new ResourceTemplate(TEMPLATE, { list: undefined }), {}, async (uri, { id }) => ({
    contents: [{ uri: uri.href, mimeType: "application/json", text: templateText(id) }],
  }));
  server.server.setRequestHandler("resources/subscribe", async () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", async () => ({}));

  for (const [name, prompt] of Object.entries(PROMPTS)) {
    const shape = Object.fromEntries(prompt.arguments.map((argument) => [argument, z.string()]));
    const config = prompt.arguments.length > 0 ? { argsSchema: z.object(shape) } : {};
    server.registerPrompt(name, config, async (args) => ({ messages: prompt.messages(args) }));
  }
  return server;
}

if (port === undefined) {
  void serveStdio(buildServer);
} else {
  handler = createMcpHandler(buildServer);
  const handle = toNodeHandler(handler);
  const validHost = localhostHostValidation();
  const validOrigin = localhostOriginValidation();
  createServer((req, res) => {
    if (!validHost(req, res) || !validOrigin(req, res)) return;
    if (new URL(req.url, "http://localhost").pathname !== "/mcp") return void res.writeHead(404).end();
    void handle(req, res);
  }).listen(Number(port), "127.0.0.1");
}
