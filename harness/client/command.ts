import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentOf, type Orders } from "../../simulators/client/app/orders.ts";
import type { TransportName } from "../../simulators/wire/revisions.ts";
import { launcher } from "../process/launch.ts";
import { hostRelays } from "./relay-host.ts";
import type { ClientProcess, ClientTarget, ServedPlace } from "./target.ts";

const LINE_CAP = 1024 * 1024;

export interface ClientCommandOptions {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly marker: string;
}

/** A client started by its command, told what to do by environment variables and where its server is by its arguments. */
export function commandClient(transport: TransportName, options: ClientCommandOptions): ClientTarget {
  let starts = 0;
  return {
    transport,
    starts: () => starts,
    start: async (orders, place) => {
      const served = await reach(place);
      starts += 1;
      const launches = launcher({
        ...options,
        // Ending one client must not end those beside it.
        marker: `${options.marker}-${starts}`,
        command: filled(options.command, orders, served),
        env: { ...options.env, ...environmentOf(orders), ...conformanceOf(orders) },
      });
      try {
        const child = await launches.launch();
        child.stdin.end();
        child.stderr.resume();
        const end = async () => {
          await launches.endAll();
          await served.close();
        };
        const printed = new Promise<void>((resolve) => child.stdout.once("close", resolve));
        return {
          onLine: linesOf(child.stdout),
          // What it printed last is read before it counts as over.
          exited: child.exited.then((how) => printed.then(() => how)),
          stderr: () => launches.lastStderr(),
          signal: (name) => child.signal(name),
          end,
        } satisfies ClientProcess;
      } catch (error) {
        await served.close();
        throw error;
      }
    },
  };
}

/** How the command line says where the server is. */
interface Reached {
  readonly url: string | undefined;
  readonly command: readonly string[];
  close(): Promise<void>;
}

async function reach(place: ServedPlace): Promise<Reached> {
  if (place.transport !== "stdio") return { url: place.url.href, command: [], close: async () => {} };
  const host = await hostRelays(randomBytes(12).toString("hex"), place.launch);
  return { url: undefined, command: host.command, close: host.close };
}

/** The variables that SDKs' own conformance clients read, so that those run unchanged. */
function conformanceOf(orders: Orders): Readonly<Record<string, string>> {
  return {
    MCP_CONFORMANCE_SCENARIO: orders.scenario,
    ...(orders.revision === "auto" ? {} : { MCP_CONFORMANCE_PROTOCOL_VERSION: orders.revision }),
  };
}

function filled(command: readonly string[], orders: Orders, served: Reached): readonly string[] {
  const named = command.map((word) => word.replaceAll("{scenario}", orders.scenario));
  if (served.url !== undefined) {
    const { url } = served;
    return named.some((word) => word.includes("{url}"))
      ? named.map((word) => word.replaceAll("{url}", url))
      : [...named, url];
  }
  const whole = named.flatMap((word) => (word === "{server...}" ? served.command : [word]));
  if (named.includes("{server...}")) return whole;
  if (named.some((word) => word.includes("{config}"))) {
    const { path } = config(served);
    return named.map((word) => word.replaceAll("{config}", path));
  }
  const quoted = served.command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  return named.some((word) => word.includes("{server}"))
    ? named.map((word) => word.replaceAll("{server}", quoted))
    : [...named, "--", ...served.command];
}

/** An mcpServers file that names the relay; it goes with this process. */
function config({ command }: Reached): { readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), "mcp-assay-config-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "mcp.json");
  const [file, ...args] = command;
  writeFileSync(path, JSON.stringify({ mcpServers: { assay: { command: file, args } } }));
  return { path };
}

function linesOf(stream: NodeJS.ReadableStream): ClientProcess["onLine"] {
  const held: string[] = [];
  let listener: ((line: string) => void) | undefined;
  let rest = "";
  const take = (line: string) => (listener === undefined ? void held.push(line) : listener(line));
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop()!.slice(0, LINE_CAP);
    for (const part of parts) take(part);
  });
  stream.on("end", () => {
    if (rest !== "") take(rest);
  });
  return (next) => {
    listener = next;
    for (const line of held.splice(0)) next(line);
  };
}
