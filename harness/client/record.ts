import type { AppNotification, Outcome } from "../../simulators/client/app/orders.ts";
import type { ExchangeInstance, Reducer, RequestInstance, SeenMessage } from "../../simulators/trace/context.ts";
import type { ProcessEvent } from "../../simulators/trace/events.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import type { ClientRecord, ClientResponse } from "../../suites/kit/client/record.ts";

const HELD = 20_000;

/** Everything that one client did, kept for the scenarios that are judged once it is over; bounded. */
export class LaneRecord {
  readonly #requests: RequestInstance[] = [];
  readonly #asked: RequestInstance[] = [];
  readonly #notifications: SeenMessage[] = [];
  readonly #responses: ClientResponse[] = [];
  readonly #exchanges: ExchangeInstance[] = [];
  readonly #processes: ProcessEvent[] = [];
  readonly #outcomes = new Map<number, Outcome>();
  readonly #heard: AppNotification[] = [];
  #spoke = false;
  exit: ClientRecord["exit"];
  stderr = "";
  visited: readonly string[] = [];

  constructor(reducer: Reducer) {
    reducer.on("request", ({ seen, request }) => keep(seen.from === "target" ? this.#requests : this.#asked, request));
    reducer.on("notification", ({ seen }) => {
      if (seen.from === "target") keep(this.#notifications, seen);
    });
    reducer.on("response", ({ seen, request }) => {
      if (seen.from === "target") keep(this.#responses, { seen, request });
    });
    reducer.on("exchange", ({ exchange, at }) => {
      if (at === "request") keep(this.#exchanges, exchange);
    });
    reducer.on("process", ({ event }) => keep(this.#processes, event));
  }

  /** Takes a line that the application printed; anything but the driver contract's objects is left alone. */
  printed(line: string): void {
    const value = objectOf(line);
    if (typeof value?.action === "number") {
      this.#spoke = true;
      if (value.started !== true) this.#outcomes.set(value.action, value as unknown as Outcome);
    } else if (typeof value?.notification === "string") {
      this.#spoke = true;
      keep(this.#heard, value as unknown as AppNotification);
    }
  }

  get spoke(): boolean {
    return this.#spoke;
  }

  get requested(): readonly RequestInstance[] {
    return this.#requests;
  }

  get noted(): readonly SeenMessage[] {
    return this.#notifications;
  }

  /** The record as one scenario sees it, whose first action has this number. */
  from(first: number): ClientRecord {
    const lane = this;
    const named = (requests: readonly RequestInstance[], method: string | undefined) =>
      method === undefined ? requests : requests.filter((request) => request.method === method);
    return {
      requests: (method) => named(lane.#requests, method),
      asked: (method) => named(lane.#asked, method),
      notifications: (method) =>
        lane.#notifications.filter((seen) => method === undefined || seen.message.method === method),
      responses: () => lane.#responses,
      exchanges: () => lane.#exchanges,
      processes: () => lane.#processes,
      calls: (tool) => lane.#requests.filter(({ method, params }) => method === "tools/call" && params.name === tool),
      outcome: (action) => lane.#outcomes.get(first + action),
      heard: (method) => lane.#heard.filter(({ notification }) => method === undefined || notification === method),
      get visited() {
        return lane.visited;
      },
      get spoke() {
        return lane.#spoke;
      },
      get exit() {
        return lane.exit;
      },
      get stderr() {
        return lane.stderr;
      },
    };
  }
}

function keep<T>(list: T[], item: T): void {
  if (list.length < HELD) list.push(item);
}

function objectOf(line: string): JsonObject | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as JsonObject;
  } catch {
    return undefined;
  }
}
