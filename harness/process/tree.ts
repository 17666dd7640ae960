import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The environment variable that every process started by the harness carries, and hands down to its children. */
export const MARK = "MCP_ASSAY_MARK";

export type SignalName = "SIGTERM" | "SIGINT" | "SIGKILL";

/** Signals a whole process group, or the process alone where there are no groups. Tells whether there was anyone to signal. */
export function signalGroup(leader: number, signal: SignalName | 0): boolean {
  try {
    process.kill(process.platform === "win32" ? leader : -leader, signal);
    return true;
  } catch (error) {
    // EPERM: the group is there, though a member has changed its user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const NO_PIPES: ReadonlySet<string> = new Set();

/** The pipes that a process was given as its standard streams, by the names the kernel has for them; none where there is no /proc. */
export function pipesOf(pid: number): readonly string[] {
  if (process.platform !== "linux") return [];
  return [0, 1, 2].flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return /^(socket|pipe):/.test(target) ? [target] : [];
    } catch {
      return [];
    }
  });
}

/**
 * Every live process that carries the mark, daemonised ones included, or holds one of the pipes: a daemon with an environment
 * of its own. Linux reads /proc; elsewhere `ps` shows environments.
 */
export function marked(mark: string, pipes: ReadonlySet<string> = NO_PIPES): readonly number[] {
  const entry = `${MARK}=${mark}`;
  return (process.platform === "linux" ? fromProc(entry, pipes) : fromPs(entry)).filter((pid) => pid !== process.pid);
}

/** Kills every process that carries the mark or holds one of the pipes, and tells how many there were. */
export function killMarked(mark: string, pipes: ReadonlySet<string> = NO_PIPES): number {
  const pids = marked(mark, pipes);
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return pids.length;
}

function fromProc(entry: string, pipes: ReadonlySet<string>): number[] {
  const found: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const carries = readFileSync(`/proc/${name}/environ`, "latin1").split("\0").includes(entry);
      if (carries || holdsAny(name, pipes)) found.push(Number(name));
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
  return found;
}

function holdsAny(pid: string, pipes: ReadonlySet<string>): boolean {
  if (pipes.size === 0) return false;
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return pipes.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
    } catch {
      return false;
    }
  });
}

function fromPs(entry: string): number[] {
  if (process.platform === "win32") return [];
  const listing = spawnSync("ps", ["axeww", "-o", "pid=,command="], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const lines = (listing.stdout ?? "").split("\n").filter((line) => line.split(" ").includes(entry));
  return lines.map((line) => Number.parseInt(line.trim(), 10)).filter((pid) => pid > 0);
}
