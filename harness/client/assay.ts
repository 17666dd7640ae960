import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import type { Report } from "../../schemas/report.ts";
import { realClock } from "../../simulators/clock/clock.ts";
import { factsOf, REVISIONS, type Revision, type TransportName } from "../../simulators/wire/revisions.ts";
import { clientJudges } from "../../suites/registry.ts";
import { catalogueHash, loadCatalogue, sourceOf } from "../../suites/requirements/load.ts";
import { excerptBudget } from "../excerpt/budget.ts";
import { AssayError, INTERRUPTED, type Progress } from "../options.ts";
import { VERSION } from "../version.ts";
import { commandClient } from "./command.ts";
import type { ClientPatience } from "./context.ts";
import { type ClientOutcome, driveClient } from "./run.ts";
import { selectClientRun } from "./select.ts";
import { createSlots } from "./slots.ts";

/** What to run against which client. Times in ms. */
export interface ClientOptions {
  /** Command and arguments that start the client; see docs/client-driver.md for how it is told where its server is. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly revisions?: readonly Revision[];
  /** Default: Streamable HTTP. */
  readonly transports?: readonly TransportName[];
  readonly areas?: readonly string[];
  readonly requirements?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly seed?: number;
  /** Clients at a time. Default: twice the cores. */
  readonly concurrency?: number;
  /** One client. Default 30 s. */
  readonly timeoutMs?: number;
  /** The whole run. Default 10 min. */
  readonly deadlineMs?: number;
  readonly traceDir?: string;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

const SECRET = 8;
const DEADLINE_MS = 600_000;
const PATIENCE: ClientPatience = { firstMs: 10_000, endMs: 30_000, idleMs: 5_000, exitMs: 3_000 };

/**
 * Plays the server to a client in every revision, over the transports asked for, and judges what the client does.
 * @throws AssayError when the client cannot be started, or the options contradict each other.
 */
export async function assayClient(options: ClientOptions): Promise<Report> {
  if (options.command.length === 0)
    throw new AssayError(
      "options.no-target",
      2,
      "expected a command after --, got none; e.g. mcp-assay client -- node client.js",
    );
  const clock = realClock;
  const started = clock.now();
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  const stop = () => abort.abort();
  options.signal?.addEventListener("abort", stop, { once: true });
  const deadline = clock.after(options.deadlineMs ?? DEADLINE_MS, stop);
  const catalogue = loadCatalogue();
  const judges = await clientJudges();
  const seed = options.seed ?? 1;
  const excerpts = excerptBudget();
  const targets = (options.transports ?? ["http"]).map((transport) =>
    commandClient(transport, {
      command: options.command,
      marker: randomBytes(8).toString("hex"),
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    }),
  );
  const cells = targets.flatMap((target) =>
    REVISIONS.filter(
      (revision) =>
        factsOf(revision).transports.includes(target.transport) && (options.revisions?.includes(revision) ?? true),
    ).map((revision) => ({ target, revision })),
  );
  try {
    const slot = createSlots(options.concurrency ?? 2 * availableParallelism());
    options.onProgress?.({ kind: "probe", text: "asking which revisions the client speaks" });
    const outcomes = await Promise.all(
      cells.map(async ({ target, revision }) => {
        const { transport } = target;
        const outcome = await driveClient({
          revision,
          target,
          clock,
          seed,
          catalogue: catalogueHash(),
          patience: { ...PATIENCE, ...(options.timeoutMs === undefined ? {} : { endMs: options.timeoutMs }) },
          ...selectClientRun(catalogue, judges, { ...options, revision, transport }),
          sourceOf,
          secrets: Object.values(options.env ?? {}).filter((value) => value.length >= SECRET),
          traceDir: options.traceDir,
          slot,
          excerpts,
          progress: options.onProgress ?? (() => {}),
          signal: abort.signal,
        });
        return { revision, transport, outcome };
      }),
    );
    const runs = outcomes.flatMap(({ outcome }) => (outcome.speaks ? [outcome.run] : []));
    const newest = runs.at(-1);
    return {
      assay: { version: VERSION, seed, catalogue: catalogueHash() },
      target: {
        role: "client",
        command: options.command,
        ...(newest?.server.name === undefined ? {} : { name: newest.server.name }),
        ...(newest?.server.version === undefined ? {} : { version: newest.server.version }),
        capabilities: newest?.server.capabilities ?? {},
        revisions: [...new Set(runs.map((run) => run.revision))],
        starts: targets.reduce((sum, target) => sum + target.starts(), 0),
      },
      conforms: runs.some((run) => run.concluded) && runs.every((run) => run.conforms),
      concluded: runs.some((run) => run.concluded),
      ms: Math.round(clock.now() - started),
      runs,
      notes: [
        ...outcomes.flatMap(({ revision, transport, outcome }) =>
          outcome.speaks ? [] : [`not spoken: ${revision} over ${transport}: ${outcome.why}`],
        ),
        ...(runs.length > 0 ? [] : lastWords(outcomes.map(({ outcome }) => outcome))),
        ...(abort.signal.aborted ? [INTERRUPTED] : []),
      ],
    };
  } finally {
    deadline.cancel();
    options.signal?.removeEventListener("abort", stop);
  }
}

/** What the last client that spoke no revision wrote to stderr. */
function lastWords(outcomes: readonly ClientOutcome[]): readonly string[] {
  const stderr = outcomes
    .flatMap((outcome) => (outcome.speaks ? [] : [outcome.stderr]))
    .findLast((text) => text !== "");
  return stderr === undefined ? [] : [`last lines of the client's stderr:\n${stderr}`];
}
