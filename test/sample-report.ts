import type { Report, RequirementResult, Run } from "../schemas/report.ts";

const passed: RequirementResult = {
  id: "jsonrpc.id-echo",
  role: "server",
  level: "MUST",
  basis: "keyword",
  area: "jsonrpc",
  verdict: "pass",
  judges: { concluded: 2, of: 3 },
  facets: { passed: 4, of: 4 },
  statement: "A response carries the id of its request.",
  source: "basic/index#responses",
  core: true,
  findings: [],
};

const failed: RequirementResult = {
  ...passed,
  id: "tools.unknown-tool",
  area: "tools",
  verdict: "fail",
  severity: "failure",
  statement: "A call of an unknown tool is answered with an error.",
  source: "server/tools#error-handling",
  findings: [
    {
      scenario: "tools: a tool that is not there",
      judge: "tools: a tool that is not there",
      severity: "failure",
      count: 2,
      sent: '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"nope"}}',
      accepted: ["JSON-RPC error -32602", "a result with isError true"],
      seen: '{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"\u001b[2Jgone \u202etxt"}]}}',
      events: [12, 14],
      trace: "traces/2025-11-25-stdio-1.jsonl",
      reproduce: "printf '%s\\n' '{\"jsonrpc\":\"2.0\",...}' | node server.js",
    },
  ],
};

const warned: RequirementResult = {
  ...failed,
  id: "tools.input-schema-type",
  level: "SHOULD",
  severity: "warning",
  statement: "A tool's input schema says type object.",
  source: "schema#tool",
  findings: [
    {
      scenario: "tools: list",
      judge: "tools.input-schema-type",
      severity: "warning",
      count: 1,
      accepted: ['"object"'],
      seen: "absent",
      events: [],
      note: "ambiguous text",
    },
  ],
};

const unknown = (id: string, reason: string): RequirementResult => ({
  ...passed,
  id,
  area: "tools",
  verdict: "inconclusive",
  judges: { concluded: 0, of: 1 },
  reason,
  findings: [],
});

const run = (revision: string, requirements: readonly RequirementResult[]): Run => ({
  revision,
  transport: "stdio",
  concluded: true,
  conforms: false,
  server: { name: "example", version: "1.2.3", capabilities: { tools: {} } },
  requirements,
  scenarios: [{ name: "tools: a tool that is not there", ms: 12.5, trace: "traces/2025-11-25-stdio-1.jsonl" }],
  totals: { pass: 1, fail: 1, warning: 1, inconclusive: 2, "not-applicable": 0, error: 0 },
  ms: 2_345,
});

/** A report with one of everything, for tests of what reads reports. */
export const SAMPLE: Report = {
  assay: { version: "0.1.0", seed: 42, catalogue: "sha256:0000" },
  target: {
    role: "server",
    command: ["node", "server.js"],
    name: "example",
    version: "1.2.3",
    capabilities: { tools: {} },
    revisions: ["2025-06-18", "2025-11-25"],
    starts: 7,
  },
  conforms: false,
  concluded: true,
  ms: 4_690,
  runs: [
    run("2025-06-18", [
      passed,
      failed,
      unknown("tools.call-a", "no tool may be called; --call-tools all would reach it"),
    ]),
    run("2025-11-25", [
      passed,
      failed,
      warned,
      unknown("tools.call-a", "no tool may be called; --call-tools all would reach it"),
      unknown("tools.call-b", "no tool may be called; --call-tools all would reach it"),
      { ...unknown("prompts.get", ""), verdict: "not-applicable", reason: "the server does not declare prompts" },
    ]),
  ],
  notes: ["stderr of the target:\nlistening \u001b[31mred"],
};
