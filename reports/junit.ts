import XMLBuilder from "fast-xml-builder";
import type { Report, RequirementResult, Run } from "../schemas/report.ts";
import { clip, explain, safe } from "./evidence.ts";
import { runName } from "./group.ts";
import { failsRun, headlineOf, kindOf, staleText } from "./verdict.ts";

type Element = { readonly [name: string]: string | Element | readonly Element[] };
type Outcome = "failure" | "error" | "skipped" | "passed";

interface Case {
  readonly outcome: Outcome;
  readonly element: Element;
}

const MESSAGE = 500;

/** JUnit's XML, as CI servers read it: a suite a run, a test case a requirement. */
export function renderJunit(report: Report): string {
  const stale = report.gate?.stale ?? [];
  const suites = [
    ...report.runs.map((run) => suite(runName(run), casesOf(run, report), run.ms)),
    ...(stale.length === 0
      ? []
      : [
          suite(
            "baseline",
            stale.map((entry) => failed("baseline", entry.requirement, staleText(entry), "")),
            0,
          ),
        ]),
    ...(report.runs.length > 0
      ? []
      : [suite("mcp-assay", [failed("mcp-assay", "a run concludes", headlineOf(report).text, notes(report))], 0)]),
  ];
  const count = (name: string) => sum(suites.map((one) => Number(one[`@${name}`])));
  const builder = new XMLBuilder({
    attributeNamePrefix: "@",
    ignoreAttributes: false,
    format: true,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: {
      "@name": "mcp-assay",
      "@tests": count("tests"),
      "@failures": count("failures"),
      "@errors": count("errors"),
      "@time": seconds(report.ms),
      testsuite: suites,
    },
  });
}

function casesOf(run: Run, report: Report): readonly Case[] {
  const cases = run.requirements.map((result) => caseOf(result, run, report));
  if (run.concluded) return cases;
  return [
    failed(`${run.revision}.${run.transport}`, "the run concludes", safe(run.why ?? "no reason given"), ""),
    ...cases,
  ];
}

function caseOf(result: RequirementResult, run: Run, report: Report): Case {
  const place = `${run.revision}.${run.transport}.${result.area}`;
  const reason = safe(result.reason ?? "no reason given");
  switch (kindOf(result)) {
    case "failure":
    case "warning": {
      const text = explain(result, run);
      if (failsRun(result, report)) return failed(place, result.id, summary(result), text, result.level);
      return testCase("passed", place, result.id, { "system-out": `warning: ${text}` });
    }
    case "expected":
      return skipped(place, result.id, `expected failure: ${result.expected?.reason}`);
    case "error":
      return testCase("error", place, result.id, { error: { "@message": reason, "@type": "mcp-assay" } });
    case "inconclusive":
      return skipped(place, result.id, `inconclusive: ${reason}`);
    case "not-applicable":
      return skipped(place, result.id, `not applicable: ${reason}`);
    case "pass":
      return testCase("passed", place, result.id, {});
  }
}

function summary({ statement, findings }: RequirementResult): string {
  return clip(`${safe(statement)} Seen: ${safe(findings[0]?.seen ?? "")}`, MESSAGE);
}

function failed(place: string, name: string, message: string, text: string, type = "failure"): Case {
  return testCase("failure", place, name, { failure: { "@message": message, "@type": type, "#text": text } });
}

function skipped(place: string, name: string, message: string): Case {
  return testCase("skipped", place, name, { skipped: { "@message": safe(message) } });
}

function testCase(outcome: Outcome, place: string, name: string, content: Element): Case {
  return { outcome, element: { "@classname": safe(place), "@name": safe(name), ...content } };
}

function suite(name: string, cases: readonly Case[], ms: number): Element {
  const count = (outcome: Outcome) => String(cases.filter((one) => one.outcome === outcome).length);
  return {
    "@name": safe(name),
    "@tests": String(cases.length),
    "@failures": count("failure"),
    "@errors": count("error"),
    "@skipped": count("skipped"),
    "@time": seconds(ms),
    testcase: cases.map(({ element }) => element),
  };
}

function notes(report: Report): string {
  return report.notes.map(safe).join("\n");
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
