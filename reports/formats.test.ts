import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { lexer, marked, type Token } from "marked";
import { Parser } from "tap-parser";
import { describe, expect, test } from "vitest";
import { FULL, HOSTILE, hostileReport } from "../test/hostile-report.ts";
import { SAMPLE } from "../test/sample-report.ts";
import { renderBadge } from "./badge.ts";
import { renderGithub } from "./github.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";
import { renderTap } from "./tap.ts";
import { renderTerminal } from "./terminal.ts";

const hostile = [...HOSTILE, HOSTILE.join(" ")].map(
  (text) => [JSON.stringify(text).slice(0, 40), hostileReport(text)] as const,
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\u2028\u2029\ufffe\uffff]/;
const conforming = {
  ...SAMPLE,
  conforms: true,
  runs: SAMPLE.runs.map((run) => ({
    ...run,
    conforms: true,
    requirements: run.requirements.filter(({ verdict }) => verdict !== "fail"),
  })),
};
const asExpected = {
  ...SAMPLE,
  gate: { failOn: "must" as const, passed: true, baseline: "b.yaml", stale: [] },
  runs: SAMPLE.runs.map((run) => ({
    ...run,
    requirements: run.requirements.map((result) =>
      result.severity === "failure" ? { ...result, expected: { reason: "issue 12" } } : result,
    ),
  })),
};

describe("JUnit", () => {
  const parse = (xml: string) => {
    expect(XMLValidator.validate(xml)).toBe(true);
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: "",
      isArray: (name) => /^test(suite|case)$/.test(name),
    });
    return parser.parse(xml).testsuites;
  };

  test("has a suite a run, a case a requirement, and counts that hold", () => {
    const { tests, failures, errors, testsuite } = parse(renderJunit(FULL));
    expect([tests, failures, errors]).toEqual(["18", "5", "1"]);
    expect(testsuite.map((suite: { name: string }) => suite.name)).toEqual([
      "2025-06-18 over stdio",
      "2025-11-25 over stdio",
      "2026-07-28 over stdio",
      "baseline",
    ]);
    const [suite] = testsuite;
    expect(suite).toMatchObject({ tests: "3", failures: "1", skipped: "1", time: "2.345" });
    expect(suite.testcase[1]).toMatchObject({ classname: "2025-06-18.stdio.tools", name: "tools.unknown-tool" });
    expect(suite.testcase[1].failure["#text"]).toContain("accepted  JSON-RPC error -32602\n       or a result");
    expect(suite.testcase[2].skipped.message).toBe(
      "inconclusive: no tool may be called; --call-tools all would reach it",
    );
    expect(
      testsuite[2].testcase.map((one: object) => Object.keys(one).find((key) => !["classname", "name"].includes(key))),
    ).toEqual(["failure", "error", "skipped", "skipped", "skipped", "skipped", "skipped"]);
  });

  test("warnings fail where the run was asked to fail on them", () => {
    const failOn = (level: "must" | "should") =>
      parse(renderJunit({ ...SAMPLE, gate: { failOn: level, passed: false, stale: [] } })).failures;
    expect([failOn("must"), failOn("should")]).toEqual(["2", "3"]);
  });

  test.each(hostile)("holds %s", (_, report) => {
    const xml = renderJunit(report);
    expect(xml).not.toMatch(CONTROLS);
    expect(parse(xml).tests).toBe("18");
    expect(xml).not.toMatch(/<(script|img|!--)/);
  });
});

describe("SARIF", () => {
  const require = createRequire(import.meta.url);
  const schema = JSON.parse(
    readFileSync(
      require.resolve("@microsoft/jest-sarif").replace(/index\.js$/, "schemas/sarif-2.1.0-rtm.5.json"),
      "utf8",
    ),
  );
  const { $schema: _, id: __, ...draft7 } = schema;
  const ajv = new Ajv({
    strict: false,
    unicodeRegExp: false,
    formats: {
      uri: (text: string) => URL.canParse(text),
      "uri-reference": (text: string) => URL.canParse(text, "http://x"),
      "date-time": true,
    },
  });
  const validate = ajv.compile(draft7);
  const parse = (text: string) => {
    const log = JSON.parse(text);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    return log.runs[0];
  };

  test("validates, with rules for what failed and what is expected suppressed", () => {
    const run = parse(renderSarif(FULL));
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual([
      "tools.unknown-tool",
      "tools.input-schema-type",
    ]);
    expect(run.tool.driver.rules[0]).toMatchObject({
      helpUri: "https://modelcontextprotocol.io/specification/2025-06-18/server/tools#error-handling",
      help: { text: expect.stringContaining("The specification says MUST") },
    });
    expect(
      run.results.map((result: { level: string; suppressions?: object[] }) => [
        result.level,
        result.suppressions?.length ?? 0,
      ]),
    ).toEqual([
      ["error", 0],
      ["error", 0],
      ["warning", 0],
      ["error", 1],
      ["warning", 1],
    ]);
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("server.js");
    expect(run.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{}, {}],
      toolConfigurationNotifications: [{}, {}],
    });
  });

  test.each(hostile)("holds %s", (_, report) => {
    const run = parse(renderSarif(report));
    for (const { message } of run.results) {
      expect(message.text).not.toMatch(/(?<!\\)\]\(/);
      expect(message.text).not.toMatch(/(?<!\{)\{\d+\}(?!\})/);
    }
  });
});

describe("Markdown", () => {
  const walk = (tokens: readonly Token[]): readonly Token[] =>
    tokens.flatMap((token) => [
      token,
      ...walk((token as { tokens?: Token[] }).tokens ?? []),
      ...walk((token as { items?: Token[] }).items ?? []),
      ...walk(((token as { rows?: { tokens: Token[] }[][] }).rows ?? []).flat().flatMap((cell) => cell.tokens)),
    ]);

  test("says how it stands, then what fails, then the rest, and stays short", () => {
    const text = renderMarkdown(FULL);
    expect(text).toMatch(
      /^### ❌ DOES NOT CONFORM: 1 failure; 2 outdated entries of the baseline; not every run concluded/,
    );
    const at = [
      "#### Baseline",
      "#### Failures",
      "#### Errors",
      "Warnings (1)",
      "Expected failures (2)",
      "Inconclusive",
    ].map((part) => text.indexOf(part));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at).not.toContain(-1);
    expect(text).toContain("accepted `JSON-RPC error -32602` or `a result with isError true`");
    expect(marked(text)).toContain(
      '<a href="https://modelcontextprotocol.io/specification/2025-06-18/server/tools#error-handling">tools.unknown-tool</a>',
    );
  });

  test("is never longer than a comment may be, and closes what it opens", () => {
    const many = (count: number) => ({
      ...SAMPLE,
      runs: SAMPLE.runs.map((run) => ({
        ...run,
        requirements: Array.from({ length: count }, (_, index) =>
          run.requirements.slice(1, 3).map((result) => ({
            ...result,
            id: `${result.id}-${index}`,
            reason: `${index} 語`.repeat(200),
            statement: "語".repeat(300),
          })),
        ).flat(),
      })),
    });
    const text = renderMarkdown(many(900));
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024);
    expect(text).toMatch(/- and \d+ more; the report has them/);
    expect(text.split("<details>").length).toBe(text.split("</details>").length);
  });

  test.each(hostile)("holds %s", (_, report) => {
    const text = renderMarkdown(report);
    expect(text).not.toMatch(CONTROLS);
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024);
    for (const token of walk(lexer(text))) {
      if (token.type === "html")
        expect(token.raw.trim()).toMatch(/^(<br>|<!-- -->|<details><summary>[\w ,()]+<\/summary>|<\/details>)$/);
      if (token.type === "link")
        expect((token as { href: string }).href).toMatch(/^https:\/\/(modelcontextprotocol\.io|github\.com)\//);
      if (token.type === "text" && (token as { tokens?: unknown }).tokens === undefined)
        expect(token.raw).not.toMatch(/@\w|https?:\/\/|www\./);
      expect(["image", "del", "code"]).not.toContain(token.type);
    }
  });
});

describe("GitHub annotations", () => {
  test("are commands with failures first", () => {
    const lines = renderGithub(FULL).trimEnd().split("\n");
    expect(lines[0]).toMatch(/^::error title=mcp-assay::DOES NOT CONFORM/);
    expect(lines.filter((line) => line.startsWith("::error")).at(-1)).toBe(
      '::error title=tools.unknown-tool::MUST: A call of an unknown tool is answered with an error.%0ASeen: {"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"\\e[2Jgone \\u202etxt"}]}}%0AAccepted: JSON-RPC error -32602, or a result with isError true%0AIn 2025-06-18 and 2025-11-25 over stdio.',
    );
    expect(renderGithub(conforming)).toBe("::notice title=mcp-assay::CONFORMS\n");
  });

  test("are no more than GitHub shows of each level", () => {
    const [run] = SAMPLE.runs;
    const requirements = Array.from({ length: 40 }, (_, index) => ({
      ...run!.requirements[1]!,
      id: `tools.x${index}`,
    }));
    const lines = renderGithub({ ...SAMPLE, runs: [{ ...run!, requirements }] })
      .trimEnd()
      .split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([
      10,
      "::error title=mcp-assay::32 more errors; the report has them all",
    ]);
  });

  test.each(hostile)("hold %s", (_, report) => {
    for (const line of renderGithub(report).trimEnd().split("\n")) {
      expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
      expect(line).not.toMatch(CONTROLS);
      expect(line.replaceAll(/%(25|0A|3A|2C)/g, "")).not.toContain("%");
    }
  });
});

describe("TAP", () => {
  const parse = (text: string) => {
    const found = Parser.parse(text);
    expect(found[0]).toEqual(["version", 14]);
    const [, complete] = found.find(([kind]) => kind === "complete") as unknown as [
      string,
      { ok: boolean; count: number; bailout: unknown; failures: readonly { tapError: string | null }[] },
    ];
    expect(complete.bailout).toBe(false);
    expect(complete.failures.filter(({ tapError }) => tapError !== null)).toEqual([]);
    const children = found
      .filter(([kind]) => kind === "child")
      .map(
        ([, child]) =>
          (child as unknown as unknown[][]).find(([kind]) => kind === "complete")?.[1] as {
            count: number;
            fail: number;
            skip: number;
            todo: number;
          },
      );
    return { complete, children };
  };

  test("has a subtest a run, with what is expected as TODO", () => {
    const { complete, children } = parse(renderTap(FULL));
    expect([complete.ok, complete.count]).toEqual([false, 5]);
    expect(children.map(({ count, fail, skip, todo }) => [count, fail, skip, todo])).toEqual([
      [3, 1, 1, 0],
      [6, 1, 3, 0],
      [7, 4, 3, 2],
    ]);
    expect(parse(renderTap(asExpected)).complete.ok).toBe(true);
  });

  test.each(hostile)("holds %s", (_, report) => {
    const { complete, children } = parse(renderTap(report));
    expect([complete.count, children.map(({ count }) => count)]).toEqual([5, [3, 6, 7]]);
  });
});

describe("the badge", () => {
  test.each([
    [SAMPLE, "1 failure", "red"],
    [conforming, "conforms", "brightgreen"],
    [asExpected, "1 expected failure", "yellow"],
    [{ ...SAMPLE, concluded: false, runs: [] }, "nothing concluded", "lightgrey"],
  ])("says how it stands", (report, message, color) => {
    expect(JSON.parse(renderBadge(report))).toMatchObject({ schemaVersion: 1, label: "MCP server", message, color });
  });
});

describe("the terminal", () => {
  test.each(hostile)("holds %s", (_, report) => {
    expect(renderTerminal(report, { color: false, verbose: true })).not.toMatch(CONTROLS);
  });
});
