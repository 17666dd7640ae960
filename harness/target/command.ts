import { launcher } from "../process/launch.ts";
import type { ServerTarget } from "./target.ts";

export interface CommandOptions {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly marker: string;
}

/** A stdio server started by its command; every connection is a process of its own. */
export function commandTarget(options: CommandOptions): ServerTarget {
  const launches = launcher(options);
  return {
    transport: "stdio",
    command: options.command,
    place: () => ({ transport: "stdio", launch: () => launches.launch() }),
    damage: { allowed: true },
    restart: async () => {},
    starts: () => launches.starts,
    lastStderr: () => launches.lastStderr(),
    end: () => launches.endAll(),
  };
}
