import type { MessageEvent } from "../trace/events.ts";
import type { Channel } from "./channel.ts";
import { Inbox } from "./inbox.ts";
import type { Call, Reply, RequestId, Sent } from "./peer.ts";
import type { Round } from "./round.ts";
import type { Transport } from "./transport.ts";

export interface CallParts {
  readonly channel: Channel;
  readonly transport: Transport;
  readonly id: RequestId;
  readonly method: string;
  /** Makes a round, not sent yet. */
  readonly round: (onMessage: (event: MessageEvent) => void) => Round;
  /** Makes the round that follows this reply; undefined when the reply is the call's. */
  readonly next: (reply: Reply, rounds: number, onMessage: (event: MessageEvent) => void) => Round | undefined;
}

/** A request under way, over as many rounds as the server asks for input. */
export class LiveCall implements Call {
  readonly id: RequestId;
  readonly rawId: string;
  readonly method: string;
  readonly sent: Promise<Sent>;
  /** The round on the wire now. */
  round: Round;
  readonly #parts: CallParts;
  readonly #own: Inbox;
  readonly #reply: Promise<Reply>;
  readonly #first: Round;

  constructor(parts: CallParts) {
    const { channel } = parts;
    this.#parts = parts;
    this.id = parts.id;
    this.rawId = JSON.stringify(parts.id);
    this.method = parts.method;
    this.#own = new Inbox({ clock: channel.clock, cap: channel.caps.heldEvents });
    const first = parts.round((event) => this.#own.add(event));
    this.#first = first;
    this.round = first;
    const wait = parts.transport.ready();
    if (!wait) first.send();
    const started = wait ? wait.then(() => first.send()) : Promise.resolve();
    this.sent = started.then(async () => {
      await Promise.race([first.transmission!.taken, first.reply]);
      return first.transmission!.sent;
    });
    this.#reply = this.#run();
  }

  get related(): readonly MessageEvent[] {
    if (!this.#parts.transport.sharedStream) return this.#own.all;
    const sent = this.#firstSent;
    return sent === undefined ? [] : this.#parts.channel.inbox.between(sent);
  }

  async until(
    fits: (event: MessageEvent) => boolean,
    options: { readonly deadlineMs?: number } = {},
  ): Promise<MessageEvent | undefined> {
    const { channel, transport } = this.#parts;
    const wait = { deadlineMs: options.deadlineMs ?? channel.patience.answerMs, stop: this.#reply };
    if (!transport.sharedStream) return this.#own.until(fits, wait);
    await transport.ready();
    return channel.inbox.until(fits, { ...wait, since: this.#firstSent ?? 0 });
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited for its reply; that is the contract of Call.
  then<A = Reply, B = never>(
    done?: ((reply: Reply) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#reply.then(done, failed);
  }

  get #firstSent(): number | undefined {
    return this.#first.transmission?.sent.seq;
  }

  async #run(): Promise<Reply> {
    let reply = await this.round.reply;
    for (let rounds = 1; ; rounds++) {
      const next = this.#parts.next(reply, rounds, (event) => this.#own.add(event));
      if (!next) return reply;
      this.round = next;
      next.send();
      reply = await next.reply;
    }
  }
}
