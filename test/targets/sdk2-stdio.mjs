import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { buildServer } from "./sdk2-server.mjs";

void serveStdio(buildServer);
