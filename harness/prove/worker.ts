import { parentPort, workerData } from "node:worker_threads";
import { type BenchSettings, createBench, type Unit } from "./bench.ts";
import type { Told } from "./benches.ts";

/** A bench in a thread of its own: takes a unit, tells what it showed. */
const bench = createBench(workerData as BenchSettings);

parentPort!.on("message", async (unit: Unit) => {
  const told: Told = await bench.run(unit).then(
    (shown) => ({ shown }),
    (cause: unknown) => ({ broke: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
  );
  parentPort!.postMessage(told);
});
