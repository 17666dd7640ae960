import { randomBytes } from "node:crypto";
import type { Report } from "../../schemas/report.ts";
import { realClock } from "../../simulators/clock/clock.ts";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import { clientJudges } from "../../suites/registry.ts";
import { catalogueHash, loadCatalogue, sourceOf } from "../../suites/requirements/load.ts";
import { VERSION } from "../version.ts";
import { hostRelays } from "./relay-host.ts";
import { driveClient } from "./run.ts";
import { selectClientRun } from "./select.ts";
import type { ClientTarget } from "./target.ts";

/** How to watch a client that is started by someone else. */
export interface ObserveOptions {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly seed?: number;
  readonly traceDir?: string;
  /** Told where the client finds its server: a URL, or the command line to configure. */
  readonly announce: (place: string) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/** A client may take as long as it likes, ms. */
const DAY = 86_400_000;
const PATIENCE = { firstMs: DAY, endMs: DAY, idleMs: DAY, exitMs: 0 };

/** Serves the conforming server to whatever connects until told to stop, and judges what it does of its own accord. */
export async function observeClient(options: ObserveOptions): Promise<Report> {
  const { revision, transport, signal } = options;
  const started = realClock.now();
  const seed = options.seed ?? 1;
  const judges = await clientJudges();
  const outcome = await driveClient({
    revision,
    target: outsideClient(options),
    clock: realClock,
    seed,
    catalogue: catalogueHash(),
    patience: PATIENCE,
    ...selectClientRun(loadCatalogue(), { ...judges, suites: [] }, { revision, transport }),
    sourceOf,
    secrets: [],
    traceDir: options.traceDir,
    slot: (work) => work(),
    progress: () => {},
    // The watch's end is no interruption: what was seen is judged.
    signal: new AbortController().signal,
  });
  const runs = outcome.speaks ? [outcome.run] : [];
  const { server } = outcome.run;
  return {
    assay: { version: VERSION, seed, catalogue: catalogueHash() },
    target: {
      role: "client",
      ...(server.name === undefined ? {} : { name: server.name }),
      ...(server.version === undefined ? {} : { version: server.version }),
      capabilities: server.capabilities,
      revisions: outcome.speaks ? [revision] : [],
      starts: 0,
    },
    conforms: runs.some((run) => run.concluded) && runs.every((run) => run.conforms),
    concluded: runs.some((run) => run.concluded),
    ms: Math.round(realClock.now() - started),
    runs,
    notes: outcome.speaks ? [] : [`${revision} over ${transport}: nothing that connected went on under this revision`],
  };

  /** Whoever comes, until the watch ends. */
  function outsideClient({ announce }: ObserveOptions): ClientTarget {
    return {
      transport,
      starts: () => 0,
      start: async (_orders, place) => {
        const relays =
          place.transport === "stdio" ? await hostRelays(randomBytes(12).toString("hex"), place.launch) : undefined;
        announce(place.transport === "stdio" ? quoted(relays!.command) : place.url.href);
        return {
          onLine: () => {},
          exited: new Promise((resolve) => {
            const over = () => resolve({ code: 0, signal: null });
            if (signal.aborted) over();
            else signal.addEventListener("abort", over, { once: true });
          }),
          stderr: () => "",
          signal: () => {},
          end: async () => relays?.close(),
        };
      },
    };
  }
}

function quoted(command: readonly string[]): string {
  return command.map((word) => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
