import type { Orders } from "../../simulators/client/app/orders.ts";
import type { ServerProcess } from "../../simulators/client/connection.ts";
import type { TransportName } from "../../simulators/wire/revisions.ts";

/** Where a client finds its server: a URL, or a process to launch (each launch is a new one). */
export type ServedPlace =
  | { readonly transport: "http" | "sse"; readonly url: URL }
  | { readonly transport: "stdio"; launch(): ServerProcess };

/** A client that runs. */
export interface ClientProcess {
  /** Each line that its application prints, in order, from the first on. */
  onLine(listener: (line: string) => void): void;
  /** Settles when it has ended and its output is drained. Never rejects. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Last lines of its stderr. */
  stderr(): string;
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Ends what it left running. Idempotent. */
  end(): Promise<void>;
}

/** A client that can be started as often as asked, over one transport. */
export interface ClientTarget {
  readonly transport: TransportName;
  /** @throws AssayError when the client cannot be started. */
  start(orders: Orders, place: ServedPlace): Promise<ClientProcess>;
  readonly starts: () => number;
}
