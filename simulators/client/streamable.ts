import type { MessageEvent } from "../trace/events.ts";
import { factsOf, type Revision } from "../wire/revisions.ts";
import type { Channel } from "./channel.ts";
import type { Exchange } from "./exchange.ts";
import { editHeaders, type HttpCarrier } from "./http-carrier.ts";
import type { Round } from "./round.ts";
import type { Outgoing, Transmission, Transport } from "./transport.ts";

/** Wait before a stream is taken up again when the target names none, ms. */
const RETRY = 250;
/** One call's stream is taken up again so many times at most. */
const RESUMPTIONS = 100;

/** Streamable HTTP: a POST for each message, its answer in the response. */
export class StreamableTransport implements Transport {
  readonly name = "http";
  readonly sharedStream = false;
  readonly gone: Promise<void>;
  readonly carrier: HttpCarrier;
  readonly #channel: Channel;
  readonly #resumable: boolean;
  #listening: Exchange | undefined;
  #setGone!: () => void;

  constructor(carrier: HttpCarrier, options: { readonly revision: Revision }) {
    this.carrier = carrier;
    this.#channel = carrier.channel;
    this.#resumable = factsOf(options.revision).sessions;
    this.gone = new Promise((resolve) => {
      this.#setGone = resolve;
    });
  }

  get endpoint(): URL {
    return this.carrier.url;
  }

  ready(): undefined {
    return undefined;
  }

  send(outgoing: Outgoing): Transmission {
    const { text, message, scenario, defect, receive } = outgoing;
    const exchange = this.carrier.exchange({
      method: "POST",
      headers: editHeaders(this.carrier.usual("POST", { message, body: true }), outgoing.headers),
      body: text,
      scenario,
      defect,
      onMessage: (event) => this.#take(event, receive),
    });
    return { sent: exchange.sent, taken: exchange.head, exchange, failure: undefined };
  }

  /** 2025-11-25/basic/transports#resumability-and-redelivery: a stream with event ids that ended early goes on by GET. */
  resume(round: Round): boolean {
    const first = round.exchange;
    if (!this.#resumable || !first?.streaming || first.eventIds.length === 0) return false;
    const again = (last: Exchange, id: string, left: number) => {
      if (round.settled) return;
      if (left === 0) return round.fail("closed", `no answer after the stream was taken up ${RESUMPTIONS} times`);
      this.#channel.clock.after(this.carrier.resumeMs(last.retryMs ?? RETRY), () => {
        if (round.settled || this.#channel.closed !== undefined) return;
        const next = this.carrier.exchange({
          method: "GET",
          headers: [...this.carrier.usual("GET", { body: false }), ["Last-Event-ID", id]],
          scenario: round.scenario,
          defect: undefined,
          onMessage: (event) => this.#take(event, (own) => round.receive(own)),
        });
        // The round's own deadline ends this stream, too.
        void round.reply.then(() => next.abort("aborted-by-peer"));
        void next.ended.then((answer) => {
          if (next.streaming) again(next, next.eventIds.at(-1) ?? id, left - 1);
          else
            round.fail(
              "closed",
              `the stream ended before the answer, and HTTP ${answer.status} refused to go on with it`,
            );
        });
      });
    };
    again(first, first.eventIds.at(-1)!, RESUMPTIONS);
    return true;
  }

  /** Legacy: the stream for what the target sends unasked. Tells whether there is one. */
  async listen(scenario: string | undefined): Promise<boolean> {
    if (!this.#listening || this.#listening.finished) {
      this.#listening = this.carrier.exchange({
        method: "GET",
        headers: this.carrier.usual("GET", { body: false }),
        scenario,
        defect: undefined,
        onMessage: (event) => this.#take(event, undefined),
      });
    }
    await this.#listening.head;
    return this.#listening.streaming && !this.#listening.finished;
  }

  async close(): Promise<void> {
    this.carrier.abortAll();
  }

  async destroy(): Promise<void> {
    this.#channel.close("the connection was destroyed");
    this.carrier.destroy();
    this.#setGone();
  }

  #take(event: MessageEvent, receive: ((event: MessageEvent) => void) | undefined): void {
    this.#channel.take(event, { shared: false });
    receive?.(event);
  }
}
