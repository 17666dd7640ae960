import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Report } from "../schemas/report.ts";
import { DEFAULT_PATIENCE } from "../simulators/client/connection.ts";
import { type Clock, realClock, within } from "../simulators/clock/clock.ts";
import { factsOf, REVISIONS, type Revision, type TransportName } from "../simulators/wire/revisions.ts";
import { allJudges } from "../suites/registry.ts";
import { catalogueHash, loadCatalogue, sourceOf } from "../suites/requirements/load.ts";
import { excerptBudget } from "./excerpt/budget.ts";
import { nearest } from "./nearest.ts";
import { AssayError, INTERRUPTED, type ServerOptions } from "./options.ts";
import type { RunContext } from "./run/context.ts";
import { createGate } from "./run/gate.ts";
import { drive, type RunOutcome } from "./run/run.ts";
import { selectRun } from "./run/select.ts";
import { commandTarget } from "./target/command.ts";
import type { ServerTarget } from "./target/target.ts";
import { urlTargets } from "./target/url.ts";
import { VERSION } from "./version.ts";

const SECRET = 8;
const DEFAULTS = { seed: 1, concurrency: 8, timeoutMs: 30_000, deadlineMs: 600_000, listenMs: 15_000 };

/**
 * Drives a server through every revision and transport that it speaks and judges it.
 * @throws AssayError when the target cannot be started or reached, or the options contradict each other.
 */
export async function assayServer(options: ServerOptions): Promise<Report> {
  const clock = realClock;
  const started = clock.now();
  const targets = await openTargets(options, clock);
  const abort = new AbortController();
  // Every scenario under way listens for it.
  setMaxListeners(0, abort.signal);
  const stop = () => abort.abort();
  options.signal?.addEventListener("abort", stop, { once: true });
  const deadline = clock.after(options.deadlineMs ?? DEFAULTS.deadlineMs, stop);
  try {
    const contexts = await plan(targets, options, clock, abort.signal);
    options.onProgress?.({ kind: "probe", text: "asking which revisions the server speaks" });
    const outcomes = await again(await driveAll(contexts));
    return summarise(outcomes, contexts, targets, options, abort.signal, Math.round(clock.now() - started));
  } finally {
    deadline.cancel();
    options.signal?.removeEventListener("abort", stop);
    await within(clock, 10_000, Promise.all(targets.map((target) => target.end())), undefined);
  }
}

async function openTargets(options: ServerOptions, clock: Clock): Promise<readonly ServerTarget[]> {
  const marker = randomBytes(8).toString("hex");
  const own = {
    marker,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  };
  if (options.url === undefined) {
    if (options.command === undefined || options.command.length === 0)
      throw new AssayError(
        "options.no-target",
        2,
        "expected a command after -- or --url URL, got neither; e.g. mcp-assay server -- node server.js",
      );
    return [commandTarget({ ...own, command: options.command })];
  }
  const wanted = options.transports?.filter((transport) => transport !== "stdio") ?? (["http", "sse"] as const);
  return urlTargets(wanted, {
    ...own,
    url: options.url,
    headers: options.headers ?? [],
    allowDamage: options.allowDamage ?? false,
    clock,
    listenMs: DEFAULTS.listenMs,
    ...(options.command === undefined ? {} : { command: options.command }),
  });
}

async function plan(
  targets: readonly ServerTarget[],
  options: ServerOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly RunContext[]> {
  const catalogue = loadCatalogue();
  const judges = await allJudges();
  const gate = createGate();
  const seed = options.seed ?? DEFAULTS.seed;
  const hash = catalogueHash();
  // Short values (a flag, a number) are no secrets, and replacing them would leave holes all over the traces.
  const secrets = [...(options.headers ?? []).map(([, value]) => value), ...Object.values(options.env ?? {})].filter(
    (value) => value.length >= SECRET,
  );
  const excerpts = excerptBudget();
  return targets.flatMap((target) =>
    revisionsFor(target.transport, options.revisions).map(
      (revision): RunContext => ({
        revision,
        target,
        gate: target.transport === "stdio" ? createGate() : gate,
        clock,
        seed,
        catalogue: hash,
        patience: DEFAULT_PATIENCE,
        ...selectRun(catalogue, judges, { revision, transport: target.transport, ...options }),
        sourceOf,
        callTools: options.callTools ?? "read-only",
        fixture: options.fixture,
        secrets,
        traceDir: options.traceDir,
        excerpts,
        timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
        concurrency: options.concurrency ?? DEFAULTS.concurrency,
        progress: options.onProgress ?? (() => {}),
        signal,
      }),
    ),
  );
}

function revisionsFor(transport: TransportName, wanted: readonly Revision[] | undefined): readonly Revision[] {
  return REVISIONS.filter(
    (revision) => factsOf(revision).transports.includes(transport) && (wanted?.includes(revision) ?? true),
  );
}

type Driven = { readonly context: RunContext; readonly outcome: RunOutcome };

/** All runs at once; each waits, once it is open, until it is known which revisions the target speaks. */
async function driveAll(contexts: readonly RunContext[]): Promise<readonly Driven[]> {
  const spoken: string[] = [];
  let waiting = contexts.length;
  let allKnown: () => void;
  const known = new Promise<void>((resolve) => {
    allKnown = resolve;
  });
  const settle = () => {
    waiting -= 1;
    if (waiting === 0) allKnown();
  };
  if (contexts.length === 0) return [];
  return Promise.all(
    contexts.map(async (context) => {
      let settled = false;
      const once = () => {
        if (!settled) settle();
        settled = true;
      };
      const supported = async () => {
        spoken.push(context.revision);
        once();
        await known;
        return REVISIONS.filter((revision) => spoken.includes(revision));
      };
      try {
        return { context, outcome: await drive(context, supported) };
      } finally {
        once();
      }
    }),
  );
}

/** Asks once more, with nothing else under way, for revisions that processes were too slow to answer while others were. */
async function again(driven: readonly Driven[]): Promise<readonly Driven[]> {
  const spoken = driven.filter(({ outcome }) => outcome.speaks).map(({ context }) => context.revision);
  if (spoken.length === 0) return driven;
  const settled: Driven[] = [];
  for (const one of driven) {
    const { context, outcome } = one;
    const doubtful =
      !outcome.speaks && !outcome.answered && context.target.transport === "stdio" && !context.signal.aborted;
    const supported = async () =>
      REVISIONS.filter((revision) => spoken.includes(revision) || revision === context.revision);
    settled.push(doubtful ? { context, outcome: await drive(context, supported) } : one);
  }
  return settled;
}

function summarise(
  driven: readonly Driven[],
  contexts: readonly RunContext[],
  targets: readonly ServerTarget[],
  options: ServerOptions,
  signal: AbortSignal,
  ms: number,
): Report {
  const spoken = driven.filter(({ outcome }) => outcome.speaks);
  // Where nothing is spoken, what was answered still shows what is wrong.
  const shown =
    spoken.length > 0 ? spoken : driven.filter(({ outcome }) => !outcome.speaks && outcome.answered && !outcome.clean);
  const runs = shown.map(({ outcome }) => outcome.run);
  const newest = runs.at(-1);
  const concluded = runs.some((run) => run.concluded);
  const refused = unspoken(driven);
  const stderr = concluded ? "" : targets.map((target) => target.lastStderr()).join("");
  return {
    assay: { version: VERSION, seed: contexts[0]?.seed ?? DEFAULTS.seed, catalogue: catalogueHash() },
    target: {
      role: "server",
      ...(options.command === undefined ? {} : { command: options.command }),
      ...(options.url === undefined ? {} : { url: options.url }),
      ...(newest?.server.name === undefined ? {} : { name: newest.server.name }),
      ...(newest?.server.version === undefined ? {} : { version: newest.server.version }),
      capabilities: newest?.server.capabilities ?? {},
      revisions: [...new Set(spoken.map(({ context }) => context.revision))],
      starts: Math.max(0, ...targets.map((target) => target.starts())),
    },
    conforms: concluded && runs.every((run) => run.conforms),
    concluded,
    ms,
    runs,
    notes: [
      ...restrictions(options),
      ...unlisted(options, spoken),
      ...refused,
      ...(signal.aborted ? [INTERRUPTED] : []),
      ...(stderr === "" ? [] : [`last lines of the target's stderr:\n${stderr}`]),
    ],
  };
}

/** What the user left out: a report on a part says so. */
function restrictions(options: ServerOptions): readonly string[] {
  const named = {
    revision: options.revisions,
    transport: options.transports,
    area: options.areas,
    requirement: options.requirements,
    scenario: options.scenarios,
  };
  const used = Object.entries(named).flatMap(([flag, values]) =>
    values === undefined ? [] : [`--${flag} ${values.join(",")}`],
  );
  return used.length === 0 ? [] : [`only a part was looked at: ${used.join(" ")}`];
}

/** Names of --call-tools that the target lists in no run, with what may have been meant. */
function unlisted({ callTools }: ServerOptions, spoken: readonly Driven[]): readonly string[] {
  const listed = [...new Set(spoken.flatMap(({ outcome }) => (outcome.speaks ? outcome.tools : [])))];
  if (typeof callTools !== "object" || spoken.length === 0) return [];
  return callTools
    .filter((name) => !listed.includes(name))
    .map((name) => {
      const near = nearest(name, listed);
      const meant = near === undefined ? "" : `; did you mean ${near}?`;
      return `--call-tools ${name}: the server lists no tool of that name${meant}`;
    });
}

/** One note for each reason why a revision is not spoken. */
function unspoken(driven: readonly Driven[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { context, outcome } of driven) {
    if (outcome.speaks) continue;
    const reason = `over ${context.target.transport}: ${outcome.why}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), context.revision]);
  }
  return [...byReason].map(([reason, revisions]) => `not spoken: ${revisions.join(", ")} ${reason}`);
}
