import type { Clock } from "../../simulators/clock/clock.ts";
import type { TransportName } from "../../simulators/wire/revisions.ts";
import { PLACEHOLDER, serveUrl } from "../process/listen.ts";
import type { ServerTarget } from "./target.ts";

export interface UrlOptions {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly allowDamage: boolean;
  /** Present when the harness starts the server itself. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly marker: string;
  readonly clock: Clock;
  /** How long a started server may take until it listens, ms. */
  readonly listenMs: number;
}

type Served = Awaited<ReturnType<typeof serveUrl>>;

/** One server behind a URL, seen over `transport`. Several transports may share one server. */
export async function urlTargets(
  transports: readonly TransportName[],
  options: UrlOptions,
): Promise<readonly ServerTarget[]> {
  const { command } = options;
  const start = () => serveUrl({ ...options, command: command!, deadlineMs: options.listenMs });
  let served: Served | undefined = command === undefined ? undefined : await start();
  let starts = served === undefined ? 0 : 1;
  let ended = false;
  return transports.map((transport) => ({
    transport,
    ...(command === undefined ? {} : { command, portless: options.url.includes(PLACEHOLDER) }),
    place: () => ({
      transport: transport as "http" | "sse",
      url: served?.url ?? new URL(options.url),
      headers: options.headers,
    }),
    damage:
      command !== undefined || options.allowDamage
        ? { allowed: true }
        : {
            allowed: false,
            why: "may damage a server that was not started here; --allow-damage or a command after -- would reach it",
          },
    restart: async () => {
      if (served === undefined || ended) return;
      await served.stop();
      served = await start();
      starts += 1;
    },
    starts: () => starts,
    lastStderr: () => served?.lastStderr() ?? "",
    end: async () => {
      ended = true;
      await served?.stop();
    },
  }));
}
