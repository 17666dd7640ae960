import { Worker } from "node:worker_threads";
import { type Bench, type BenchSettings, createBench, type Shown, type Unit } from "./bench.ts";

/** Benches that share the work; `close` ends their threads. */
export interface Benches extends Bench {
  close(): Promise<void>;
}

/** One bench in this thread, or several in threads of their own, each taking the next unit as soon as it is free. */
export function benches(settings: BenchSettings, count: number): Benches {
  const each = count > 1 ? Array.from({ length: count }, () => threadBench(settings)) : [localBench(settings)];
  const free = [...each];
  const waiting: ((bench: Benches) => void)[] = [];
  const taken = (): Promise<Benches> => {
    const bench = free.shift();
    return bench === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(bench);
  };
  return {
    run: async (unit) => {
      const bench = await taken();
      try {
        return await bench.run(unit);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(bench);
        else next(bench);
      }
    },
    close: async () => {
      await Promise.all(each.map((bench) => bench.close()));
    },
  };
}

function localBench(settings: BenchSettings): Benches {
  return { ...createBench(settings), close: async () => {} };
}

/** What a thread answers to a unit. */
export type Told = { readonly shown: Shown } | { readonly broke: string };

function threadBench(settings: BenchSettings): Benches {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: settings });
  return {
    run: (unit: Unit) =>
      new Promise((resolve, reject) => {
        const settle = (told: Told | Error) => {
          worker.off("message", settle);
          worker.off("error", settle);
          if (told instanceof Error) reject(told);
          else if ("shown" in told) resolve(told.shown);
          else reject(new Error(told.broke));
        };
        worker.on("message", settle);
        worker.on("error", settle);
        worker.postMessage(unit);
      }),
    close: async () => void (await worker.terminate()),
  };
}
