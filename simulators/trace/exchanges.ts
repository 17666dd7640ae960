import { mediaTypeOf } from "../wire/headers.ts";
import type { ExchangeInstance, SeenMessage } from "./context.ts";
import type { HttpEndEvent, HttpEvent, HttpRequestEvent, HttpResponseEvent } from "./events.ts";
import type { RequestState } from "./requests.ts";

const HELD_ENDED = 1_000;
const HELD_MESSAGES = 1_000;

/** An exchange while it is followed. */
export class ExchangeState implements ExchangeInstance {
  readonly name: string;
  readonly channel: string | undefined;
  readonly request: HttpRequestEvent;
  response: HttpResponseEvent | undefined;
  end: HttpEndEvent | undefined;
  defect: string | undefined;
  readonly sent: SeenMessage[] = [];
  readonly received: SeenMessage[] = [];
  /** Requests that the body carried. */
  readonly requests: RequestState[] = [];
  /** An SSE event had an id: what is missing may come on another stream. */
  resumable = false;
  /** A response came that no request accounts for. */
  unattributed = false;

  constructor(name: string, request: HttpRequestEvent, defect: string | undefined) {
    this.name = name;
    this.channel = request.channel;
    this.request = request;
    this.defect = request.defect ?? defect;
  }

  get streaming(): boolean {
    return this.response !== undefined && mediaTypeOf(this.response.headers) === "text/event-stream";
  }

  carry(seen: SeenMessage): void {
    const list = seen.from === this.request.from ? this.sent : this.received;
    list.push(seen);
    if (list.length > HELD_MESSAGES) list.shift();
  }
}

/** The exchanges of a trace, by name; ended ones are forgotten after a while. */
export class Exchanges {
  readonly #exchanges = new Map<string, ExchangeState>();
  readonly #ended: string[] = [];
  /** Defects announced before their exchange began. */
  readonly #announced = new Map<string, string>();

  of(name: string | undefined): ExchangeState | undefined {
    return name === undefined ? undefined : this.#exchanges.get(name);
  }

  announce(name: string, defect: string): void {
    const exchange = this.#exchanges.get(name);
    if (exchange) exchange.defect ??= defect;
    else this.#announced.set(name, defect);
  }

  /** Follows an HTTP event; undefined when it belongs to no exchange that was seen to begin. */
  take(event: HttpEvent, announced: string | undefined): ExchangeState | undefined {
    const name = event.exchange ?? "";
    if (event.phase === "request") {
      const exchange = new ExchangeState(name, event, this.#announced.get(name) ?? announced);
      this.#announced.delete(name);
      this.#exchanges.set(name, exchange);
      return exchange;
    }
    const exchange = this.#exchanges.get(name);
    if (event.phase === "end") this.#announced.delete(name);
    if (exchange && event.phase === "response") exchange.response = event;
    if (exchange && event.phase === "end" && exchange.end === undefined) {
      exchange.end = event;
      this.#ended.push(name);
      if (this.#ended.length > HELD_ENDED) this.#exchanges.delete(this.#ended.shift()!);
    }
    return exchange;
  }
}
