import type { ServerProcess } from "../simulators/client/connection.ts";

/** Something that listens. */
interface Host {
  readonly url: URL;
  close(): Promise<void>;
}

/** Joins this process's own pipes and signals to a simulated server's. Gives its exit status. */
export async function serveStdio(launched: ServerProcess | Promise<ServerProcess>): Promise<number> {
  const server = await launched;
  process.stdin.pipe(server.stdin);
  server.stdin.on("error", () => {});
  server.stdout.pipe(process.stdout);
  server.stderr.pipe(process.stderr);
  // A client that no longer reads has left; so the server's input is over.
  process.stdout.on("error", () => server.stdin.end());
  process.on("SIGINT", () => server.signal("SIGINT"));
  process.on("SIGTERM", () => server.signal("SIGTERM"));
  const { code, signal } = await server.exited;
  return code ?? (signal === "SIGINT" ? 130 : 143);
}

/** Says on stderr where it listens, and stops when told to by SIGINT or SIGTERM; a second one stops it at once. */
export async function serveSockets(listening: Promise<Host>): Promise<number> {
  const host = await listening;
  process.stderr.write(`${host.url}\n`);
  await new Promise<void>((resolve) => {
    for (const [signal, status] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(status));
        resolve();
      });
    }
  });
  await host.close();
  return 0;
}
