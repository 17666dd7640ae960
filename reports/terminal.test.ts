import { describe, expect, test } from "vitest";
import type { Report } from "../schemas/report.ts";
import { FULL } from "../test/hostile-report.ts";
import { SAMPLE } from "../test/sample-report.ts";
import { progressView } from "./progress.ts";
import { sourceLink } from "./source.ts";
import { renderTerminal } from "./terminal.ts";
import { visible } from "./visible.ts";

const plain = (options: { verbose?: boolean; color?: boolean } = {}) =>
  renderTerminal(SAMPLE, { color: false, verbose: false, ...options });

describe("renderTerminal", () => {
  test("begins with the verdict and what it rests on", () => {
    expect(plain().split("\n").slice(0, 3).join("\n")).toMatchInlineSnapshot(`
      "DOES NOT CONFORM: 1 failure
        example 1.2.3  node server.js
        rests on 3 requirements judged in 2 runs (2025-06-18 and 2025-11-25 over stdio), 4.7 s, 7 starts,"
    `);
  });

  test("shows a failure once, with the runs it is in and all that is needed to see it again", () => {
    const text = plain();
    expect(text.split("A call of an unknown tool")).toHaveLength(2);
    expect(text.slice(text.indexOf("Failures"), text.indexOf("Warnings"))).toMatchInlineSnapshot(`
      "Failures (1)

      2025-06-18 and 2025-11-25 over stdio
       tools
        ✗ A call of an unknown tool is answered with an error.
          tools.unknown-tool  MUST
          https://modelcontextprotocol.io/specification/2025-06-18/server/tools#error-handling
          sent      {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"nope"}}
          accepted  JSON-RPC error -32602
                    or a result with isError true
          seen      {"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"\\e[2Jgone
                    \\u202etxt"}]}} (2 times)
          where     tools: a tool that is not there
          trace     traces/2025-11-25-stdio-1.jsonl, events 12, 14
          again     printf '%s\\n' '{"jsonrpc":"2.0",...}' | node server.js

      "
    `);
  });

  test("folds what is inconclusive by reason, and nothing when verbose", () => {
    expect(plain()).toMatch(/2 no tool may be called; --call-tools all would reach it\n {6}tools.call-a, tools.call-b/);
    expect(plain()).not.toContain("the server does not declare prompts");
    expect(plain({ verbose: true })).toContain("the server does not declare prompts");
  });

  test("fits 80 columns but for what is to be copied", () => {
    const lines = renderTerminal(SAMPLE, { color: false, verbose: true, width: 80 }).split("\n");
    expect(lines.filter((line) => line.length > 80 && !/https:|jsonrpc/.test(line))).toEqual([]);
    expect(lines.find((line) => line.includes("inconcl."))).toBeDefined();
  });

  test("says why the run fails where the target conforms, and what the baseline expects", () => {
    const headline = (report: Report) => renderTerminal(report, { color: false, verbose: false }).split("\n", 1)[0];
    const gate = { failOn: "should" as const, passed: false, stale: [] };
    const warned = { ...SAMPLE.runs[1]!, conforms: true, requirements: SAMPLE.runs[1]!.requirements.slice(2, 3) };
    expect(headline({ ...SAMPLE, gate, conforms: true, runs: [warned] })).toBe(
      "CONFORMS, but the run fails: 1 warning (--fail-on should)",
    );
    expect(headline(FULL)).toBe(
      "DOES NOT CONFORM: 1 failure; 2 outdated entries of the baseline; not every run concluded; mcp-assay itself broke in places",
    );
    const text = renderTerminal(FULL, { color: false, verbose: false, width: 120 });
    expect(text).toContain(
      "✗ tools.lst is in the baseline and is no requirement that mcp-assay knows; did you mean tools.list?",
    );
    expect(text).toMatch(/Expected failures \(2\)[\s\S]*~ A call of an unknown tool[\s\S]*expected {2}issue 12/);
  });

  test("nothing a target sent reaches the terminal as a command", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(plain()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(plain()).toMatch(/\\e\[2Jgone\s+\\u202etxt/);
    expect(plain({ color: true })).toContain("\u001b[");
  });
});

describe("visible", () => {
  test("writes out controls, bidi, zero-width characters and lone surrogates, and keeps the rest", () => {
    expect(visible("a\r\n\t\u0007\u009b\u2066\u200b\ud800é😀")).toBe("a\\r\\n\\t\\x07\\x9b\\u2066\\u200b\\ud800é😀");
  });
});

describe("sourceLink", () => {
  test.each([
    [
      "server/tools#calling-tools",
      "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools",
    ],
    ["schema#tool", "https://modelcontextprotocol.io/specification/2025-11-25/schema#tool"],
    ["basic/index", "https://modelcontextprotocol.io/specification/2025-11-25/basic"],
    [
      "ext-tasks/specification/draft/tasks#response",
      "https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.mdx#response",
    ],
    ["basic/index#batching", "https://modelcontextprotocol.io/specification/2025-11-25/basic#batching"],
  ])("%s", (source, link) => expect(sourceLink("2025-11-25", source)).toBe(link));
});

describe("progressView", () => {
  const steps = [
    { kind: "probe", text: "asking which revisions it speaks" },
    { kind: "run-begin", revision: "2025-11-25", transport: "stdio", scenarios: 2 },
    { kind: "scenario-end", revision: "2025-11-25", transport: "stdio", name: "a: b", failed: 1 },
    { kind: "scenario-end", revision: "2025-11-25", transport: "stdio", name: "a: c", failed: 0, blocked: true },
    { kind: "run-end", revision: "2025-11-25", transport: "stdio" },
  ] as const;
  const shown = (mode: "live" | "plain" | "quiet") => {
    let text = "";
    const view = progressView({ mode, write: (part) => (text += part) });
    for (const step of steps) view.show(step);
    view.clear();
    return text;
  };

  test("rewrites one line on a terminal, writes a line for each run elsewhere, and nothing when quiet", () => {
    expect(shown("live")).toContain("\r\u001b[K1/2 scenarios, 1 with findings  2025-11-25 over stdio: a: b");
    expect(shown("live").endsWith("\r\u001b[K")).toBe(true);
    expect(shown("plain")).toBe(
      "asking which revisions it speaks\n2025-11-25 over stdio: 2 scenarios\n2025-11-25 over stdio: done, 1 of 2 scenarios, 1 with findings, 1 not performed\n",
    );
    expect(shown("quiet")).toBe("");
  });
});
