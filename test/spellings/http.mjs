// A server over HTTP, re-spelled: a reverse proxy in front of a child process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { connect, createServer as createNetServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createRespeller, overLines } from "./respell.mjs";
import { respellSse } from "./sse.mjs";

const HOP = ["connection", "content-length", "host", "keep-alive", "transfer-encoding"];
const START_MS = 15_000;

export async function proxyHttp(command, spellings, listen) {
  const port = await freePort();
  const fill = (text) => text.replaceAll("{port}", String(port));
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, fill(value)]));
  const [file, ...args] = command.map(fill);
  const child = spawn(file, args, { stdio: ["ignore", "inherit", "inherit"], env });
  child.on("error", (error) => console.error(error.message));
  child.on("exit", (code) => process.exit(code ?? 1));
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  process.on("exit", () => child.kill("SIGKILL"));
  await listening(port);

  // HTTP+SSE answers on another exchange than it is asked on, so that one conversation serves all of them.
  const shared = createRespeller(spellings);
  createServer((req, res) => void exchange(req, res, { port, spellings, shared }).catch(() => res.destroy())).listen(
    listen,
    "127.0.0.1",
  );
}

async function exchange(req, res, { port, spellings, shared }) {
  const own = createRespeller(spellings);
  const raw = await buffer(req);
  const text = raw.toString("utf8");
  shared.inbound(text);
  const inbound = own.inbound(text);
  const body = inbound === text ? raw : Buffer.from(inbound);
  const length = body.length > 0 ? [["content-length", String(body.length)]] : [];
  const headers = headersOf(req, [["host", `127.0.0.1:${port}`], ...length]);
  const upstream = send({ host: "127.0.0.1", port, method: req.method, path: req.url, headers });
  res.on("close", () => upstream.destroy());
  upstream.on("error", () => res.destroy());
  upstream.end(body);
  const [answer] = await once(upstream, "response");
  if (spellings.has("latency")) await sleep(1000);
  const type = String(answer.headers["content-type"] ?? "");
  answer.on("error", () => res.destroy());

  if (type.startsWith("text/event-stream")) {
    res.writeHead(answer.statusCode, headersOf(answer));
    res.flushHeaders();
    answer.pipe(respellSse(spellings, req.method === "GET" ? shared : own)).pipe(res);
    return;
  }
  let plain = (await buffer(answer)).toString("utf8");
  if (type.startsWith("application/json")) {
    plain = own.outbound(plain);
    if (spellings.has("pretty")) plain = `${overLines(plain)}\n`;
  }
  const sized = plain !== "" || answer.headers["content-length"] !== undefined;
  res.writeHead(
    answer.statusCode,
    headersOf(answer, sized ? [["content-length", String(Buffer.byteLength(plain))]] : []),
  );
  res.end(plain);
}

/** Raw names, values and order, but for what belongs to one hop. */
function headersOf(message, added = []) {
  const raw = message.rawHeaders;
  const pairs = raw.flatMap((name, at) =>
    at % 2 === 0 && !HOP.includes(name.toLowerCase()) ? [[name, raw[at + 1]]] : [],
  );
  return [...pairs, ...added].flat();
}

async function freePort() {
  const server = createNetServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function listening(port) {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    const socket = connect(port, "127.0.0.1");
    const [answered] = await Promise.race([
      once(socket, "connect").then(() => [true]),
      once(socket, "error").then(() => [false]),
    ]).catch(() => [false]);
    socket.destroy();
    if (answered) return;
  }
  console.error(`the server did not listen on port ${port} within ${START_MS} ms`);
  process.exit(1);
}
