import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { sleep, within } from "./clock.ts";
import { createIdleClock } from "./idle.ts";

test("long waits cost next to nothing and end in order", async () => {
  const clock = createIdleClock({ activity: () => 0 });
  const began = performance.now();
  const begunAt = clock.now();
  const order: string[] = [];
  await Promise.all([
    sleep(clock, 60_000).then(() => order.push("late")),
    sleep(clock, 1_000).then(() => order.push("early")),
  ]);
  expect(order).toEqual(["early", "late"]);
  expect(clock.now() - begunAt).toBeGreaterThanOrEqual(60_000);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("it does not jump over traffic that goes on", async () => {
  let events = 0;
  const server = createServer((socket) => socket.on("data", (data) => socket.write(data))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  const clock = createIdleClock({ activity: () => events });
  const hundredEchoes = new Promise<string>((resolve) => {
    socket.on("data", () => {
      events++;
      if (events === 100) resolve("echoes");
      else socket.write("x");
    });
    socket.write("x");
  });
  expect(await within(clock, 20_000, hundredEchoes, "deadline")).toBe("echoes");
  clock.stop();
  socket.destroy();
  server.close();
});

test("a timer given up never fires, nor does any after the stop", async () => {
  const clock = createIdleClock({ activity: () => 0 });
  const fired: string[] = [];
  clock.after(10, () => fired.push("cancelled")).cancel();
  await sleep(clock, 100);
  clock.after(10, () => fired.push("stopped"));
  clock.stop();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(fired).toEqual([]);
});
