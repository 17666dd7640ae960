import type { Clock } from "../../../simulators/clock/clock.ts";
import type { Random } from "../../../simulators/clock/random.ts";
import type { Seams } from "../../../simulators/server/seams.ts";
import type { Prompt, Resource, Tool, World } from "../../../simulators/server/world/world.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import type { Revision, TransportName } from "../../../simulators/wire/revisions.ts";

/** What a scenario sets up on the simulated server before the client meets it. */
export interface Stage {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly clock: Clock;
  readonly random: Random;
  /** The conduct of the server as a whole; a scenario that reaches for it is performed on a server of its own (`alone`). */
  readonly seams: Seams;
  /** Offers a tool besides the usual ones; a scenario that packs has tools of its own names only. */
  tool(tool: Tool): void;
  prompt(prompt: Prompt): void;
  resource(resource: Resource): void;
  /** Says that a result is wrong on purpose, and how; nobody is blamed for it. */
  mark(result: JsonObject, defect: string): void;
  /** URL of a path on this machine that nobody has a reason to visit; the record tells of visits. */
  trap(path: string): string;
  /** The server's world, for changes while it runs; undefined before it serves. */
  world(): World | undefined;
}
