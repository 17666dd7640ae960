// usage: node sdk1-fixture.mjs [PORT]: stdio, or with a port Streamable HTTP with sessions at /mcp
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { CAPABILITIES, INFO, PROMPTS, pause, RESOURCES, TEMPLATE, TOOLS, templateText } from "./fixture.mjs";
import { sessions } from "./sdk1-sessions.mjs";

function buildServer() {
  const server = new McpServer(INFO, { capabilities: CAPABILITIES });
  const changed = async (kind) => (kind === "tools" ? server.sendToolListChanged() : server.sendPromptListChanged());

  for (const [name, { run }] of Object.entries(TOOLS)) {
    server.registerTool(name, { inputSchema: {} }, async (_, extra) => ({
      content: await run({
        progressToken: extra._meta?.progressToken,
        progress: (params) => extra.sendNotification({ method: "notifications/progress", params }),
        log: (level, data) => server.sendLoggingMessage({ level, data }, extra.sessionId),
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
  server.server.setRequestHandler(SubscribeRequestSchema, async () => ({}));
  server.server.setRequestHandler(UnsubscribeRequestSchema, async () => ({}));

  for (const [name, prompt] of Object.entries(PROMPTS)) {
    const argsSchema = Object.fromEntries(prompt.arguments.map((argument) => [argument, z.string()]));
    const config = prompt.arguments.length > 0 ? { argsSchema } : {};
    server.registerPrompt(name, config, async (args) => ({ messages: prompt.messages(args) }));
  }
  return server;
}

const port = process.argv[2];
if (port === undefined) {
  await buildServer().connect(new StdioServerTransport());
} else {
  const app = createMcpExpressApp();
  app.all("/mcp", sessions(buildServer));
  app.listen(Number(port), "127.0.0.1");
}
