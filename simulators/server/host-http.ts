import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Endpoint } from "./endpoint.ts";
import { McpEndpoint } from "./http/mcp-endpoint.ts";
import { SseEndpoints } from "./http/sse-endpoints.ts";
import { HttpRecording, type Recording } from "./record/recording.ts";
import { CODES } from "./rules/refusal.ts";

export interface HttpHost {
  readonly url: URL;
  /** Ends subscriptions, sessions and connections, then the listener. */
  close(): Promise<void>;
}

export interface HttpOptions {
  readonly endpoint: Endpoint;
  /** 0 takes a free one. */
  readonly port?: number;
  /** Address to bind to (default 127.0.0.1). */
  readonly host?: string;
  /** Records what clients say and are answered. */
  readonly recording?: Recording;
}

/**
 * Serves Streamable HTTP on /mcp for both eras and, where 2024-11-05 is among the revisions, HTTP+SSE on /sse beside it.
 * @throws Error when the port is taken.
 */
export async function hostHttp(options: HttpOptions): Promise<HttpHost> {
  return listen(options, "/mcp");
}

/** The same server, its URL being that of HTTP+SSE. */
export async function hostSse(options: HttpOptions): Promise<HttpHost> {
  return listen(options, "/sse");
}

async function listen({ endpoint, port = 0, host, recording }: HttpOptions, path: string): Promise<HttpHost> {
  const bound = host ?? endpoint.behaviours.process.listensOn;
  const record = recording && new HttpRecording(recording);
  const mcp = new McpEndpoint(endpoint, record);
  const sse = endpoint.facts.revisions.includes("2024-11-05") ? new SseEndpoints(endpoint, record) : undefined;
  const server = createServer((request, response) => {
    const pathname = (request.url ?? "").split("?", 1)[0]!;
    const target = sse?.serves(pathname) ? sse : mcp;
    target.handle(request, response).catch(() => response.destroy());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => refuseUnreadable(error, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, bound, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: new URL(`http://${host ?? "127.0.0.1"}:${taken}${path}`),
    close: async () => {
      endpoint.shutDown();
      // What the shutdown answers is written before the streams are cut.
      await new Promise((resolve) => setImmediate(resolve));
      mcp.close();
      sse?.close();
      await closed(server);
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    setImmediate(() => server.closeAllConnections());
  });
}

/** What is no HTTP never reaches the guards; a header value with forbidden characters is answered as the header rules have it. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const header = error.code === "HPE_INVALID_HEADER_TOKEN";
  const body = JSON.stringify({
    jsonrpc: "2.0",
    error: header
      ? { code: CODES.headerMismatch, message: "Header mismatch: a header value has invalid characters" }
      : { code: CODES.invalidRequest, message: "this is no HTTP request" },
  });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
