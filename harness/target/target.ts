import type { ServerPlace } from "../../simulators/client/connection.ts";
import type { TransportName } from "../../simulators/wire/revisions.ts";

/** A server that can be reached over one transport, however it came to be there. */
export interface ServerTarget {
  readonly transport: TransportName;
  /** The command that starts it, with `{port}` where it stood. */
  readonly command?: readonly string[];
  /** The command and the URL name no port but `{port}`: a free one is chosen for each start. */
  readonly portless?: boolean;
  place(): ServerPlace;
  /** Whether scenarios that may damage the process may run, and why not. */
  readonly damage: { readonly allowed: true } | { readonly allowed: false; readonly why: string };
  /** HTTP servers: started again after damage. stdio: nothing to do, every connection is a process of its own. */
  restart(): Promise<void>;
  readonly starts: () => number;
  readonly lastStderr: () => string;
  /** Ends everything that was started. Idempotent. */
  end(): Promise<void>;
}
