// Size of the HTML report and how long Chromium takes to show it, filter it and open a line of it:
//   npm run build && node bench/html.mjs [report.json ...]
// Without a report: the largest that has to stay quick, 2,000 requirements in nine runs with 20 MB of conversations.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { renderHtml } = await import(pathToFileURL(join(process.env.MCP_ASSAY_DIST ?? "dist", "reports/html.js")).href);
const executablePath =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const files = process.argv.slice(2);
const reports = files.map((file) => [basename(file), JSON.parse(readFileSync(file, "utf8"))]);
if (reports.length === 0) reports.push(["2,000 requirements", largest()]);

const folder = mkdtempSync(join(tmpdir(), "mcp-assay-bench-"));
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});
try {
  for (const [name, report] of reports) await measure(name, report);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name, report) {
  const began = performance.now();
  const text = renderHtml(report);
  const rendered = performance.now() - began;
  const file = join(folder, "report.html");
  writeFileSync(file, text);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(pathToFileURL(file).href);
  const shown = await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    resolve({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      loaded: navigation.domContentLoadedEventEnd,
      rows: document.querySelectorAll(".row").length,
    });
  })))`);
  const search = await timed(
    page,
    `form.elements.q.value = "tools"; form.dispatchEvent(new Event("input", { bubbles: true }));`,
    150,
  );
  const again = await timed(
    page,
    `form.elements.q.value = "no-such"; form.dispatchEvent(new Event("input", { bubbles: true }));`,
    150,
  );
  const all = await timed(
    page,
    `form.elements.q.value = ""; for (const box of form.querySelectorAll("[name=verdict]")) box.checked = true;
    form.dispatchEvent(new Event("input", { bubbles: true }));`,
    30,
  );
  const open = await timed(page, `document.querySelector(".row:not([hidden])").open = true;`, 0);
  const figures = {
    requirements: shown.rows,
    "size, MB": (statSync(file).size / 1e6).toFixed(2),
    "rendered, ms": rendered,
    "first paint, ms": shown.paint,
    "usable and read to the end, ms": shown.loaded,
    "first search, ms": search,
    "next search, ms": again,
    "all shown, ms": all,
    "a line opened, ms": open,
  };
  console.log(name);
  for (const [label, value] of Object.entries(figures))
    console.log(`  ${label.padEnd(32)}${typeof value === "number" ? Math.round(value) : value}`);
  await page.close();
}

/** Longest that the page was busy (ms) from the act until `wait` ms after it and the next frame. */
function timed(page, act, wait) {
  return page.evaluate(`new Promise((resolve) => {
    const form = document.querySelector("form");
    const began = performance.now();
    ${act}
    setTimeout(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began - ${wait}))), ${wait});
  })`);
}

/** A report as large as the largest that has to stay quick; its conversations are what fills it. */
function largest() {
  const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
  const cells = revisions.flatMap((revision) => [
    [revision, "stdio"],
    ...(revision > "2025" ? [[revision, "http"]] : []),
  ]);
  const areas = ["tools", "resources", "prompts", "jsonrpc", "http", "lifecycle", "cancellation", "progress", "meta"];
  const failing = 250;
  const stepBytes = 20e6 / (failing * cells.length * 14);
  const verdicts = ["pass", "pass", "inconclusive", "not-applicable", "inconclusive", "pass", "pass"];
  const requirement = (index, run) => {
    const failed = index < failing;
    return {
      id: `${areas[index % areas.length]}.requirement-${index}`,
      role: "server",
      level: ["MUST", "MUST NOT", "SHOULD", "MAY"][index % 4],
      basis: "keyword",
      area: areas[index % areas.length],
      verdict: failed ? "fail" : verdicts[index % verdicts.length],
      ...(failed ? { severity: index % 2 === 0 ? "failure" : "warning" } : {}),
      judges: { concluded: 1, of: 2 },
      statement: `A server that is asked for thing ${index} answers with that thing, or with an error that says why not.`,
      source: "server/tools#error-handling",
      ...(verdicts[index % verdicts.length] === "inconclusive"
        ? { reason: `not provoked in this run (${index % 30})` }
        : {}),
      findings: failed ? [finding(index, run)] : [],
    };
  };
  const finding = (index, run) => ({
    scenario: `scenario ${index}`,
    judge: `scenario ${index}`,
    severity: index % 2 === 0 ? "failure" : "warning",
    count: 3,
    sent: `{"jsonrpc":"2.0","id":${index},"method":"tools/call"}`,
    accepted: ["JSON-RPC error -32602"],
    seen: `{"jsonrpc":"2.0","id":${index},"result":{"run":"${"abcdefghi"[run]}"}}`,
    events: [3, 4],
    excerpt: Array.from({ length: 14 }, (_, step) => ({
      seq: step,
      t: step * 1.5,
      from: step % 2 === 0 ? "peer" : "target",
      kind: "message",
      label: step % 2 === 0 ? `tools/call, id ${step}` : `result, id ${step}`,
      text: `{"jsonrpc":"2.0","id":${step},"result":{"text":"${"lorem ipsum, dolor sit amet <b>, ".repeat(stepBytes / 33)}"}}\n`,
    })),
    reproduce: "curl http://127.0.0.1:3000/mcp",
  });
  return {
    assay: { version: "0.0.0", seed: 1, catalogue: "sha256:0" },
    target: { role: "server", name: "largest", command: ["node"], capabilities: {}, revisions, starts: 1 },
    conforms: false,
    concluded: true,
    ms: 1,
    runs: cells.map(([revision, transport], run) => ({
      revision,
      transport,
      concluded: true,
      conforms: false,
      server: { capabilities: {} },
      requirements: Array.from({ length: 2_000 }, (_, index) => requirement(index, run)),
      scenarios: [],
      totals: { pass: 1000, fail: 125, warning: 125, inconclusive: 500, "not-applicable": 250, error: 0 },
      ms: 1,
    })),
    notes: [],
  };
}
