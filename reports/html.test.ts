import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report, Run, TraceStep } from "../schemas/report.ts";
import { SAMPLE } from "../test/sample-report.ts";
import { CHROMIUM, launchChromium, NO_CHROMIUM } from "../test/support/chromium.ts";
import { renderHtml } from "./html.ts";
import { headlineOf } from "./verdict.ts";

const MESSAGE = '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"nope"}}';

const STEPS: readonly TraceStep[] = [
  { seq: 10, t: 1, from: "harness", kind: "process", label: "started: node server.js", process: "p1" },
  {
    seq: 11,
    t: 2,
    from: "peer",
    kind: "http",
    label: "POST /mcp",
    exchange: "x1",
    head: "POST /mcp HTTP/1.1\nHost: a",
  },
  {
    seq: 12,
    t: 3,
    from: "peer",
    kind: "message",
    label: "tools/call, id 4",
    exchange: "x1",
    text: MESSAGE,
    cited: true,
  },
  { seq: 13, t: 4, from: "target", kind: "bytes", label: "stderr", stream: "stderr", base64: "/wA=", cut: 3 },
  { seq: 14, t: 5, from: "target", kind: "message", label: "result, id 4", text: '{"result":{}}\n', cited: true },
];

/** The sample report, every finding with the conversation around it. */
function withSteps(report: Report): Report {
  return {
    ...report,
    runs: report.runs.map((run) => ({
      ...run,
      requirements: run.requirements.map((result) => ({
        ...result,
        findings: result.findings.map((finding) => ({ ...finding, excerpt: STEPS })),
      })),
    })),
  };
}

/** The sample report against a baseline: the failure is expected in the first run alone, and two entries do not hold. */
const HELD: Report = {
  ...SAMPLE,
  gate: {
    failOn: "must",
    passed: false,
    baseline: "known.yaml",
    stale: [
      { requirement: "jsonrpc.id-echo", revision: "2025-11-25", reason: "was broken", problem: "passes" },
      { requirement: "tools.unknwn", reason: "typed", problem: "unknown", nearest: "tools.unknown-tool" },
    ],
  },
  runs: SAMPLE.runs.map((run, index) => (index === 0 ? expecting(run) : run)),
};

/** The sample report, whose every failure is expected. */
const KNOWN: Report = {
  ...SAMPLE,
  gate: { failOn: "must", passed: true, baseline: "known.yaml", stale: [] },
  runs: SAMPLE.runs.map(expecting),
};

function expecting(run: Run): Run {
  const requirements = run.requirements.map((result) =>
    result.severity === "failure" ? { ...result, expected: { reason: "upstream issue 12" } } : result,
  );
  return { ...run, requirements };
}

/** What a target may try: to run, to load, to end what it is in, to hide and to reorder. */
const HOSTILE = [
  `</script><script>window.ran = 1; alert(1)</script>`,
  `<img src=x onerror="window.ran=1"><svg onload=window.ran=1><iframe srcdoc="<script>parent.ran=1</script>">`,
  `"><a href="javascript:window.ran=1" onmouseover='window.ran=1' style="position:fixed">`,
  `'\`\${window.ran=1}<!-- <style>*{display:none}</style> ]]></title></pre></details>&lt;b&gt;`,
  `\u2028window.ran=1\u2029\u202egnp.exe\u2066\u200f\ufeff\u0000\u0007\u001b[2J\u009b31m\r\ud800`,
];

/** The report with every string that is no word of the format replaced; each by itself, and told apart. */
function hostile(report: Report): Report {
  const words = new Set([
    "verdict",
    "severity",
    "role",
    "kind",
    "from",
    "basis",
    "level",
    "base64",
    "failOn",
    "problem",
  ]);
  let count = 0;
  const change = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      count += 1;
      return words.has(key) ? value : `${count} ${HOSTILE.join(" ")}`;
    }
    if (Array.isArray(value)) return value.map((item) => change(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        key === "capabilities" ? `${name} ${HOSTILE[0]}` : name,
        change(item, name),
      ]),
    );
  };
  return change(report, "") as Report;
}

/** The text as the browser shows it. */
function seenIn(place: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
  return place.evaluate((element) => (element as unknown as { readonly innerText: string }).innerText);
}

describe("without a browser", () => {
  test("says at the top what the verdict is and what it rests on, and lets nothing but its own script run", () => {
    const text = renderHtml(SAMPLE);
    expect(text).toContain("<h1>DOES NOT CONFORM: 1 failure</h1>");
    expect(text).toMatch(/Rests on 3 requirements judged in 2 runs \(2025-06-18 and 2025-11-25 over stdio\)/);
    expect(text).toMatch(/default-src &#39;none&#39;; style-src &#39;sha256-[^&;]+&#39;; script-src &#39;sha256-/);
    expect(text).not.toMatch(/\s(?:src|on\w+|style)=/);
  });

  test("a report in which nothing was judged is a page, too", () => {
    const text = renderHtml({ ...SAMPLE, concluded: false, runs: [] });
    expect(text).toContain("<h1>NOTHING CONCLUDED: the server answered in no revision</h1>");
  });
});

describe("against a baseline", () => {
  test("the headline is that of every other format", () => {
    const strict = { ...SAMPLE, gate: { failOn: "should" as const, passed: false, stale: [] } };
    for (const report of [SAMPLE, HELD, KNOWN, strict]) {
      const { text, tone } = headlineOf(report);
      expect(renderHtml(report)).toContain(`<header class="verdict ${tone}">`);
      expect(renderHtml(report)).toContain(`<h1>${text}</h1>`);
    }
    expect(headlineOf(strict).text).toContain("(--fail-on should)");
  });

  test("what is expected is named with its reason, and is not among what fails the run", () => {
    const text = renderHtml(KNOWN);
    const head = text.slice(text.indexOf("<header"), text.indexOf("</header>"));
    expect(head).toContain("DOES NOT CONFORM: 1 failure, expected");
    expect(head).toContain('The run <b class="k-pass">passes</b>');
    expect(head).not.toContain("tools.unknown-tool");
    expect(text).toMatch(/<section data-kind="failure" hidden>/);
    expect(text).toMatch(/<h2>Expected by the baseline <span class="count">1<[\s\S]*expected: upstream issue 12/);
  });

  test("under --fail-on should, warnings are among what fails the run", () => {
    const head = (report: Report) => /<header[\s\S]*<\/header>/.exec(renderHtml(report))![0];
    expect(head(SAMPLE)).not.toContain("tools.input-schema-type");
    expect(head({ ...SAMPLE, gate: { failOn: "should", passed: false, stale: [] } })).toContain(
      '<a href="#tools.input-schema-type">',
    );
  });

  test("entries that do not hold are listed at the top, with what to do about them", () => {
    const text = renderHtml(HELD);
    const head = text.slice(text.indexOf("<header"), text.indexOf("</header>"));
    expect(head).toContain("<b>2 outdated entries</b> of the baseline <code>known.yaml</code>");
    expect(head).toMatch(/<a href="#jsonrpc.id-echo">jsonrpc.id-echo in 2025-11-25 is expected to fail and passes/);
    expect(head).toContain("did you mean tools.unknown-tool?");
    expect(head).toContain("--update-baseline");
    expect(head).toContain('The run <b class="k-failure">fails</b>');
  });
});

describe.skipIf(CHROMIUM === undefined)(`in Chromium${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ""}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-assay-html-"));
  let browser: Browser;
  let trouble: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(report: Report, hash = "", options: { readonly dark?: boolean } = {}): Promise<Page> {
    const file = join(folder, "report.html");
    writeFileSync(file, renderHtml(report));
    trouble = [];
    const page = await browser.newPage({ colorScheme: options.dark ? "dark" : "light" });
    page.on("console", (message) => trouble.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      trouble.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(pathToFileURL(file).href)) trouble.push(`request: ${request.url()}`);
    });
    await page.goto(`${pathToFileURL(file).href}${hash}`);
    return page;
  }

  const shown = (page: Page) => page.locator(".row:visible").evaluateAll((rows) => rows.map((row) => row.id));
  /** Opens every line and every message. Scripts are text here: the project's types know no page. */
  const openAll = async (page: Page) => {
    for (let round = 0; round < 3; round++)
      await page.evaluate(`new Promise((resolve) => {
        for (const details of document.querySelectorAll("details")) details.open = true;
        setTimeout(resolve, 50);
      })`);
    await page.evaluate(`for (const button of document.querySelectorAll("button.small")) button.click()`);
  };

  test("whatever a target sends is text: nothing runs, loads, hides or reorders", async () => {
    const page = await open(hostile(withSteps(HELD)));
    await page.locator('input[value="pass"] + span').click();
    await page.locator('input[value="not-applicable"] + span').click();
    await openAll(page);
    await page.locator(".search input").fill("window.ran");
    await page.hover(".row:visible >> nth=0");
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(trouble).toEqual([]);
    expect(
      await page.locator("img, iframe, svg, object, embed, link, base, [style], [onload], [onerror]").count(),
    ).toBe(0);
    expect(await page.locator("script:not([type])").count()).toBe(1);
    const targets = await page
      .locator("a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(
      targets.filter((target) => !/^(?:#|https:\/\/(?:modelcontextprotocol\.io|github\.com)\/)/.test(target)),
    ).toEqual([]);
    // What is seen, not what is there.
    const text = await seenIn(page.locator("body"));
    expect(text).toContain("<script>window.ran = 1; alert(1)</script>");
    expect(text).toContain("\\u202egnp.exe\\u2066");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
    await page.close();
  });

  test("a failure tells what was sent, accepted and seen, how to see it again, and draws the conversation", async () => {
    const page = await open(withSteps(SAMPLE));
    const row = page.locator('[id="tools.unknown-tool"]');
    await row.locator(":scope > summary").click();
    const body = row.locator(":scope > .body");
    const text = await seenIn(body);
    expect(text).toContain("JSON-RPC error -32602");
    expect(text).toContain("gone \\u202etxt");
    expect(text).toContain("printf '%s\\n'");
    expect(text).toContain("2025-06-18 stdio, 2025-11-25 stdio");
    const links = await body
      .locator('a[href^="https"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toContain("https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling");

    const steps = body.locator(".sequence li");
    expect(await steps.evaluateAll((all) => all.map((step) => step.className))).toEqual([
      "aside",
      "travels from-peer cited",
      "beside",
      "travels from-target cited",
    ]);
    const message = steps.nth(1);
    expect(await seenIn(message)).toContain("POST /mcp tools/call, id 4");
    await message.locator("summary").click();
    expect(await seenIn(message)).toContain("Host: a");
    await message.getByRole("button").click();
    expect(await seenIn(message.locator("pre").last())).toContain('  "method": "tools/call"');
    await steps.nth(2).locator("summary").click();
    expect(await seenIn(steps.nth(2))).toMatch(/000000 {2}ff 00[\s\S]*3 bytes more/);
    expect(trouble).toEqual([]);
    await page.close();
  });

  test("filters by verdict, level, area, revision and text, in the address as well", async () => {
    const page = await open(SAMPLE);
    const open4 = ["tools.unknown-tool", "tools.input-schema-type", "tools.call-a", "tools.call-b"];
    await expect.poll(() => shown(page)).toEqual(open4);
    await page.locator('input[value="pass"] + span').click();
    await expect.poll(() => shown(page)).toContain("jsonrpc.id-echo");
    await page.locator('input[value="failure"] + span').click();
    await expect.poll(() => shown(page)).not.toContain("tools.unknown-tool");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => shown(page)).toEqual(open4);
    await page.locator('input[value="MUST"] + span').click();
    await expect.poll(() => shown(page)).toEqual(["tools.input-schema-type"]);
    await expect.poll(() => page.evaluate("location.hash")).toContain("level=");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.locator("select[name=revision]").selectOption("2025-06-18");
    await expect.poll(() => shown(page)).toEqual(["tools.unknown-tool", "tools.call-a"]);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("ambiguous TEXT");
    await expect.poll(() => shown(page)).toEqual(["tools.input-schema-type"]);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(["tools.input-schema-type"]);
    await page.locator(".heat .cell", { hasText: "✓" }).first().click();
    await expect.poll(() => shown(page)).toEqual(["jsonrpc.id-echo"]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  test("what the baseline expects is filtered by itself, and looks different from what it does not", async () => {
    const page = await open(HELD);
    const section = (kind: string) =>
      page.locator(`section[data-kind="${kind}"] .row:visible`).evaluateAll((rows) => rows.map((row) => row.id));
    await expect.poll(() => section("failure")).toEqual(["tools.unknown-tool"]);
    await page.locator("select[name=revision]").selectOption("2025-06-18");
    await expect.poll(() => section("expected")).toEqual(["tools.unknown-tool"]);
    expect(await section("failure")).toEqual([]);
    await page.locator('[id="tools.unknown-tool"] > summary').click();
    const findings = page.locator('[id="tools.unknown-tool"] .finding');
    expect(await findings.locator("h4").allInnerTexts()).toEqual([
      expect.stringMatching(/^Expected failure.*2025-06-18 stdio$/),
      expect.stringMatching(/^Failure.*2025-11-25 stdio$/),
    ]);
    expect(await seenIn(findings.first())).toContain("upstream issue 12");
    expect(await findings.first().getAttribute("class")).toBe("finding expected");
    await page.locator('input[value="expected"] + span').click();
    await expect.poll(() => shown(page)).toEqual(["tools.call-a"]);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.locator(".search input").fill("issue 12");
    await expect.poll(() => shown(page)).toEqual(["tools.unknown-tool"]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  test("an address leads to a requirement, also to one that the filters leave out", async () => {
    const page = await open(SAMPLE, "#jsonrpc.id-echo");
    expect(await page.locator(".row[open]").evaluateAll((rows) => rows.map((row) => row.id))).toEqual([
      "jsonrpc.id-echo",
    ]);
    expect(await seenIn(page.locator(".row[open] .body"))).toContain("2 of 3 checks concluded, 4 of 4 kinds passed");
    await page.close();
  });

  test("is used by keyboard alone", async () => {
    const page = await open(withSteps(SAMPLE));
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".row[open] .finding").count()).toBe(1);
    // From the line on: two links of the specification, one to here; the texts; the copy; the first message.
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate('document.activeElement.closest(".step") !== null')) break;
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".step[open]").count()).toBe(1);
    await page.keyboard.press("/");
    expect(await page.evaluate('document.activeElement.getAttribute("name")')).toBe("q");
    await page.close();
  });

  test("is dark where the reader's system is, and prints light with its failures open", async () => {
    const page = await open(withSteps(SAMPLE), "", { dark: true });
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await ground()).toBe("rgb(20, 23, 28)");
    await page.locator('[data-ui="theme"]').click();
    expect(await ground()).toBe("rgb(255, 255, 255)");
    await page.locator('[data-ui="theme"]').click();
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    expect(await ground()).toBe("rgb(255, 255, 255)");
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator(".row[open]:visible .sequence").count()).toBe(2);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await page.locator(".row[open]").count()).toBe(0);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
    await page.close();
  });

  test("fits a telephone", async () => {
    const page = await open(withSteps(SAMPLE), "#tools.unknown-tool");
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.close();
  });
});
