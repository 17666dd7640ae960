import { statSync } from "node:fs";
import { PassThrough } from "node:stream";
import { execa } from "execa";
import type { ServerProcess } from "../../simulators/client/connection.ts";
import { type Clock, realClock, sleep, within } from "../../simulators/clock/clock.ts";
import { AssayError } from "../options.ts";
import { guard } from "./guard.ts";
import { type Tail, tail } from "./tail.ts";
import { killMarked, MARK, pipesOf, type SignalName, signalGroup } from "./tree.ts";

const DRAIN_MS = 250;
const DRAIN_ROUNDS = 12;
const POLITE_MS = 1_000;
const KILL_MS = 2_000;

export interface LaunchOptions {
  readonly command: readonly string[];
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Unique to this launcher; handed down in the environment, so that every descendant can be found again. */
  readonly marker: string;
  readonly clock?: Clock;
}

/** Starts a target's process as often as asked, and owns what comes of it. */
export interface Launcher {
  /** @throws AssayError `target.not-found` when the command cannot be started. */
  launch(): Promise<ServerProcess>;
  /** Processes started so far. */
  readonly starts: number;
  /** Last lines that the newest process wrote to stderr. */
  lastStderr(): string;
  /** Ends every process started, with all its descendants: politely first, then by force. Idempotent; at most about 4 s. */
  endAll(): Promise<void>;
}

interface Child {
  readonly process: ServerProcess;
  /** What the kernel calls its standard streams. */
  readonly pipes: readonly string[];
  /** Settles when the process itself has ended, whether or not its pipes are drained. */
  readonly ended: Promise<void>;
  /** The group still has members: the process itself, or children that outlived it. */
  hasGroup(): boolean;
}

/** Makes the launcher of one target. Nothing is started yet. */
export function launcher(options: LaunchOptions): Launcher {
  const clock = options.clock ?? realClock;
  const children = new Set<Child>();
  const pipes = new Set<string>();
  let starts = 0;
  let stderr: Tail | undefined;
  let withdraw: (() => void) | undefined;

  const signalAll = (signal: SignalName) => {
    for (const child of children) child.process.signal(signal);
  };

  return {
    get starts() {
      return starts;
    },
    lastStderr: () => stderr?.last() ?? "",
    async launch() {
      assertFolder(options.cwd);
      starts += 1;
      withdraw ??= guard(() => {
        signalAll("SIGKILL");
        killMarked(options.marker, pipes);
      });
      const started = await start(options, `p${starts}`, clock, (child) => {
        children.add(child);
        for (const pipe of child.pipes) pipes.add(pipe);
      });
      stderr = started.stderr;
      return started.process;
    },
    async endAll() {
      if (withdraw === undefined) return;
      signalAll("SIGTERM");
      const allEnded = () => Promise.all([...children].map((child) => child.ended));
      await within(clock, POLITE_MS, allEnded(), undefined);
      signalAll("SIGKILL");
      // A process may fork while it is being looked for: look until there is none.
      for (let round = 0; round < 20 && killMarked(options.marker, pipes) > 0; round++) await sleep(clock, 10);
      await within(clock, KILL_MS, allEnded(), undefined);
      for (const child of children) if (!child.hasGroup()) children.delete(child);
      if (children.size > 0) return;
      withdraw?.();
      withdraw = undefined;
    },
  };
}

async function start(options: LaunchOptions, name: string, clock: Clock, own: (child: Child) => void) {
  const [file = "", ...args] = options.command;
  const child = execa(file, args, {
    stdio: "pipe",
    buffer: false,
    encoding: "buffer",
    detached: true,
    cleanup: false,
    reject: false,
    env: { ...options.env, [MARK]: options.marker },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  // Without a reader execa discards what comes; streams of our own keep it until the peer reads, and hold the target back meanwhile.
  const stdout = child.stdout.pipe(new PassThrough());
  const stderr = tail(child.stderr);
  child.stdin.on("error", () => {});
  let bytes = 0;
  for (const source of [child.stdout, child.stderr]) source.on("data", (chunk: Buffer) => (bytes += chunk.length));

  let running = true;
  let orphans = false;
  const end = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (code, signal) => {
      running = false;
      orphans = child.pid !== undefined && signalGroup(child.pid, 0);
      resolve({ code, signal });
    });
  });
  const drained = Promise.all([closed(child.stdout), closed(child.stderr)]);
  const exited = end.then(async (how) => {
    await drain(clock, drained, () => bytes);
    // A grandchild holds the pipes; what it writes from here on is no longer the target's.
    child.stdout.destroy();
    child.stderr.destroy();
    stdout.end();
    return how;
  });

  const process: ServerProcess = {
    name,
    pid: child.pid,
    command: options.command,
    stdin: child.stdin,
    stdout,
    stderr: stderr.stream,
    exited,
    signal(signal) {
      if (child.pid !== undefined && (running || orphans)) orphans = signalGroup(child.pid, signal) && !running;
    },
  };
  if (child.pid !== undefined)
    own({
      process,
      pipes: pipesOf(child.pid),
      ended: end.then(() => {}),
      hasGroup: () => child.pid !== undefined && (running || (orphans && signalGroup(child.pid, 0))),
    });

  const spawned = new Promise<"spawned">((resolve) => child.once("spawn", () => resolve("spawned")));
  const first = await Promise.race([spawned, child]);
  if (first !== "spawned" && child.pid === undefined) {
    throw notStarted(options.command, "code" in first ? first.code : undefined, first.shortMessage);
  }
  return { process, stderr };
}

// Two rounds without a byte: one alone may only mean that this process was too busy to read.
async function drain(clock: Clock, drained: Promise<unknown>, bytesRead: () => number): Promise<void> {
  let idle = 0;
  for (let round = 0; round < DRAIN_ROUNDS && idle < 2; round++) {
    const before = bytesRead();
    if ((await within(clock, DRAIN_MS, drained, "late")) !== "late") return;
    idle = bytesRead() === before ? idle + 1 : 0;
  }
}

function closed(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("end", () => resolve());
    stream.once("close", () => resolve());
  });
}

function assertFolder(cwd: string | undefined): void {
  if (cwd === undefined || statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new AssayError(
    "target.not-found",
    3,
    `The working directory ${cwd} does not exist; name an existing one with --cwd.`,
  );
}

function notStarted(command: readonly string[], code: string | undefined, detail: string | undefined): AssayError {
  const shown = command[0] ?? "";
  if (code === "ENOENT") {
    return new AssayError(
      "target.not-found",
      3,
      `The command "${shown}" was not found; check its spelling, its path and PATH.`,
    );
  }
  if (code === "EACCES") {
    return new AssayError(
      "target.not-found",
      3,
      `The command "${shown}" may not be executed; make it executable or name its interpreter before it.`,
    );
  }
  return new AssayError(
    "target.not-found",
    3,
    `The command "${shown}" could not be started (${code ?? detail ?? "unknown reason"}).`,
  );
}
