// Streamable HTTP with sessions on SDK 1.x, as its examples keep them: one transport and one server for each session.
import { randomUUID } from "node:crypto";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";

export function refuse(res, status, code, message) {
  res.status(status).json({ jsonrpc: "2.0", error: { code, message }, id: null });
}

/** An express handler of every method on the endpoint. */
export function sessions(buildServer, options) {
  const transports = new Map();
  return async (req, res) => {
    const id = req.headers["mcp-session-id"];
    const known = id && transports.get(id);
    if (known) return known.handleRequest(req, res, req.body);
    if (id) return refuse(res, 404, -32001, "Session not found");
    if (!isInitializeRequest(req.body)) return refuse(res, 400, -32000, "Bad Request: No valid session ID provided");
    const transport = new StreamableHTTPServerTransport({
      ...options,
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => transports.set(session, transport),
    });
    transport.onclose = () => transports.delete(transport.sessionId);
    await buildServer().connect(transport);
    await transport.handleRequest(req, res, req.body);
  };
}
