import type { MessageEvent } from "../trace/events.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Awaiting, Channel } from "./channel.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpAnswer, NoReply, Reply } from "./peer.ts";
import { failureOf, isUnnamedError, makeReply, type Outcome, responsesIn } from "./reply.ts";
import type { Outgoing, Transmission, Transport } from "./transport.ts";

/** An event stream has so long to end after the response before the reply is given without its end, ms. */
export const END_GRACE = 25;

export interface RoundOptions {
  readonly channel: Channel;
  readonly transport: Transport;
  readonly rawId: string;
  readonly method: string;
  readonly outgoing: Outgoing;
  /** ms; Infinity never gives up. */
  readonly deadlineMs: number;
  /** Its time says how fast the target is. */
  readonly timed: boolean;
  /** The target's messages in the answer to this very request, where it has a stream of its own. */
  readonly onMessage: (event: MessageEvent) => void;
}

/** One request on the wire until it is answered or given up. A call is one round, or several when input is asked for. */
export class Round implements Awaiting {
  readonly rawId: string;
  readonly scenario: string | undefined;
  readonly reply: Promise<Reply>;
  transmission: Transmission | undefined;
  settled = false;
  readonly #options: RoundOptions;
  readonly #own: MessageEvent[] = [];
  #began = 0;
  #found: Outcome | undefined;
  #ms: number | undefined;
  #settle!: (reply: Reply) => void;
  #stopTimer = () => {};

  constructor(options: RoundOptions) {
    this.#options = options;
    this.rawId = options.rawId;
    this.scenario = options.outgoing.scenario;
    this.reply = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get exchange(): Exchange | undefined {
    return this.transmission?.exchange;
  }

  send(): void {
    const { channel, transport, outgoing } = this.#options;
    const deadlineMs = channel.silence.deadline(this.#options.deadlineMs);
    this.#began = channel.clock.now();
    if (transport.sharedStream) channel.expect(this.rawId, this);
    // Answers never come while the message is being handed over, so nothing is missed before `transmission` is set.
    this.transmission = transport.send({ ...outgoing, receive: (event) => this.receive(event) });
    const { failure } = this.transmission;
    if (failure) this.fail(failure.why, failure.note);
    else if (channel.closed !== undefined) this.fail("closed", channel.closed);
    if (this.settled) return;
    if (Number.isFinite(deadlineMs)) {
      const timer = channel.clock.after(deadlineMs, () => {
        if (!this.#found) channel.silence.missed();
        this.fail("deadline", `no answer within ${deadlineMs} ms`);
        if (!transport.sharedStream) this.exchange?.abort("deadline");
      });
      this.#stopTimer = () => timer.cancel();
    }
    void this.exchange?.ended.then((answer) => this.#exchangeEnded(answer));
  }

  /** A message in the answer to this very request. */
  receive(event: MessageEvent): void {
    if (this.#own.length < this.#options.channel.caps.heldEvents) this.#own.push(event);
    this.#options.onMessage(event);
    const member = responsesIn(event.message).find((one) => one.rawId === this.rawId || isUnnamedError(one));
    if (member) this.take(event, member);
  }

  take(event: MessageEvent, member: WireMessage): void {
    if (this.settled || this.#found) return;
    const { channel, transport, timed } = this.#options;
    this.#ms = channel.clock.now() - this.#began;
    channel.silence.answered();
    if (timed) channel.answeredIn(this.#ms);
    const outcome = { event, member };
    const { exchange } = this;
    if (transport.sharedStream || !exchange || exchange.finished) return void this.#conclude(outcome);
    // Normally the exchange ends with the response: waiting for that gives the reply its whole HTTP answer.
    this.#found = outcome;
    if (exchange.streaming) channel.clock.after(END_GRACE, () => this.#conclude(outcome));
  }

  fail(why: NoReply["why"], note: string): void {
    this.#conclude(this.#found ?? { failure: { why, note } });
  }

  #exchangeEnded(answer: HttpAnswer): void {
    if (this.settled) return;
    const { status } = this.exchange!;
    // Where answers come on another stream, taking a message in is none.
    if (status !== undefined && (status >= 300 || !this.#options.transport.sharedStream))
      this.#options.channel.silence.answered();
    if (this.#found) this.#conclude(this.#found);
    if (this.settled) return;
    const exchange = this.exchange!;
    const { transport } = this.#options;
    if (transport.resume?.(this)) return;
    if (transport.sharedStream && !exchange.failure) {
      // The answer comes on the stream; the POST only tells whether the message was taken.
      const event = answer.messages.find((one) => one.message.kind === "error");
      if (event) this.#conclude({ event, member: event.message });
      else if (answer.status >= 300) this.fail("refused", `HTTP ${answer.status}`);
      return;
    }
    this.#conclude({ failure: failureOf(exchange, answer, this.rawId) });
  }

  #conclude(outcome: Outcome): void {
    if (this.settled) return;
    this.settled = true;
    this.#stopTimer();
    const { channel, transport, method } = this.#options;
    if (transport.sharedStream) channel.forget(this.rawId, this);
    else if ("event" in outcome) this.exchange?.letEnd(channel.patience.answerMs);
    const ms = this.#ms ?? channel.clock.now() - this.#began;
    const { exchange, rawId } = this;
    const own = transport.sharedStream ? undefined : this.#own;
    this.#settle(makeReply({ channel, sent: this.transmission!.sent, method, rawId, ms, exchange, own }, outcome));
  }
}
