import { connect, createServer } from "node:net";
import type { ServerProcess } from "../../simulators/client/connection.ts";
import { type Clock, sleep, within } from "../../simulators/clock/clock.ts";
import { AssayError } from "../options.ts";
import { launcher } from "./launch.ts";
import { marked } from "./tree.ts";

const POLL_MS = 25;
const CONNECT_MS = 1_000;
/** Stands for a free port in a URL and a command. */
export const PLACEHOLDER = "{port}";

export interface ServeOptions {
  readonly command: readonly string[];
  /** `{port}` in it becomes a free port, and the same one in the command and in values of `env`. */
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly marker: string;
  readonly clock: Clock;
  /** How long it may take until it listens, ms. */
  readonly deadlineMs: number;
}

/** A server that was started and accepts connections. */
export interface Served {
  readonly url: URL;
  readonly process: ServerProcess;
  readonly starts: number;
  lastStderr(): string;
  /** Ends it with all its descendants. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until its host and port accept TCP connections.
 * @throws AssayError `target.port-in-use`, `target.not-found`, `target.exited` or `target.not-listening`; nothing is left running then.
 */
export async function serveUrl(options: ServeOptions): Promise<Served> {
  const url = new URL(options.url.replaceAll(PLACEHOLDER, "1"));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const templated = options.url.includes(PLACEHOLDER);
  const port = templated ? await freePort(host) : Number(url.port || (url.protocol === "https:" ? 443 : 80));
  // A command may have a use of its own for the placeholder where the URL names a port.
  const fill = (text: string) => (templated ? text.replaceAll(PLACEHOLDER, String(port)) : text);
  if (!templated && (await accepts(options.clock, host, port))) {
    throw new AssayError(
      "target.port-in-use",
      3,
      `Port ${port} on ${host} is in use already, so the command cannot serve ${options.url}; stop what listens there, or write {port} in the URL and the command for a free one.`,
    );
  }

  const target = launcher({
    command: options.command.map(fill),
    marker: options.marker,
    clock: options.clock,
    ...(options.env === undefined
      ? {}
      : { env: Object.fromEntries(Object.entries(options.env).map(([name, value]) => [name, fill(value)])) }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  try {
    const process = await target.launch();
    process.stdout.resume();
    process.stderr.resume();
    await untilListening(process, host, port, options, target.lastStderr);
    return {
      url: new URL(fill(options.url)),
      process,
      get starts() {
        return target.starts;
      },
      lastStderr: target.lastStderr,
      stop: target.endAll,
    };
  } catch (error) {
    await target.endAll();
    throw error;
  }
}

async function untilListening(
  process: ServerProcess,
  host: string,
  port: number,
  options: ServeOptions,
  stderr: () => string,
): Promise<void> {
  const { clock, deadlineMs, command } = options;
  const until = clock.now() + deadlineMs;
  let exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  void process.exited.then((how) => {
    exit = how;
  });
  while (clock.now() < until) {
    if (await accepts(clock, host, port)) return;
    // A script that puts its server in the background ends well and early; only then its children count.
    if (exit !== undefined && (exit.code !== 0 || marked(options.marker).length === 0)) {
      const how = exit.signal === null ? `with status ${exit.code}` : `by ${exit.signal}`;
      throw new AssayError(
        "target.exited",
        3,
        `The command "${command.join(" ")}" ended ${how} before it listened on ${host}:${port}.`,
        {
          stderr: stderr(),
        },
      );
    }
    await Promise.race([sleep(clock, POLL_MS), ...(exit === undefined ? [process.exited] : [])]);
  }
  throw new AssayError(
    "target.not-listening",
    3,
    `The command "${command.join(" ")}" did not listen on ${host}:${port} within ${deadlineMs / 1000} s; check that it serves ${options.url}.`,
    { stderr: stderr() },
  );
}

/** Whether someone accepts TCP connections there; the connection is closed at once. */
async function accepts(clock: Clock, host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const answer = new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  try {
    return await within(clock, CONNECT_MS, answer, false);
  } finally {
    socket.on("error", () => {});
    socket.destroy();
  }
}

/** A port that was free on that host a moment ago. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new AssayError("target.no-port", 3, `No free port could be found on ${host}.`, { cause })),
    );
    server.listen({ port: 0, host }, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
