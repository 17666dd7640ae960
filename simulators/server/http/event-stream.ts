import type { Timer } from "../../clock/clock.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { factsOf, type Revision } from "../../wire/revisions.ts";
import { type SseFields, writeSse } from "../../wire/sse.ts";
import type { Outlet } from "../channel.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Outgoing } from "../seams.ts";
import { serialise } from "../serialise.ts";
import type { Reply } from "./reply.ts";

/** Events kept for a client that comes back. */
const HELD_EVENTS = 1_000;

/** One event stream. It outlives its connection in the revisions in which a client may come back for the rest. */
export class EventStream implements Outlet {
  readonly name: string;
  readonly #endpoint: Endpoint;
  readonly #revision: Revision;
  readonly #eventName: string | undefined;
  readonly #held: { readonly n: number; readonly pieces: readonly Buffer[] }[] = [];
  #reply: Reply | undefined;
  #next = 0;
  #ended = false;
  #keepAlive: Timer | undefined;

  constructor(options: {
    readonly name: string;
    readonly endpoint: Endpoint;
    readonly revision: Revision;
    readonly eventName?: string | undefined;
  }) {
    this.name = options.name;
    this.#endpoint = options.endpoint;
    this.#revision = options.revision;
    this.#eventName = options.eventName;
  }

  get over(): boolean {
    return this.#ended;
  }

  /** Takes over a connection: head, priming, and what the client missed after event `after`. */
  attach(reply: Reply, options: { readonly after?: number } = {}): void {
    this.#reply?.end();
    this.#reply = reply;
    reply.stream(this.#endpoint.rules.streamHeaders(factsOf(this.#revision).era), "stream");
    reply.onClose(() => {
      if (this.#reply === reply) this.#detach();
    });
    const { after } = options;
    if (after === undefined) this.#prime();
    else for (const { n, pieces } of this.#held) if (n > after) for (const piece of pieces) reply.write(piece);
    if (this.#ended) this.#finish();
    else this.#armKeepAlive();
  }

  send(message: JsonObject, context: Outgoing): void {
    this.write(this.#endpoint.behaviours.message(message, context), context);
  }

  /** Messages that have passed the message seam. */
  write(messages: readonly JsonValue[], context: Outgoing): void {
    if (this.#ended) return;
    for (const message of messages) {
      const data = typeof message === "string" ? message : serialise(message, context);
      this.#event({ data, ...(this.#eventName === undefined ? {} : { event: this.#eventName }) }, context);
    }
  }

  /** One event as it stands, outside the message seam. */
  raw(fields: SseFields): void {
    this.#reply?.write(writeSse(fields));
  }

  interrupt(): boolean {
    // Only this revision lets a server break the connection off before the stream ends.
    if (this.#revision !== "2025-11-25" || !this.#reply) return false;
    const retry = this.#endpoint.rules.retryMs(this.#revision);
    if (retry !== undefined) this.raw({ retry: String(retry) });
    const reply = this.#reply;
    this.#detach();
    reply.end();
    return true;
  }

  /** No event comes after this. */
  end(): void {
    this.#ended = true;
    this.#finish();
  }

  #event(fields: SseFields, context: Outgoing): void {
    const n = this.#next;
    this.#next += 1;
    const id = this.#endpoint.rules.eventId(this.name, n, this.#revision);
    const pieces = this.#endpoint.behaviours.event(
      writeSse({ ...fields, ...(id === undefined ? {} : { id }) }),
      context,
    );
    if (id !== undefined) this.#held.push({ n, pieces });
    if (this.#held.length > HELD_EVENTS) this.#held.shift();
    for (const piece of pieces) this.#reply?.write(piece);
    if (this.#reply) this.#armKeepAlive();
  }

  #prime(): void {
    const { rules } = this.#endpoint;
    if (!rules.primes(this.#revision)) return;
    const id = rules.eventId(this.name, this.#next, this.#revision);
    this.#next += 1;
    if (id !== undefined) this.raw({ id, data: "" });
  }

  #armKeepAlive(): void {
    this.#keepAlive?.cancel();
    const ms = this.#endpoint.rules.keepAliveMs();
    if (ms <= 0) return;
    this.#keepAlive = this.#endpoint.facts.clock.after(ms, () => {
      this.raw({ comment: "" });
      this.#armKeepAlive();
    });
  }

  #detach(): void {
    this.#keepAlive?.cancel();
    this.#reply = undefined;
  }

  #finish(): void {
    const reply = this.#reply;
    this.#detach();
    reply?.end();
  }
}
