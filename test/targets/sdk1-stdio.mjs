import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { buildServer } from "./sdk1-server.mjs";

await buildServer().connect(new StdioServerTransport());
