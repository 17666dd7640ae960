// An ordinary server on SDK 1.x, as its README teaches it: a few tools, a resource and its template, a prompt.
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";

const NOTES = { monday: "Buy bread.", tuesday: "Call Ada — sie wartet 🌧." };

export function buildServer() {
  const server = new McpServer({ name: "notes", version: "1.0.0" }, { instructions: "Notes by weekday." });

  server.registerTool(
    "add",
    {
      description: "Adds two numbers",
      inputSchema: { a: z.number(), b: z.number() },
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
  );

  server.registerTool(
    "count-words",
    {
      title: "Count words",
      description: "Counts the words of a text",
      inputSchema: { text: z.string() },
      outputSchema: { words: z.number().int() },
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => {
      const structuredContent = { words: text.split(/\s+/).filter(Boolean).length };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );

  server.registerTool(
    "write-note",
    {
      description: "Replaces the note of a weekday",
      inputSchema: { day: z.enum(["monday", "tuesday"]), text: z.string() },
    },
    async ({ day, text }) => {
      NOTES[day] = text;
      return { content: [{ type: "text", text: "written" }] };
    },
  );

  server.registerResource("monday", "notes:///monday", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: NOTES.monday }],
  }));

  server.registerResource(
    "note",
    new ResourceTemplate("notes:///{day}", { list: undefined }),
    { description: "The note of a weekday" },
    async (uri, { day }) => ({ contents: [{ uri: uri.href, text: NOTES[day] ?? "" }] }),
  );

  server.registerPrompt(
    "summarize",
    { description: "Asks for a summary", argsSchema: { text: z.string() } },
    ({ text }) => ({ messages: [{ role: "user", content: { type: "text", text: `Summarize: ${text}` } }] }),
  );

  return server;
}
