import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { realClock } from "../../simulators/clock/clock.ts";
import { type Served, type ServeOptions, serveUrl } from "./listen.ts";
import { marked } from "./tree.ts";

let counter = 0;
const served: Served[] = [];
const markers: string[] = [];

async function serve(script: string, options: Partial<ServeOptions> = {}): Promise<Served> {
  const marker = `listen-test-${process.pid}-${++counter}`;
  markers.push(marker);
  const one = await serveUrl({
    command: [process.execPath, "-e", script, "{port}"],
    url: "http://127.0.0.1:{port}/mcp",
    marker,
    clock: realClock,
    deadlineMs: 10_000,
    ...options,
  });
  served.push(one);
  return one;
}

const LISTENS = `require("node:http").createServer((_, res) => res.end("hello")).listen(Number(process.argv[1]), "127.0.0.1")`;

afterEach(async () => {
  for (const one of served.splice(0)) await one.stop();
  for (const marker of markers.splice(0)) expect(marked(marker)).toEqual([]);
});

describe("serveUrl", () => {
  test("starts on a free port, waits until it listens, and stops it", async () => {
    const one = await serve(LISTENS);
    expect(await (await fetch(one.url)).text()).toBe("hello");
    expect([one.starts, one.url.pathname]).toEqual([1, "/mcp"]);
    await one.stop();
    await expect(fetch(one.url)).rejects.toThrow();
  });

  test("waits for a server that a script put in the background", async () => {
    const script = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(LISTENS)}, process.argv[1]], { detached: true, stdio: "ignore" }).unref()`;
    const one = await serve(script);
    expect(await (await fetch(one.url)).text()).toBe("hello");
  });

  test("says how it ended, with its last words", async () => {
    await expect(serve(`console.error("bad flag"); process.exit(3)`)).rejects.toMatchObject({
      code: "target.exited",
      exit: 3,
      message: expect.stringMatching(/ended with status 3 before it listened/),
      stderr: "bad flag",
    });
  });

  test("gives up on one that never listens", async () => {
    await expect(serve("setInterval(() => {}, 1000)", { deadlineMs: 300 })).rejects.toMatchObject({
      code: "target.not-listening",
      exit: 3,
      message: expect.stringMatching(/within 0.3 s/),
    });
  });

  test("does not start when the port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    try {
      await expect(serve(LISTENS, { url: `http://127.0.0.1:${port}/mcp` })).rejects.toMatchObject({
        code: "target.port-in-use",
        exit: 3,
      });
    } finally {
      other.close();
    }
  });
});
