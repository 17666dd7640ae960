import type { JsonObject } from "../wire/json.ts";
import { rawAt } from "../wire/lossless.ts";
import type { RequestInstance, SeenMessage } from "./context.ts";
import type { Source } from "./events.ts";
import type { ExchangeState } from "./exchanges.ts";
import { IdLedger, requestKey } from "./ids.ts";

const HELD_OPEN = 10_000;
const HELD_SETTLED = 10_000;
const HELD_PROGRESS = 10_000;

/** A request while it is followed. */
export class RequestState implements RequestInstance {
  readonly seen: SeenMessage;
  readonly from: Source;
  readonly rawId: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly defect: string | undefined;
  answers = 0;
  firstAnswer: SeenMessage | undefined;
  cancelled: number | undefined;
  readonly progressToken: string | undefined;
  readonly progress: number[] = [];
  readonly exchange: ExchangeState | undefined;
  readonly scenario: string | undefined;
  /** Answered or given up: nothing is expected any more. */
  over = false;

  constructor(seen: SeenMessage, exchange: ExchangeState | undefined, defect: string | undefined) {
    const { message, event } = seen;
    this.seen = seen;
    this.from = seen.from;
    this.rawId = message.rawId!;
    this.method = message.method!;
    this.params = message.params ?? {};
    this.defect = defect;
    this.progressToken = message.text.includes("progressToken")
      ? rawAt(message.text, ["params", "_meta", "progressToken"])
      : undefined;
    this.exchange = exchange;
    this.scenario = event.scenario ?? exchange?.request.scenario;
  }

  noteProgress(value: unknown): void {
    if (typeof value !== "number") return;
    this.progress.push(value);
    if (this.progress.length > HELD_PROGRESS) this.progress.shift();
  }
}

/** The requests of one channel, both directions, in bounded memory. */
export class RequestBook {
  readonly open = new Map<string, RequestState>();
  /** Requests that reuse the id of one still open, in order. */
  readonly #behind = new Map<string, RequestState[]>();
  readonly #settled = new Map<string, RequestState>();
  readonly #byToken = new Map<string, RequestState>();
  readonly #used = new Map<Source, IdLedger>();

  used(from: Source, rawId: string): boolean {
    return this.#used.get(from)?.has(rawId) ?? false;
  }

  /** Takes a request up; tells whether its id was used before. */
  begin(request: RequestState): boolean {
    const { from, rawId } = request;
    const ledger = this.#used.get(from) ?? new IdLedger();
    this.#used.set(from, ledger);
    const reused = ledger.has(rawId);
    ledger.add(rawId);
    if (request.progressToken !== undefined) {
      put(this.#byToken, requestKey(from, request.progressToken), request, HELD_OPEN + HELD_SETTLED);
    }
    const key = requestKey(from, rawId);
    if (!this.open.has(key)) {
      this.open.set(key, request);
      if (this.open.size > HELD_OPEN) for (const oldest of this.open.values()) return this.#crowdOut(oldest, reused);
      return reused;
    }
    const behind = this.#behind.get(key) ?? [];
    behind.push(request);
    if (behind.length > HELD_OPEN) behind.shift();
    this.#behind.set(key, behind);
    return reused;
  }

  /** The request of `from` that has this id: the oldest open one, else the last settled. */
  find(from: Source, rawId: string): RequestState | undefined {
    const key = requestKey(from, rawId);
    return this.open.get(key) ?? this.#settled.get(key);
  }

  byToken(from: Source, rawToken: string): RequestState | undefined {
    return this.#byToken.get(requestKey(from, rawToken));
  }

  answer(request: RequestState, seen: SeenMessage): void {
    request.answers++;
    request.firstAnswer ??= seen;
    this.settle(request);
  }

  settle(request: RequestState): void {
    if (request.over) return;
    request.over = true;
    const key = requestKey(request.from, request.rawId);
    const behind = this.#behind.get(key);
    if (this.open.get(key) === request) {
      this.open.delete(key);
      const next = behind?.shift();
      if (next) this.open.set(key, next);
    } else if (behind?.includes(request)) behind.splice(behind.indexOf(request), 1);
    if (behind?.length === 0) this.#behind.delete(key);
    put(this.#settled, key, request, HELD_SETTLED);
  }

  /** Every request not yet answered, those with a reused id included. */
  *unsettled(): Generator<RequestState> {
    yield* [...this.open.values()];
    yield* [...this.#behind.values()].flat();
  }

  #crowdOut(oldest: RequestState, reused: boolean): boolean {
    this.settle(oldest);
    return reused;
  }
}

/** Sets the newest entry of a map that forgets its oldest, a quarter at a time: deleting singly from the front is slow. */
function put<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= limit * 1.25) return;
  let excess = map.size - limit;
  for (const oldest of map.keys()) {
    if (excess-- === 0) return;
    map.delete(oldest);
  }
}
