import type { Action, ClientAnswer } from "../../../simulators/client/app/orders.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { factsOf, type Revision, type TransportName } from "../../../simulators/wire/revisions.ts";
import type { Judge } from "../judge.ts";
import type { ClientRecord } from "./record.ts";
import type { Stage } from "./stage.ts";

export interface ClientScenarioTools {
  readonly judge: Judge;
  readonly record: ClientRecord;
  readonly revision: Revision;
  readonly transport: TransportName;
  /** Ends the scenario: the ids not yet judged are inconclusive for this reason. */
  skip(reason: string): never;
  /** The result that an action had; skips where the client told nothing of it or has no API for it. */
  ended(action: number): NonNullable<ReturnType<ClientRecord["outcome"]>>;
}

/** What one scenario has a client do, what it meets, and what is judged of it once it is over. */
export interface ClientScenario {
  /** `area: title`; unique. */
  readonly name: string;
  readonly area: string;
  readonly revisions: readonly Revision[];
  readonly transports: readonly TransportName[];
  /** The requirements it may judge. */
  readonly requirements: readonly string[];
  readonly actions: readonly Action[];
  readonly capabilities: JsonObject;
  readonly answers: readonly ClientAnswer[];
  /** It needs a client and a server to itself; others are packed several to one client. */
  readonly alone: boolean;
  /** Revisions that the simulated server speaks; the run's own where left out. */
  readonly serves: readonly Revision[] | undefined;
  /** What the simulated server does wrong on purpose. */
  readonly defect: string | undefined;
  readonly needs: readonly string[];
  /** Longest that the client may take for its actions, ms, where it is more than usual. */
  readonly timeoutMs: number | undefined;
  readonly stage: (stage: Stage) => void;
  readonly run: (tools: ClientScenarioTools) => void | Promise<void>;
}

/** What a scenario has the client do and meet. */
export interface ClientScenarioOptions {
  readonly actions: readonly Action[];
  readonly capabilities?: JsonObject;
  readonly answers?: readonly ClientAnswer[];
  readonly stage?: (stage: Stage) => void;
  readonly alone?: boolean;
  readonly serves?: readonly Revision[];
  readonly defect?: string;
  readonly needs?: readonly string[];
  readonly timeoutMs?: number;
  readonly revisions?: readonly Revision[];
  readonly transports?: readonly TransportName[];
}

/** Declares one scenario: what the client is asked to do and must do, the requirements judged, its setting, and the judgement. */
export type DeclareClient = (
  title: string,
  requirements: readonly string[],
  options: ClientScenarioOptions,
  run: (tools: ClientScenarioTools) => void | Promise<void>,
) => void;

export interface ClientSuite {
  readonly area: string;
  readonly scenarios: readonly ClientScenario[];
}

/**
 * Declares the scenarios of one area that judge a client. Nothing runs here.
 * @example
 * export const suites = [
 *   clientSuite("pagination", { revisions: REVISIONS }, (scenario) => {
 *     scenario("a cursor comes back as it was given", ["pagination.opaque-cursors"],
 *       { actions: [{ action: "list", what: "tools" }] },
 *       ({ judge, record }) => { ... });
 *   }),
 * ];
 */
export function clientSuite(
  area: string,
  options: { readonly revisions: readonly Revision[]; readonly transports?: readonly TransportName[] },
  declare: (scenario: DeclareClient) => void,
): ClientSuite {
  const scenarios: ClientScenario[] = [];
  declare((title, requirements, own, run) => {
    scenarios.push({
      name: `${area}: ${title}`,
      area,
      revisions: own.revisions ?? options.revisions,
      transports: own.transports ?? options.transports ?? ["stdio", "http", "sse"],
      requirements,
      actions: own.actions,
      capabilities: own.capabilities ?? {},
      answers: own.answers ?? [],
      alone: own.alone ?? (own.serves !== undefined || own.defect !== undefined),
      serves: own.serves,
      defect: own.defect,
      needs: own.needs ?? [],
      timeoutMs: own.timeoutMs,
      stage: own.stage ?? (() => {}),
      run,
    });
  });
  return { area, scenarios };
}

/** Whether a scenario can be performed in a revision over a transport. */
export function performsIn(scenario: ClientScenario, revision: Revision, transport: TransportName): boolean {
  return (
    scenario.revisions.includes(revision) &&
    scenario.transports.includes(transport) &&
    factsOf(revision).transports.includes(transport)
  );
}
