import type { Peer } from "../../simulators/client/peer.ts";
import type { Random } from "../../simulators/clock/random.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import type { Judge } from "./judge.ts";
import type { Target } from "./target.ts";

/**
 * What a scenario needs of the target for itself.
 * - `shared`: an open session that others use at the same time.
 * - `session`: a session nobody else uses meanwhile (HTTP: its own; stdio: its turn on the process). May change session state.
 * - `fresh`: a connection on which nothing was sent yet (stdio: its own process; legacy HTTP: no session yet). It opens by itself.
 * - `process`: its turn on an open session; may damage the process, which is probed afterwards and replaced when it does not answer.
 * - `alone`: nobody else talks to the target at all meanwhile (list changes, memory).
 */
export type Isolation = "shared" | "session" | "fresh" | "process" | "alone";

export interface ScenarioTools {
  readonly peer: Peer;
  readonly judge: Judge;
  readonly target: Target;
  readonly random: Random;
  /** Ends the scenario: the ids not yet judged are inconclusive for this reason. */
  skip(reason: string): never;
}

export interface Scenario {
  /** `area: title`; unique. */
  readonly name: string;
  readonly area: string;
  readonly role: "server" | "client";
  readonly revisions: readonly Revision[];
  readonly transports: readonly TransportName[];
  readonly isolation: Isolation;
  /** The requirements it may judge. */
  readonly requirements: readonly string[];
  /** Requirements whose failure makes this scenario meaningless: it is then `inconclusive: blocked by`. */
  readonly needs: readonly string[];
  /** What `peer.open()` declares where the runner opens it. */
  readonly capabilities: { readonly [name: string]: object };
  readonly run: (tools: ScenarioTools) => Promise<void>;
}

export interface SuiteOptions {
  readonly role?: "server" | "client";
  readonly revisions: readonly Revision[];
  /** Default: stdio and http and sse, as the revisions have them. */
  readonly transports?: readonly TransportName[];
  readonly isolation?: Isolation;
  readonly needs?: readonly string[];
}

export interface ScenarioOptions {
  readonly revisions?: readonly Revision[];
  readonly transports?: readonly TransportName[];
  readonly isolation?: Isolation;
  readonly needs?: readonly string[];
  readonly capabilities?: { readonly [name: string]: object };
}

export interface Suite {
  readonly area: string;
  readonly scenarios: readonly Scenario[];
}

/** Declares one scenario of a suite: what is sent and what must happen, the requirements judged, and the stimulus. */
export type Declare = (
  title: string,
  requirements: readonly string[],
  run: (tools: ScenarioTools) => Promise<void>,
  options?: ScenarioOptions,
) => void;

/** Declares the scenarios of one area. Nothing runs here. */
export function suite(area: string, options: SuiteOptions, declare: (scenario: Declare) => void): Suite {
  const scenarios: Scenario[] = [];
  declare((title, requirements, run, own = {}) => {
    scenarios.push({
      name: `${area}: ${title}`,
      area,
      role: options.role ?? "server",
      revisions: own.revisions ?? options.revisions,
      transports: own.transports ?? options.transports ?? ["stdio", "http", "sse"],
      isolation: own.isolation ?? options.isolation ?? "shared",
      requirements,
      needs: [...(options.needs ?? []), ...(own.needs ?? [])],
      capabilities: own.capabilities ?? {},
      run,
    });
  });
  return { area, scenarios };
}
