// usage: node proxy.mjs [--SPELLING...] [--listen PORT] -- COMMAND...
// A proxy in front of a server that spells what the server says otherwise, and always legally.
// Without --listen over stdio; with it over HTTP, where {port} in COMMAND and environment is the port the server takes.
import { parseArgs } from "node:util";
import { proxyHttp } from "./http.mjs";
import { SPELLINGS } from "./respell.mjs";
import { proxyStdio } from "./stdio.mjs";

const flags = Object.fromEntries(SPELLINGS.map((name) => [name, { type: "boolean" }]));
const { values, positionals } = parseArgs({
  options: { ...flags, listen: { type: "string" } },
  allowPositionals: true,
});
const spellings = new Set(SPELLINGS.filter((name) => values[name]));

if (values.listen === undefined) proxyStdio(positionals, spellings);
else await proxyHttp(positionals, spellings, Number(values.listen));
