import { type Clock, sleep } from "../../clock/clock.ts";
import type { Random } from "../../clock/random.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { ServerPlace } from "../connection.ts";
import { type Memory, perform } from "./actions.ts";
import { Failed, Link } from "./link.ts";
import type { ClientMutant } from "./mutant.ts";
import type { Action, Orders } from "./orders.ts";
import { createClientSeams } from "./seams.ts";

export interface ClientAppOptions {
  readonly orders: Orders;
  readonly place: ServerPlace;
  readonly clock: Clock;
  readonly random: Random;
  /** The one deviation; without it the client conforms. */
  readonly mutant?: ClientMutant | undefined;
  readonly print: (line: JsonObject) => void;
}

interface Open {
  readonly link: Link;
  readonly memory: Memory;
}

const WAIT_MS = 5_000;

/** Runs the simulated client application: does what its orders say, prints what it sees, and ends. Gives its exit status; never rejects. */
export async function runClientApp({ orders, place, clock, random, mutant, print }: ClientAppOptions): Promise<number> {
  const { seams, behaviours } = createClientSeams();
  mutant?.apply(seams, random.fork(mutant.id));
  const { rules, policy } = behaviours;
  const say = (line: JsonObject) => {
    for (const one of behaviours.report(line)) print(one);
  };
  const heard: string[] = [];
  const listeners = new Set<(method: string) => void>();
  let dead = false;
  const onNotification = (method: string, params: JsonObject) => {
    if (dead) return;
    heard.push(method);
    say({ notification: method, params });
    for (const listener of [...listeners]) listener(method);
    if (policy.diesOf.includes(method)) dead = true;
  };
  const opened = new Map<string, Promise<Open>>();
  const connection = (name: string) => {
    const known = opened.get(name);
    if (known !== undefined) return known;
    const opening = Link.open({ orders, place, clock, behaviours, onNotification }).then((link) => ({
      link,
      memory: { tools: new Map(), watches: new Map() } as Memory,
    }));
    opened.set(name, opening);
    return opening;
  };
  const waitFor = (notification: string, ms: number) =>
    new Promise<JsonValue>((resolve, reject) => {
      if (heard.includes(notification)) return resolve({});
      const timer = clock.after(ms, () => reject(new Failed("timeout", `${notification} did not come`)));
      const listener = (method: string) => {
        if (method !== notification) return;
        timer.cancel();
        listeners.delete(listener);
        resolve({});
      };
      listeners.add(listener);
    });
  const onProgress = (run: () => void) => {
    const listener = (method: string) => {
      if (method !== "notifications/progress") return;
      listeners.delete(listener);
      run();
    };
    listeners.add(listener);
  };
  const one = async (action: Action): Promise<JsonValue | undefined> => {
    if (action.action === "sleep") return sleep(clock, action.ms).then(() => ({}));
    if (action.action === "waitFor") return waitFor(action.notification, action.timeoutMs ?? WAIT_MS);
    const name = (action.action === "connect" ? action.as : action.client) ?? "";
    const { link, memory } = await connection(name);
    if (action.action === "close") {
      opened.delete(name);
      await link.close();
      return {};
    }
    return perform(action, link, memory, { rules, after: (ms, run) => void clock.after(ms, run), onProgress });
  };

  const running: Promise<void>[] = [];
  for (const [number, action] of orders.actions.entries()) {
    if (dead) return 1;
    const work = one(action).then(
      (result) =>
        say(result === undefined ? { action: number, unsupported: true } : { action: number, ok: true, result }),
      (error: unknown) => {
        dead ||= policy.diesOfMalformed && error instanceof Failed && error.kind === "validation";
        if (!dead) say({ action: number, ok: false, error: failure(error) });
      },
    );
    running.push(work);
    if (!action.concurrent) await work;
  }
  await Promise.all(running);
  for (const opening of opened.values()) {
    const open = await opening.catch(() => undefined);
    await open?.link.close();
  }
  return 0;
}

function failure(error: unknown): JsonObject {
  if (!(error instanceof Failed)) return { kind: "other", message: String(error) };
  const { kind, message, code } = error;
  return { kind, message, ...(code === undefined ? {} : { code }) };
}
