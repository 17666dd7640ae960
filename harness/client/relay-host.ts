import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { ServerProcess } from "../../simulators/client/connection.ts";
import { realClock, within } from "../../simulators/clock/clock.ts";
import { FRAME, frame, frames } from "./relay-frames.ts";

const LAST_MS = 300;
const RELAY = fileURLToPath(new URL("./relay.js", import.meta.url));

/** Lets a client launch the simulated server as a child process of its own. */
export interface RelayHost {
  /** What the client is to launch. */
  readonly command: readonly string[];
  close(): Promise<void>;
}

/** Listens for relays; each that comes is one launch of the server. */
export async function hostRelays(token: string, launch: () => ServerProcess): Promise<RelayHost> {
  const sockets = new Set<Socket>();
  let closing = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    let process: ServerProcess | undefined;
    socket.on(
      "data",
      frames((type, payload) => {
        if (type === FRAME.hello) {
          const { token: given } = JSON.parse(payload.toString()) as { readonly token: string };
          if (given !== token) return void socket.destroy();
          process ??= join(socket, launch());
          void process.exited.then(() => {
            ended = true;
          });
        } else if (process !== undefined) feed(process, type, payload);
      }),
    );
    // A relay that was killed says nothing: its pipes end, and it is gone.
    let ended = false;
    socket.once("close", () => {
      if (!ended && !closing) process?.signal("SIGKILL");
      process?.stdin.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    command: [process.execPath, RELAY, String(port), token],
    close: async () => {
      // A relay that the client killed with its last breath is seen to go first.
      const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      await within(realClock, LAST_MS, Promise.all(gone), undefined);
      closing = true;
      await closed(server, sockets);
    },
  };
}

function join(socket: Socket, process: ServerProcess): ServerProcess {
  const send = (type: number) => (chunk: Buffer) => void socket.write(frame(type, chunk));
  process.stdout.on("data", send(FRAME.data));
  process.stderr.on("data", send(FRAME.stderr));
  void process.exited.then(({ code }) => socket.end(frame(FRAME.exit, Buffer.from(String(code ?? 143)))));
  return process;
}

function feed(process: ServerProcess, type: number, payload: Buffer): void {
  if (type === FRAME.data) process.stdin.write(Buffer.from(payload));
  else if (type === FRAME.end) process.stdin.end();
  else if (type === FRAME.signal) process.signal(payload.toString() === "SIGINT" ? "SIGINT" : "SIGTERM");
}

function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
