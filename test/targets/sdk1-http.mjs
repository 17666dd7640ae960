// usage: node sdk1-http.mjs PORT [--stateless] [--json]
// With sessions, as the SDK's examples keep them, or with a server and a transport for each request.
import { randomUUID } from "node:crypto";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { buildServer } from "./sdk1-server.mjs";

const stateless = process.argv.includes("--stateless");
const enableJsonResponse = process.argv.includes("--json");
const app = createMcpExpressApp();
const refuse = (res, status, code, message) =>
  res.status(status).json({ jsonrpc: "2.0", error: { code, message }, id: null });

if (stateless) {
  app.post("/mcp", async (req, res) => {
    const server = buildServer();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse });
    res.on("close", () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  });
  const notAllowed = (_, res) => refuse(res, 405, -32000, "Method not allowed.");
  app.get("/mcp", notAllowed);
  app.delete("/mcp", notAllowed);
} else {
  const transports = new Map();
  app.all("/mcp", async (req, res) => {
    const id = req.headers["mcp-session-id"];
    const known = id && transports.get(id);
    if (known) return known.handleRequest(req, res, req.body);
    if (id) return refuse(res, 404, -32001, "Session not found");
    if (!isInitializeRequest(req.body)) return refuse(res, 400, -32000, "Bad Request: No valid session ID provided");
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse,
      onsessioninitialized: (session) => transports.set(session, transport),
    });
    transport.onclose = () => transports.delete(transport.sessionId);
    await buildServer().connect(transport);
    await transport.handleRequest(req, res, req.body);
  });
}

app.listen(Number(process.argv[2]), "127.0.0.1");
