import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import type { ServerProcess } from "../../simulators/client/connection.ts";
import { compile } from "../../test/compile.ts";
import { type Launcher, type LaunchOptions, launcher } from "./launch.ts";
import { marked, pipesOf } from "./tree.ts";

let counter = 0;
const opened: { readonly launcher: Launcher; readonly marker: string }[] = [];

function node(script: string, options: Partial<LaunchOptions> = {}) {
  const marker = `launch-test-${process.pid}-${++counter}`;
  const made = launcher({ command: [process.execPath, "-e", script], marker, ...options });
  opened.push({ launcher: made, marker });
  return { launcher: made, marker };
}

async function firstText(child: ServerProcess): Promise<string> {
  const [chunk] = await once(child.stdout, "data");
  return String(chunk);
}

afterEach(async () => {
  for (const { launcher, marker } of opened.splice(0)) {
    await launcher.endAll();
    expect(marked(marker)).toEqual([]);
  }
});

describe("launcher", () => {
  test("gives the raw pipes, also to a reader that comes late, and counts starts", async () => {
    const { launcher } = node(`process.stdout.write("early"); process.stdin.pipe(process.stdout)`);
    const child = await launcher.launch();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stdin.end("é\n");
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(Buffer.concat(chunks).toString()).toBe("earlyé\n");
    expect([child.name, launcher.starts]).toEqual(["p1", 1]);
  });

  test("ends a child that ignores SIGTERM", async () => {
    const { launcher, marker } = node(
      `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")`,
    );
    const child = await launcher.launch();
    await firstText(child);
    expect(marked(marker)).toEqual([child.pid]);
    await launcher.endAll();
    expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("ends a grandchild in a session of its own that outlived its parent, and does not wait for its pipes", async () => {
    const { launcher, marker } = node(`
      const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "inherit" });
      child.unref();
      console.log("up");
    `);
    const child = await launcher.launch();
    await firstText(child);
    expect((await child.exited).code).toBe(0);
    expect(marked(marker)).toHaveLength(1);
    await launcher.endAll();
    expect(marked(marker)).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")(
    "ends a daemon that has shed its mark and its group, but holds a pipe",
    async () => {
      const { launcher } = node(`
        const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"],
          { detached: true, stdio: ["ignore", "inherit", "ignore"], env: {} });
        child.unref();
        console.log(child.pid);
      `);
      const child = await launcher.launch();
      const daemon = Number(await firstText(child));
      await child.exited;
      expect(pipesOf(daemon)).not.toEqual([]);
      await launcher.endAll();
      // Gone, or dead and not yet waited for by whoever adopted it: neither holds anything.
      await expect.poll(() => pipesOf(daemon)).toEqual([]);
    },
  );

  test("a flood on stderr neither blocks the child nor is kept", async () => {
    const { launcher } = node(`
      const fs = require("node:fs");
      for (let i = 0; i < 256; i++) fs.writeSync(2, "x".repeat(65535) + "\\n");
      fs.writeSync(2, "the end\\n");
    `);
    const child = await launcher.launch();
    child.stdout.resume();
    expect((await child.exited).code).toBe(0);
    expect(launcher.lastStderr()).toMatch(/the end$/);
    expect(launcher.lastStderr().length).toBeLessThan(10_000);
  });

  test("a child that exits at once says how", async () => {
    const { launcher } = node(`console.error("no config"); process.exit(7)`);
    const child = await launcher.launch();
    child.stdout.resume();
    expect(await child.exited).toEqual({ code: 7, signal: null });
    expect(launcher.lastStderr()).toBe("no config");
  });

  test.each([
    ["a command that does not exist", { command: ["no-such-command-here"] }, /"no-such-command-here" was not found/],
    ["a file that may not be executed", { command: [fileURLToPath(import.meta.url)] }, /may not be executed/],
    ["a working directory that does not exist", { cwd: "/no/such/folder" }, /working directory \/no\/such\/folder/],
  ])("%s is one clear sentence", async (_, options, message) => {
    const { launcher } = node("", options);
    await expect(launcher.launch()).rejects.toMatchObject({
      name: "AssayError",
      code: "target.not-found",
      exit: 3,
      message: expect.stringMatching(message),
    });
    await launcher.endAll();
  });

  test.each(["exit", "throw", "SIGTERM"])("leaves nothing behind when the harness ends by %s", async (how) => {
    const marker = `launch-test-${process.pid}-${++counter}`;
    const built = compile("harness/process/launch.ts");
    const script = `
      import { launcher } from ${JSON.stringify(pathToFileURL(join(built, "harness/process/launch.js")).href)};
      const target = launcher({ command: [process.execPath, "-e", "setInterval(() => {}, 1000)"], marker: "${marker}" });
      await target.launch();
      console.log("up");
      if ("${how}" === "exit") process.exit(0);
      if ("${how}" === "throw") setImmediate(() => { throw new Error("broken"); });
    `;
    const harness = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [chunk] = await once(harness.stdout, "data");
    expect(String(chunk)).toContain("up");
    if (how === "SIGTERM") harness.kill("SIGTERM");
    const [, signal] =
      harness.exitCode === null && harness.signalCode === null
        ? await once(harness, "exit")
        : [harness.exitCode, harness.signalCode];
    if (how === "SIGTERM") expect(signal).toBe("SIGTERM");
    await expect.poll(() => marked(marker)).toEqual([]);
  });
});
