import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, realClock } from "../clock/clock.ts";
import type { Recorder } from "../trace/events.ts";
import { createRecorder } from "../trace/recorder.ts";
import type { Revision, TransportName } from "../wire/revisions.ts";
import type { ServerProcess } from "./connection.ts";

/** A recorder for one test. */
export function testRecorder(revision: Revision, transport: TransportName, clock: Clock = realClock): Recorder {
  return createRecorder({ role: "server", revision, transport, lane: "test", seed: 1, catalogue: "none" }, { clock });
}

let launched = 0;

/** Runs `source` under `node -e`; it finds `send(value)` and `lines(onMessage)` there. */
export function script(source: string): () => Promise<ServerProcess> {
  const prelude = `
    const send = (value) => process.stdout.write((typeof value === "string" ? value : JSON.stringify(value)) + "\\n");
    const lines = (take) => require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      let message; try { message = JSON.parse(line); } catch { message = undefined; }
      take(message, line);
    });`;
  return async () => {
    const child = spawn(process.execPath, ["-e", prelude + source], { stdio: "pipe" });
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.on("close", (code, signal) => resolve({ code, signal }));
    });
    launched += 1;
    return {
      name: `p${launched}`,
      pid: child.pid,
      command: ["node", "server.js"],
      stdin: child.stdin,
      stdout: child.stdout,
      stderr: child.stderr,
      exited,
      signal: (name) => void child.kill(name),
    };
  };
}

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a client sent.
  readonly json: any;
}

export type Handler = (received: Received, response: http.ServerResponse) => void;

export interface HttpTarget {
  readonly url: URL;
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

/** A hand-written HTTP server on a free port. */
export async function serve(handler: Handler): Promise<HttpTarget> {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {}
    const { method = "", url = "", headers, rawHeaders } = request;
    const one = { method, url, headers, rawHeaders, body, json };
    received.push(one);
    handler(one, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerJson(
  response: http.ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

/** A clock that stands until it is told. */
export function fakeClock(): Clock & { pass(ms: number): void } {
  let now = 0;
  const timers = new Set<{ due: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { due: now + ms, run };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    pass(ms) {
      now += ms;
      for (const timer of [...timers].sort((a, b) => a.due - b.due)) {
        if (timer.due <= now && timers.delete(timer)) timer.run();
      }
    },
  };
}
