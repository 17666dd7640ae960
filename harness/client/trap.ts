import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A place on the network that nobody has a reason to visit. */
export interface Trap {
  /** URL of a path in it. */
  url(path: string): string;
  /** Paths that were asked for. */
  readonly visited: readonly string[];
  close(): Promise<void>;
}

const MOST = 1_000;

/** Listens on a free port of this machine and answers every visit with an empty JSON object. */
export async function setTrap(): Promise<Trap> {
  const visited: string[] = [];
  const server = createServer((request, response) => {
    if (visited.length < MOST) visited.push((request.url ?? "/").slice(1));
    response.setHeader("Content-Type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    visited,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
