// usage: node sdk1-http.mjs PORT [--stateless] [--json]
// With sessions, or with a server and a transport for each request.
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { buildServer } from "./sdk1-server.mjs";
import { refuse, sessions } from "./sdk1-sessions.mjs";

const enableJsonResponse = process.argv.includes("--json");
const app = createMcpExpressApp();

if (process.argv.includes("--stateless")) {
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
  app.all("/mcp", sessions(buildServer, { enableJsonResponse }));
}

app.listen(Number(process.argv[2]), "127.0.0.1");
