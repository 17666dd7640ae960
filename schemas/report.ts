/** Verdict on one requirement in one run. */
export type Verdict = "pass" | "fail" | "inconclusive" | "not-applicable" | "error";

export type Severity = "failure" | "warning";

/** One step of the conversation around a finding: a message, other bytes, an HTTP head, or what happened to a process. */
export interface TraceStep {
  /** Its place in the trace; for a message that of the message, not of the bytes that carried it. */
  readonly seq: number;
  /** ms since the trace began. */
  readonly t: number;
  readonly from: "peer" | "target" | "harness" | "app";
  readonly kind: "message" | "bytes" | "http" | "process" | "app" | "intent";
  /** What it is, in one line. */
  readonly label: string;
  /** The finding rests on it. */
  readonly cited?: true;
  readonly channel?: string;
  readonly process?: string;
  /** One HTTP request with its response. */
  readonly exchange?: string;
  readonly stream?: string;
  /** Where it is another than the finding's. */
  readonly scenario?: string;
  /** What is wrong with it on purpose. */
  readonly defect?: string;
  /** The HTTP head as sent: request or status line and header fields. */
  readonly head?: string;
  /** The bytes as they came, where they are UTF-8. */
  readonly text?: string;
  readonly base64?: string;
  /** Bytes left out at the end of `text` or `base64`. */
  readonly cut?: number;
}

/** A failed judgement with its evidence; equal ones are merged and counted. */
export interface Finding {
  readonly scenario: string;
  readonly judge: string;
  readonly severity: Severity;
  readonly count: number;
  readonly facet?: string;
  readonly sent?: string;
  readonly accepted: readonly string[];
  readonly seen: string;
  /** seqs in the trace named by `trace`. */
  readonly events: readonly number[];
  readonly trace?: string;
  /** The steps around `events`, in order; bounded, secrets replaced by tags. */
  readonly excerpt?: readonly TraceStep[];
  readonly reproduce?: string;
  /** Why it is a warning only, or why it is outside every reading. */
  readonly note?: string;
}

export interface RequirementResult {
  readonly id: string;
  readonly role: "server" | "client";
  readonly level: "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "MAY";
  readonly basis: "keyword" | "implied";
  readonly area: string;
  readonly verdict: Verdict;
  /** Present when the verdict is `fail`. */
  readonly severity?: Severity;
  readonly judges: { readonly concluded: number; readonly of: number };
  readonly facets?: { readonly passed: number; readonly of: number };
  readonly statement: string;
  /** `page#heading` below docs/specification/<revision>. */
  readonly source: string;
  readonly core?: boolean;
  /** Why it is inconclusive, not applicable or an error. */
  readonly reason?: string;
  /** The baseline expects this failure, for this reason: it does not fail the run. */
  readonly expected?: { readonly reason: string };
  readonly findings: readonly Finding[];
}

/** An entry of the baseline that fails the run: what it expects to fail passes now, or is no requirement. */
export interface StaleEntry {
  readonly requirement: string;
  readonly revision?: string;
  readonly transport?: string;
  readonly reason: string;
  readonly problem: "passes" | "unknown";
  /** The requirement that may have been meant. */
  readonly nearest?: string;
}

/** What was asked of the run beside conformance, and whether it is met: the exit status follows it. */
export interface Gate {
  readonly failOn: "must" | "should";
  /** Nothing failed but what the baseline expects, and the baseline expects nothing that did not fail. */
  readonly passed: boolean;
  /** The file of expected failures. */
  readonly baseline?: string;
  readonly stale: readonly StaleEntry[];
}

export interface ScenarioResult {
  readonly name: string;
  readonly ms: number;
  readonly trace?: string;
}

export interface Totals {
  readonly pass: number;
  readonly fail: number;
  readonly warning: number;
  readonly inconclusive: number;
  readonly "not-applicable": number;
  readonly error: number;
}

/** One revision over one transport. */
export interface Run {
  readonly revision: string;
  readonly transport: string;
  readonly concluded: boolean;
  /** Why it did not conclude. */
  readonly why?: string;
  readonly conforms: boolean;
  readonly server: { readonly name?: string; readonly version?: string; readonly capabilities: object };
  readonly requirements: readonly RequirementResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly totals: Totals;
  readonly ms: number;
}

/** The canonical report; everything else is rendered from it. */
export interface Report {
  readonly assay: { readonly version: string; readonly seed: number; readonly catalogue: string };
  readonly target: {
    readonly role: "server" | "client";
    readonly command?: readonly string[];
    readonly url?: string;
    readonly name?: string;
    readonly version?: string;
    readonly capabilities: object;
    /** How the target's revisions were found. */
    readonly revisions: readonly string[];
    /** Launches of the target in the whole run. */
    readonly starts: number;
  };
  readonly conforms: boolean;
  readonly concluded: boolean;
  readonly gate?: Gate;
  /** Whole run, ms. */
  readonly ms: number;
  readonly runs: readonly Run[];
  /** What the reader should know beside the verdicts (policy notes, last lines of stderr, interruption). */
  readonly notes: readonly string[];
}
