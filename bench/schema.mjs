// What it costs to validate ordinary messages, against JSON.parse of the same lines:
//   npm run build && node bench/schema.mjs [rounds]
// The lines are a conversation with the SDK 2.x server over stdio, both sides. Prints messages per second and the ratio
// for each revision; exit status 1 when validation takes more than LIMIT times the parse.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { load, PROTOCOL_REVISIONS } from "../dist/schemas/protocol/registry.js";
import { createValidator } from "../dist/schemas/validate/validator.js";

const LIMIT = 3;
/** Messages of one round; long enough that a round takes tens of milliseconds. */
const MESSAGES = 20_000;

const rounds = Number(process.argv[2] ?? 15);
const target = fileURLToPath(new URL("../test/targets/sdk2-stdio.mjs", import.meta.url));

const REQUESTS = [
  ["tools/list", {}],
  ["tools/call", { name: "add", arguments: { a: 2, b: 3.5 } }],
  ["tools/call", { name: "count-words", arguments: { text: "the quick brown fox jumps over the lazy dog" } }],
  ["tools/call", { name: "write-note", arguments: { day: "monday", text: "Buy bread and milk." } }],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "notes:///monday" }],
  ["prompts/list", {}],
  ["prompts/get", { name: "summarize", arguments: { text: "A long day ends with a short note." } }],
  ["tools/call", { name: "no-such-tool", arguments: {} }],
];

let tooSlow = false;
for (const revision of PROTOCOL_REVISIONS) {
  const recorded = await conversation(revision);
  const mix = Array.from({ length: MESSAGES }, (_, index) => recorded[index % recorded.length]);
  const validator = createValidator(await load(revision));
  const values = mix.map(({ line, ...context }) => ({ value: JSON.parse(line), context }));
  for (const { value, context } of values.slice(0, recorded.length)) {
    const violations = validator.validateMessage(value, context);
    if (violations.length > 0) throw new Error(`${JSON.stringify(value)}: ${JSON.stringify(violations)}`);
  }

  const parse = medianMs(() => {
    for (const { line } of mix) JSON.parse(line);
  });
  const validate = medianMs(() => {
    for (const { value, context } of values) validator.validateMessage(value, context);
  });
  const ratio = validate / parse;
  const perSecond = (ms) => `${Math.round((MESSAGES / ms) * 1000).toLocaleString("en")} messages/s`;
  const bytes = recorded.reduce((sum, { line }) => sum + line.length, 0) / recorded.length;
  console.log(`${revision}      ${recorded.length} messages of ${Math.round(bytes)} characters on average`);
  console.log(`parsed          ${perSecond(parse)}`);
  console.log(`validated       ${perSecond(validate)}; ratio ${ratio.toFixed(2)}, at most ${LIMIT}`);
  if (ratio > LIMIT) tooSlow = true;
}
process.exitCode = tooSlow ? 1 : 0;

/** The median of the rounds, after one that warms up. */
function medianMs(work) {
  work();
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}

/** What both sides send in an ordinary conversation: each line with its sender and the method that it asks or answers. */
async function conversation(revision) {
  const child = spawn(process.execPath, [target], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const recorded = [];
  const clientInfo = { name: "bench", version: "1.0.0" };
  const send = (message) => {
    const line = JSON.stringify({ jsonrpc: "2.0", ...message });
    recorded.push({ line, from: "client" });
    child.stdin.write(`${line}\n`);
  };
  const ask = async (id, method, params) => {
    send({ id, method, params });
    for (;;) {
      const { value: line, done } = await lines.next();
      if (done) throw new Error(`the server ended before it answered ${method}`);
      const answers = JSON.parse(line).id === id;
      recorded.push({ line, from: "server", ...(answers && { requestMethod: method }) });
      if (answers) return;
    }
  };
  try {
    const modern = revision >= "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": revision,
      "io.modelcontextprotocol/clientInfo": clientInfo,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    if (modern) await ask(0, "server/discover", { _meta });
    else {
      await ask(0, "initialize", { protocolVersion: revision, capabilities: {}, clientInfo });
      send({ method: "notifications/initialized" });
    }
    let id = 1;
    for (const [method, params] of REQUESTS) await ask(id++, method, modern ? { ...params, _meta } : params);
    return recorded;
  } finally {
    child.kill();
  }
}
