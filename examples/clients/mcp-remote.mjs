// mcp-remote, a relay from stdio to HTTP, with the client of sdk1.mjs on its stdio side.
//   npm install mcp-remote @modelcontextprotocol/sdk@1
//   mcp-assay client --transport http,sse -- node mcp-remote.mjs

import { createRequire } from "node:module";

const url = new URL(process.argv.at(-1));
const only = url.pathname === "/sse" ? "sse-only" : "http-first";
const relay = createRequire(import.meta.url).resolve("mcp-remote/dist/proxy.js");
process.argv.splice(2, 1, "--", process.execPath, relay, url.href, "--transport", only, "--silent");
await import("./sdk1.mjs");
