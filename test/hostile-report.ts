import type { Report } from "../schemas/report.ts";
import { SAMPLE } from "./sample-report.ts";

/** What a target may send to break out of a report's format, each by itself and all at once. */
export const HOSTILE: readonly string[] = [
  "<script>alert(1)</script><img src=x onerror=alert(1)>",
  "]]><!--&lt;&#0;&bogus;%-->\"'<?xml?>",
  "\u0000\u0007\u0008\u000b\u001b[2J\u009b31m\ufffe\uffff\ud800 half",
  "\u202egnp.exe \u2066bidi\u2069 \u200bzero",
  "a|b `code` ``two`` *bold* _it_ ~~del~~ # head\n# real head\n- item\n\n    indented\n```\nfence\n```\n</details>",
  "@everyone #1 [click](http://evil.example) ![x](javascript:alert(1)) http://evil.example www.evil.example",
  "\n::error title=x::injected\r\n::set-output name=x::y%0A::add-mask::z,:%",
  "\nok 1 - injected # SKIP\nnot ok 2\n1..9\nBail out! # TODO\n---\n...\n\\# escaped",
  "\r\n{0} {{1}} $x [text](1) \\[x\\]",
  "`".repeat(9),
  "",
  " ",
  "\u2028line\u2029separators\u0085",
];

const KEPT = new Set(["verdict", "severity", "level", "basis", "role", "failOn", "problem", "$schema", "from", "kind"]);

/** The sample, with `text` in the place of every text that is not one of a fixed few. */
export function hostileReport(text: string): Report {
  const spoiled = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return KEPT.has(key) ? value : text;
    if (Array.isArray(value)) return value.map((item) => spoiled(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoiled(inner, name)]));
  };
  return spoiled(FULL, "") as Report;
}

/** The sample with a gate, an expected failure and a run that did not conclude. */
export const FULL: Report = {
  ...SAMPLE,
  gate: {
    failOn: "must",
    passed: false,
    baseline: "baseline.yaml",
    stale: [
      { requirement: "ping.answer", revision: "2025-11-25", transport: "stdio", reason: "was slow", problem: "passes" },
      { requirement: "tools.lst", reason: "old", problem: "unknown", nearest: "tools.list" },
    ],
  },
  runs: [
    ...SAMPLE.runs,
    {
      ...SAMPLE.runs[1]!,
      revision: "2026-07-28",
      concluded: false,
      why: "the target answered no request",
      totals: { ...SAMPLE.runs[1]!.totals, pass: 0, error: 1 },
      requirements: SAMPLE.runs[1]!.requirements.map((result, index) => {
        if (index === 0) return { ...result, verdict: "error", reason: "a judge broke" };
        return result.verdict === "fail" ? { ...result, expected: { reason: "issue 12" } } : result;
      }),
    },
  ],
};
