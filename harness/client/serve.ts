import { seeded } from "../../simulators/clock/random.ts";
import { createServer } from "../../simulators/server/create.ts";
import type { Seams } from "../../simulators/server/seams.ts";
import { createCatalogue } from "../../simulators/server/world/catalogue.ts";
import { World } from "../../simulators/server/world/world.ts";
import type { Recorder } from "../../simulators/trace/events.ts";
import type { ClientScenario } from "../../suites/kit/client/scenario.ts";
import type { ClientRunContext } from "./context.ts";
import type { ServedPlace } from "./target.ts";
import { setTrap } from "./trap.ts";

/** Results marked as wrong that are remembered. */
const MARKED = 1_000;

/** The simulated server of one lane, where its client finds it. */
export interface Served {
  readonly place: ServedPlace;
  /** Paths of the trap that were visited. */
  readonly visited: readonly string[];
  close(): Promise<void>;
}

/** Serves the conforming server, staged as the scenarios have it. Every launch (stdio) is an instance of its own in one world. */
export async function serve(
  scenarios: readonly ClientScenario[],
  { revision, target: { transport }, clock, seed }: ClientRunContext,
  recorder: Recorder,
): Promise<Served> {
  const base = createCatalogue();
  const offered = { ...base, tools: [...base.tools], prompts: [...base.prompts], resources: [...base.resources] };
  const world = new World(offered);
  const trap = await setTrap();
  const defect = scenarios.find((scenario) => scenario.defect !== undefined)?.defect;
  const marked = new Map<string, string>();
  const stage = (seams: Seams) => {
    for (const scenario of scenarios)
      scenario.stage({
        revision,
        transport,
        clock,
        random: seeded(seed, `${scenario.name}/${revision}/${transport}`),
        seams,
        tool: (tool) => put(offered.tools, tool, ({ definition }) => definition.name),
        prompt: (prompt) => put(offered.prompts, prompt, ({ name }) => name),
        resource: (resource) => put(offered.resources, resource, ({ uri }) => uri),
        world: () => world,
        trap: trap.url,
        mark: (result, wrong) => {
          if (marked.size < MARKED) marked.set(JSON.stringify(result), wrong);
        },
      });
  };
  const server = createServer({
    revisions: scenarios.find((scenario) => scenario.serves !== undefined)?.serves ?? [revision],
    clock,
    random: seeded(seed, `server ${recorder.head.lane}`),
    world,
    stage,
    recording: { recorder, marked, ...(defect === undefined ? {} : { defect }) },
  });
  if (transport === "stdio") {
    let launches = 0;
    const launch = () => {
      launches += 1;
      return server.launch(`p${launches}`);
    };
    return { place: { transport, launch }, visited: trap.visited, close: trap.close };
  }
  const host = transport === "sse" ? await server.listenSse() : await server.listenHttp();
  const close = async () => {
    await host.close();
    await trap.close();
  };
  return { place: { transport, url: host.url }, visited: trap.visited, close };
}

/** Adds an item, or takes the place of the one of its name. */
function put<T>(items: T[], item: T, nameOf: (item: T) => string): void {
  const at = items.findIndex((one) => nameOf(one) === nameOf(item));
  if (at === -1) items.push(item);
  else items[at] = item;
}
