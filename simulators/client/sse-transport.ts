import { within } from "../clock/clock.ts";
import type { SseEvent } from "../wire/sse.ts";
import type { Channel } from "./channel.ts";
import type { Exchange, Failure } from "./exchange.ts";
import { editHeaders, type HttpCarrier } from "./http-carrier.ts";
import { SentRecord } from "./sent.ts";
import type { Outgoing, Transmission, Transport } from "./transport.ts";

/** HTTP+SSE: one GET stream with everything the target says, a POST for each message (2024-11-05/basic/transports#http-with-sse). */
export class SseTransport implements Transport {
  readonly name = "sse";
  readonly sharedStream = true;
  readonly gone: Promise<void>;
  readonly carrier: HttpCarrier;
  readonly #channel: Channel;
  #stream: Exchange | undefined;
  #endpoint: URL | undefined;
  #failure: Failure | undefined;
  #opening: Promise<void> | undefined;
  #endpointCame!: () => void;
  #setGone!: () => void;

  constructor(carrier: HttpCarrier) {
    this.carrier = carrier;
    this.#channel = carrier.channel;
    this.gone = new Promise((resolve) => {
      this.#setGone = resolve;
    });
  }

  /** Where messages go: the address of the `endpoint` event, before it the stream's own. */
  get endpoint(): URL {
    return this.#endpoint ?? this.carrier.url;
  }

  ready(): Promise<void> | undefined {
    if (this.#endpoint || this.#failure) return undefined;
    this.#opening ??= this.#openStream();
    return this.#opening;
  }

  send(outgoing: Outgoing): Transmission {
    const { text, message, scenario, defect, headers } = outgoing;
    if (!this.#endpoint) {
      const failure: Failure = this.#failure ?? { why: "unreachable", note: "the event stream is not open" };
      const sent = new SentRecord({
        seq: this.#stream?.sent.seq ?? 0,
        text,
        reproduce: () => this.#stream?.sent.reproduce ?? "",
      });
      return { sent, taken: Promise.resolve(), exchange: this.#stream, failure };
    }
    const exchange = this.carrier.exchange({
      method: "POST",
      url: this.#endpoint,
      headers: editHeaders(this.carrier.usual("POST", { message, body: true }), headers),
      body: text,
      scenario,
      defect,
      onMessage: (event) => this.#channel.take(event, { shared: true }),
    });
    return { sent: exchange.sent, taken: exchange.head, exchange, failure: undefined };
  }

  async close(): Promise<void> {
    this.carrier.abortAll();
  }

  async destroy(): Promise<void> {
    this.#channel.close("the connection was destroyed");
    this.carrier.destroy();
    this.#setGone();
  }

  async #openStream(): Promise<void> {
    const came = new Promise<void>((resolve) => {
      this.#endpointCame = resolve;
    });
    const stream = this.carrier.exchange({
      method: "GET",
      headers: this.carrier.usual("GET", { body: false }),
      scenario: undefined,
      defect: undefined,
      onMessage: (event) => this.#channel.take(event, { shared: true }),
      onEvent: (event) => this.#event(event),
    });
    this.#stream = stream;
    const ended = stream.ended.then((answer) => {
      this.#failure ??= stream.failure ?? {
        why: answer.status >= 300 ? "refused" : "closed",
        note: `${stream.sent.text}: HTTP ${answer.status}, ${answer.mediaType || "no content type"}, the stream has ended`,
      };
      if (this.#endpoint) this.#channel.close("the event stream has ended");
    });
    const { clock, patience } = this.#channel;
    await within(clock, patience.answerMs, Promise.race([came, ended]), undefined);
    if (this.#endpoint || this.#failure) return;
    this.#failure = { why: "deadline", note: `no endpoint event within ${patience.answerMs} ms` };
    stream.abort("deadline");
  }

  #event(event: SseEvent): void {
    if (event.event !== "endpoint" || event.data === undefined || event.incomplete || this.#endpoint) return;
    const { url } = this.carrier;
    const endpoint = URL.canParse(event.data, url.href) ? new URL(event.data, url) : undefined;
    if (endpoint?.origin === url.origin) this.#endpoint = endpoint;
    else {
      // Credentials of this run belong to the origin the user named.
      const problem = endpoint ? `expected an endpoint on ${url.origin}` : "expected a URL as endpoint";
      this.#failure = { why: "unreachable", note: `${problem}, got ${event.data.slice(0, 200)}` };
      this.#stream?.abort("aborted-by-peer", "endpoint refused");
    }
    this.#endpointCame();
  }
}
