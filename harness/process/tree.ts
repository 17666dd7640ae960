import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

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

/** Every live process that carries the mark, daemonised ones included. Linux reads /proc; elsewhere `ps` shows environments. */
export function marked(mark: string): readonly number[] {
  const entry = `${MARK}=${mark}`;
  return (process.platform === "linux" ? fromProc(entry) : fromPs(entry)).filter((pid) => pid !== process.pid);
}

/** Kills every process that carries the mark, and tells how many there were. */
export function killMarked(mark: string): number {
  const pids = marked(mark);
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return pids.length;
}

function fromProc(entry: string): number[] {
  const found: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/environ`, "latin1").split("\0").includes(entry)) found.push(Number(name));
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
  return found;
}

function fromPs(entry: string): number[] {
  if (process.platform === "win32") return [];
  const listing = spawnSync("ps", ["axeww", "-o", "pid=,command="], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const lines = (listing.stdout ?? "").split("\n").filter((line) => line.split(" ").includes(entry));
  return lines.map((line) => Number.parseInt(line.trim(), 10)).filter((pid) => pid > 0);
}
