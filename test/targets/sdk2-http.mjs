// usage: node sdk2-http.mjs PORT
import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { buildServer } from "./sdk2-server.mjs";

const handle = toNodeHandler(createMcpHandler(buildServer));
const validHost = localhostHostValidation();
const validOrigin = localhostOriginValidation();

createServer((req, res) => {
  if (!validHost(req, res) || !validOrigin(req, res)) return;
  if (new URL(req.url, "http://localhost").pathname !== "/mcp") return void res.writeHead(404).end();
  void handle(req, res);
}).listen(Number(process.argv[2]), "127.0.0.1");
