import type { ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { realClock } from "../clock/clock.ts";
import { connect } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { type HttpTarget, serve, testRecorder } from "./targets.fixture.ts";

let target: HttpTarget;
let connection: Connection;

async function open(endpoint: string) {
  let streamed: ServerResponse | undefined;
  target = await serve(({ method, url, json }, response) => {
    if (method === "GET") {
      streamed = response.writeHead(200, { "Content-Type": "text/event-stream" });
      return void response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
    }
    if (url !== "/post?s=1") return void response.writeHead(404).end();
    if (json.method === "refuse") return void response.writeHead(400).end("no");
    response.writeHead(202).end("Accepted");
    if (json.method === "hang-up") return void streamed?.end();
    if (json.id !== undefined)
      streamed?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: json.id, result: {} })}\n\n`);
  });
  const recorder = testRecorder("2024-11-05", "sse");
  connection = await connect({
    revision: "2024-11-05",
    place: { transport: "sse", url: target.url, headers: [] },
    recorder,
    clock: realClock,
  });
  return connection.peer;
}

afterEach(async () => {
  await connection.destroy();
  await target.stop();
});

it("posts to the endpoint and takes answers from the stream", async () => {
  const peer = await open("/post?s=1");
  expect(await peer.open()).toMatchObject({ kind: "result", http: undefined, method: "initialize" });
  expect(peer.http!.url.pathname).toBe("/post");
  expect(await peer.call("refuse")).toMatchObject({ kind: "none", why: "refused", status: 400, http: { body: "no" } });
  const sent = await peer.send({ jsonrpc: "2.0", id: 77, method: "ping" });
  expect(sent.http?.status).toBe(202);
  expect(await sent.reply()).toMatchObject({ kind: "result", rawId: "77" });
  expect(await peer.call("hang-up")).toMatchObject({ kind: "none", why: "closed" });
});

it("refuses an endpoint of another origin", async () => {
  const peer = await open("http://localhost:1/post");
  expect(await peer.open()).toMatchObject({
    kind: "none",
    why: "unreachable",
    note: expect.stringContaining("localhost:1"),
  });
  expect(target.received).toHaveLength(1);
});
