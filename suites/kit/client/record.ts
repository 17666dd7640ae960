import type { AppNotification, Outcome } from "../../../simulators/client/app/orders.ts";
import type { ExchangeInstance, RequestInstance, SeenMessage } from "../../../simulators/trace/context.ts";
import type { ProcessEvent } from "../../../simulators/trace/events.ts";

/** A response of the client's, and what it answers. */
export interface ClientResponse {
  readonly seen: SeenMessage;
  readonly request: RequestInstance | undefined;
}

/** What one client did, on the wire and in its application, once it is over. */
export interface ClientRecord {
  /** Requests of the client in the order of the wire, of one method or all; those of other scenarios packed with this one included. */
  requests(method?: string): readonly RequestInstance[];
  /** Requests of the simulated server to the client. */
  asked(method?: string): readonly RequestInstance[];
  notifications(method?: string): readonly SeenMessage[];
  /** The client's answers to the simulated server. */
  responses(): readonly ClientResponse[];
  /** HTTP exchanges in the order in which they began; empty over stdio. */
  exchanges(): readonly ExchangeInstance[];
  /** Launches of the server and their ends (stdio). */
  processes(): readonly ProcessEvent[];
  /** Calls of one tool. */
  calls(tool: string): readonly RequestInstance[];
  /** How the scenario's own action ended as the application saw it; undefined when it was not told. */
  outcome(action: number): Outcome | undefined;
  /** Notifications that reached the application. */
  heard(method?: string): readonly AppNotification[];
  /** Paths of the stage's trap that were visited. */
  readonly visited: readonly string[];
  /** The application printed at least one line of the driver contract. */
  readonly spoke: boolean;
  /** The client's exit; undefined when it had to be ended. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  /** Last lines of what the client wrote to stderr. */
  readonly stderr: string;
}
