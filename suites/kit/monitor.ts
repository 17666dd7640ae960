import type { Signal, SignalName } from "../../simulators/trace/context.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";

/** What a monitor is handed. */
export interface MonitorTools {
  readonly revision: Revision;
  readonly transport: TransportName;
  /** Listens to signals. Those that rest on a deliberate defect of the peer are left out unless `defects` is set. */
  on<N extends SignalName>(
    name: N,
    listener: (signal: Signal<N>) => void,
    options?: { readonly defects?: boolean },
  ): void;
  /** An event was seen on which this monitor could have failed; without it there is no pass. */
  saw(facet?: string): void;
  /** A violation. `subjects` are shown as evidence: signals, seen messages, exchanges, or plain seqs. */
  fail(seen: string, options: FailOptions): void;
  inconclusive(reason: string): void;
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

/** Passive judgement of one requirement over a trace, event by event, with bounded state. */
export interface Monitor {
  readonly requirement: string;
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
  return { requirement, name: options.name ?? requirement, judges: options.judges ?? "server", start };
}

/** Whether a monitor judges targets of this role. */
export function judgesRole(monitor: Monitor, role: "server" | "client"): boolean {
  return monitor.judges === "both" || monitor.judges === role;
}
