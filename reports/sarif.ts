import type { Log, Notification, ReportingDescriptor, Result } from "sarif";
import type { Finding, Report, RequirementResult, Run } from "../schemas/report.ts";
import { evidenceOf, explain, safe } from "./evidence.ts";
import { runName } from "./group.ts";
import { sourceLink } from "./source.ts";
import { headlineOf, staleText } from "./verdict.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** Where no file of the target is known: viewers want a place for each result. */
const NO_FILE = "mcp-assay.yaml";

/** SARIF 2.1.0: a rule a requirement that failed, a result a finding; what the baseline expects is suppressed. */
export function renderSarif(report: Report): string {
  const found = report.runs.flatMap((run) =>
    run.requirements.filter((result) => result.verdict === "fail").map((result) => ({ run, result })),
  );
  const rules = new Map<string, ReportingDescriptor>();
  for (const { run, result } of found) if (!rules.has(result.id)) rules.set(result.id, ruleOf(result, run));
  const indexes = new Map([...rules.keys()].map((id, index) => [id, index]));
  const uri = fileOf(report);
  const log: Log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "mcp-assay",
            semanticVersion: report.assay.version,
            rules: [...rules.values()],
          },
        },
        automationDetails: { id: `mcp-assay/${report.target.role}/` },
        invocations: [
          {
            executionSuccessful: report.concluded && report.runs.every((run) => run.totals.error === 0),
            toolExecutionNotifications: brokenOf(report),
            toolConfigurationNotifications: (report.gate?.stale ?? []).map((entry) =>
              notification("error", staleText(entry)),
            ),
          },
        ],
        results: found.flatMap(({ run, result }) =>
          result.findings.map((finding) => resultOf(finding, result, run, indexes.get(result.id)!, uri)),
        ),
        properties: { verdict: headlineOf(report).text, seed: report.assay.seed, catalogue: report.assay.catalogue },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(result: RequirementResult, run: Run): ReportingDescriptor {
  const link = sourceLink(run.revision, result.source);
  const statement = literal(safe(result.statement));
  const text = `${statement} The specification says ${result.level}${result.basis === "implied" ? " by implication" : ""}: ${link}`;
  return {
    id: result.id,
    shortDescription: { text: statement },
    fullDescription: { text },
    help: { text },
    helpUri: link,
    defaultConfiguration: { level: result.severity === "failure" ? "error" : "warning" },
    properties: { tags: [result.area, result.level] },
  };
}

function resultOf(finding: Finding, result: RequirementResult, run: Run, ruleIndex: number, uri: string): Result {
  const { seen, accepted } = evidenceOf(finding);
  const place = runName(run);
  return {
    ruleId: result.id,
    ruleIndex,
    level: finding.severity === "failure" ? "error" : "warning",
    message: {
      text: literal(`${safe(result.statement)} In ${place}: seen ${seen}; accepted ${accepted.join(", or ")}.`),
    },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } },
        logicalLocations: [
          { fullyQualifiedName: `${run.revision}/${run.transport}/${result.id}`, kind: "requirement" },
        ],
      },
    ],
    partialFingerprints: {
      "mcpAssay/v1": [result.id, run.revision, run.transport, finding.judge, finding.facet ?? ""].map(safe).join(" "),
    },
    occurrenceCount: finding.count,
    ...(result.expected === undefined
      ? {}
      : { suppressions: [{ kind: "external", status: "accepted", justification: safe(result.expected.reason) }] }),
    properties: {
      revision: run.revision,
      transport: run.transport,
      evidence: explain({ ...result, findings: [finding] }, run),
    },
  };
}

function brokenOf(report: Report): Notification[] {
  return report.runs.flatMap((run) => [
    ...(run.concluded
      ? []
      : [notification("error", `${runName(run)} did not conclude: ${run.why ?? "no reason given"}`)]),
    ...run.requirements
      .filter((result) => result.verdict === "error")
      .map((result) => notification("error", `${runName(run)}: ${result.id}: ${result.reason ?? "no reason given"}`)),
  ]);
}

function notification(level: "error", text: string): Notification {
  return { level, message: { text: literal(safe(text)) } };
}

/** The first argument of the target's command that looks like a file below the working directory. */
function fileOf({ target }: Report): string {
  const file = target.command?.slice(1).find((part) => /^[\w@][^:]*\.\w+$/.test(part) && !part.includes(".."));
  return file === undefined ? NO_FILE : safe(file).split(/[\\/]/).map(encodeURIComponent).join("/");
}

/** What a viewer would take for a link or a placeholder is neither. */
function literal(text: string): string {
  return text.replaceAll("](", "\\](").replaceAll(/\{(\d+)\}/g, "{{$1}}");
}
