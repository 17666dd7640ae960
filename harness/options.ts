import type { Revision, TransportName } from "../simulators/wire/revisions.ts";

/** What to run against which server. Times in ms. */
export interface ServerOptions {
  /** Command and arguments that start the target. stdio unless `url` is given, which it then is expected to serve. */
  readonly command?: readonly string[];
  /** Where the target listens; `{port}` in it and in the command is replaced by a free port. */
  readonly url?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly revisions?: readonly Revision[];
  readonly transports?: readonly TransportName[];
  readonly areas?: readonly string[];
  readonly requirements?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly seed?: number;
  readonly concurrency?: number;
  /** One scenario. Default 30 s. */
  readonly timeoutMs?: number;
  /** The whole run. Default 10 min. */
  readonly deadlineMs?: number;
  readonly failOn?: "must" | "should";
  /** Default `read-only`: only tools that declare readOnlyHint. */
  readonly callTools?: "read-only" | "all" | readonly string[];
  /** Treat the target as a conformance fixture without looking for its tools. */
  readonly fixture?: boolean;
  /** Directory for trace files. */
  readonly traceDir?: string;
  /** With a URL and no command: run scenarios that may damage the process too. */
  readonly allowDamage?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** A report's note when a run was ended by its deadline or from outside. */
export const INTERRUPTED = "interrupted before the end: what was not reached is inconclusive";

/** What is happening, for a live line or a log. */
export type Progress =
  | { readonly kind: "probe"; readonly text: string }
  | {
      readonly kind: "run-begin";
      readonly revision: Revision;
      readonly transport: TransportName;
      readonly scenarios: number;
    }
  | {
      readonly kind: "scenario-end";
      readonly revision: Revision;
      readonly transport: TransportName;
      readonly name: string;
      readonly ms: number;
      readonly failed: number;
      /** It was not performed: what it builds on failed, or it may not be. */
      readonly blocked?: true;
    }
  | { readonly kind: "confirm"; readonly text: string }
  | { readonly kind: "run-end"; readonly revision: Revision; readonly transport: TransportName };

/** A user's mistake or an unreachable target: one clear sentence, an exit status, no stack trace. */
export class AssayError extends Error {
  /** Stable code, e.g. `target.exited`. */
  readonly code: string;
  /** Process exit status that goes with it: 2 command line, 3 target, 4 harness. */
  readonly exit: 2 | 3 | 4;
  /** Last lines of the target's stderr, where there are any. */
  readonly stderr: string | undefined;

  constructor(
    code: string,
    exit: 2 | 3 | 4,
    message: string,
    options: { readonly stderr?: string; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AssayError";
    this.code = code;
    this.exit = exit;
    this.stderr = options.stderr;
  }
}
