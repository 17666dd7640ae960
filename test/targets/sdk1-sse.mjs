// usage: node sdk1-sse.mjs PORT
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { buildServer } from "./sdk1-server.mjs";

const app = createMcpExpressApp();
const transports = new Map();

app.get("/sse", async (_, res) => {
  const transport = new SSEServerTransport("/messages", res);
  transports.set(transport.sessionId, transport);
  res.on("close", () => transports.delete(transport.sessionId));
  await buildServer().connect(transport);
});

app.post("/messages", async (req, res) => {
  const transport = transports.get(req.query.sessionId);
  if (!transport) return res.status(400).send("No transport found for sessionId");
  await transport.handlePostMessage(req, res, req.body);
});

app.listen(Number(process.argv[2]), "127.0.0.1");
