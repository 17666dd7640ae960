import type { Signal, SignalName } from "../../simulators/trace/context.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "./requirement.ts";

/** How a monitor says what it found of one requirement. */
export interface Verdicts {
  /** An event was seen on which the requirement could have been found broken; without it there is no pass. */
  saw(facet?: string): void;
  /** A violation. */
  fail(seen: string, options: FailOptions): void;
  inconclusive(reason: string): void;
  /** The fault is the harness's own, so that what it led to cannot be judged. */
  harnessError(reason: string): void;
}

/** What a monitor is handed; its own verdicts are about the requirement that it names first. */
export interface MonitorTools extends Verdicts {
  readonly revision: Revision;
  readonly transport: TransportName;
  /** Listens to signals. Those that rest on a deliberate defect of the peer are left out unless `defects` is set. */
  on<N extends SignalName>(
    name: N,
    listener: (signal: Signal<N>) => void,
    options?: { readonly defects?: boolean },
  ): void;
  /** Verdicts on another requirement that it names; undefined where that one is not in force. */
  about(requirement: string): Verdicts | undefined;
}

export interface FailOptions {
  readonly accepted: readonly string[];
  /** seqs of the events that show it. */
  readonly events: readonly number[];
  /** The request or message that provoked it, as text. */
  readonly sent?: string;
  readonly facet?: string;
  readonly timed?: boolean;
  readonly outsideAllReadings?: string;
  readonly warningOnly?: string;
}

/** Passive judgement over a trace, event by event, with bounded state. */
export interface Monitor {
  /** What it judges: nearly always one requirement. */
  readonly requirements: readonly [string, ...string[]];
  /** Those of them that no catalogue has. */
  readonly generated?: readonly Requirement[];
  /** Distinguishes several monitors of one requirement; defaults to the requirement. */
  readonly name: string;
  /** Whose conduct: that of servers, of clients, or of whichever the target is. */
  readonly judges: "server" | "client" | "both";
  readonly start: (tools: MonitorTools) => void;
}

/**
 * Declares a monitor of a server's (or, with `judges`, a client's or either's) conduct under one requirement.
 * @example
 * export const oneAnswer = monitor("jsonrpc.one-response-per-request", (m) => {
 *   m.on("response", ({ request, seen }) => {
 *     if (!request) return;
 *     m.saw();
 *     if (request.answers > 1) m.fail("a second response", { accepted: ["one response"], events: [seen.seq] });
 *   });
 * });
 */
export function monitor(
  requirement: string,
  start: (tools: MonitorTools) => void,
  options: { readonly name?: string; readonly judges?: Monitor["judges"] } = {},
): Monitor {
  return { requirements: [requirement], name: options.name ?? requirement, judges: options.judges ?? "server", start };
}

/** The entries that monitors bring with them. */
export function generatedBy(monitors: readonly Monitor[]): readonly Requirement[] {
  return [...new Map(monitors.flatMap(({ generated = [] }) => generated).map((entry) => [entry.id, entry])).values()];
}

/** Whether a monitor judges targets of this role. */
export function judgesRole(monitor: Monitor, role: "server" | "client"): boolean {
  return monitor.judges === "both" || monitor.judges === role;
}
