import { within } from "../clock/clock.ts";
import type { MessageEvent } from "../trace/events.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import { readMessage } from "../wire/message.ts";
import type { Revision, TransportName } from "../wire/revisions.ts";
import type { AnswerKind, Answers, AnswerWith } from "./answers.ts";
import { LiveCall } from "./call.ts";
import type { Channel } from "./channel.ts";
import { deliver } from "./delivery.ts";
import type { HttpCarrier } from "./http-carrier.ts";
import { httpWire } from "./http-wire.ts";
import type {
  Call,
  CallOptions,
  Delivery,
  HttpWire,
  OpenOptions,
  Peer,
  Reply,
  RequestId,
  SendOptions,
  Sent,
  StdioWire,
  Watch,
  WatchFilter,
} from "./peer.ts";
import { Round } from "./round.ts";
import type { Session } from "./session.ts";
import type { Transport } from "./transport.ts";

/** A call is sent again at most so often with the input that the server asked for. */
const INPUT_ROUNDS = 5;

/** What all views of one channel share. */
export interface Core {
  readonly revision: Revision;
  readonly channel: Channel;
  readonly transport: Transport;
  readonly session: Session;
  readonly answers: Answers;
  /** Present on http and sse. */
  readonly http: { readonly carrier: HttpCarrier; readonly endpoint: () => URL } | undefined;
  readonly stdio: ((scenario: string | undefined) => StdioWire) | undefined;
  /** Texts of the handshake's messages, for who wants to send something again by hand over stdio. */
  readonly handshake: string[];
  /** Opens the stream for what the target sends unasked, where the transport has one to open. */
  listen(scenario: string | undefined): Promise<void>;
  another(scenario: string | undefined): Promise<Peer>;
}

/** What the simulated client says of itself. */
export interface Self {
  readonly capabilities: JsonObject;
  readonly clientInfo: JsonObject;
}

/** One scenario's view of a channel: the verbs of a peer, everything sent tagged with the scenario. */
export class View implements Peer {
  readonly core: Core;
  readonly scenario: string | undefined;
  self: Self;
  readonly http: HttpWire | undefined;
  readonly stdio: StdioWire | undefined;

  constructor(core: Core, scenario: string | undefined, self: Self) {
    this.core = core;
    this.scenario = scenario;
    this.self = self;
    this.http = core.http && httpWire(core, core.http, scenario);
    this.stdio = core.stdio?.(scenario);
  }

  get revision(): Revision {
    return this.core.revision;
  }

  get era() {
    return this.core.session.era;
  }

  get transport(): TransportName {
    return this.core.transport.name;
  }

  get channel(): string {
    return this.core.channel.name;
  }

  get server() {
    return this.core.channel.server;
  }

  get meta(): JsonObject {
    return this.core.session.meta(this, {}) ?? {};
  }

  nextId(): number {
    return this.core.channel.nextId();
  }

  open(options: OpenOptions = {}): Promise<Reply> {
    return this.core.session.open(this, options);
  }

  call(method: string, params?: JsonObject, options: CallOptions = {}): LiveCall {
    const { channel, transport, session } = this.core;
    const id = options.id ?? channel.nextId();
    const round = (roundId: RequestId, own: JsonObject | undefined, onMessage: (event: MessageEvent) => void) => {
      const text = JSON.stringify({
        jsonrpc: "2.0",
        id: roundId,
        method,
        params: this.#withMeta(own, roundId, options),
      });
      const opens = method === "initialize" || method === "server/discover";
      return new Round({
        channel,
        transport,
        rawId: JSON.stringify(roundId),
        method,
        outgoing: {
          text,
          message: readMessage(text),
          scenario: this.scenario,
          defect: options.defect,
          headers: options.headers,
        },
        deadlineMs: options.deadlineMs ?? channel.patience.answerMs,
        // Opening takes what a start or a new session takes, and a listen answers when it ends: neither tells how fast answers are.
        timed:
          method !== "subscriptions/listen" &&
          method !== "initialize" &&
          !(opens && this.stdio && channel.server === undefined),
        onMessage,
      });
    };
    return new LiveCall({
      channel,
      transport,
      id,
      method,
      round: (onMessage) => round(id, params, onMessage),
      next: (reply, rounds, onMessage) => {
        session.noted(method, reply);
        const again = rounds > INPUT_ROUNDS ? undefined : session.retry(this, reply, params ?? {});
        return again && round(channel.nextId(), again, onMessage);
      },
    });
  }

  notify(method: string, params?: JsonObject, options: SendOptions = {}): Promise<Delivery> {
    return this.#deliver(JSON.stringify({ jsonrpc: "2.0", method, params }), options);
  }

  send(message: JsonValue, options: SendOptions = {}): Promise<Delivery> {
    return this.#deliver(JSON.stringify(message), options);
  }

  sendText(text: string | Buffer, options: SendOptions & { readonly defect: string | undefined }): Promise<Delivery> {
    return this.#deliver(text, options);
  }

  watch(filter: WatchFilter, options: CallOptions = {}): Promise<Watch> {
    return this.core.session.watch(this, filter, options);
  }

  answer(kind: AnswerKind, reply: AnswerWith): void {
    this.core.answers.set(kind, this.scenario, reply);
  }

  async cancel(call: Call, reason?: string): Promise<Sent | undefined> {
    if (!(call instanceof LiveCall)) throw new TypeError("expected a call made by this peer, got something else");
    await this.within(call.sent);
    return this.core.session.cancel(this, call, reason);
  }

  another(): Promise<Peer> {
    return this.core.another(this.scenario);
  }

  messages(since = -1): readonly MessageEvent[] {
    return this.core.channel.inbox.between(since);
  }

  until(
    fits: (event: MessageEvent) => boolean,
    options: { readonly since?: number; readonly deadlineMs?: number } = {},
  ): Promise<MessageEvent | undefined> {
    const { inbox, promptMs } = this.core.channel;
    return inbox.until(fits, { since: options.since ?? -1, deadlineMs: options.deadlineMs ?? promptMs });
  }

  async quiet(options: { readonly since?: number } = {}): Promise<readonly MessageEvent[]> {
    const { inbox, quietMs } = this.core.channel;
    const latest = inbox.all.at(-1)?.seq ?? -1;
    const since = options.since ?? latest;
    // Who is gone is quiet at once.
    await inbox.until(() => false, { since: latest, deadlineMs: quietMs });
    return inbox.between(since);
  }

  alive(): Promise<boolean> {
    return this.core.session.alive(this);
  }

  async close(): Promise<void> {
    const { channel, session, transport } = this.core;
    channel.recorder.record({
      kind: "intent",
      from: "peer",
      ...channel.place(this.scenario),
      intent: "close",
      what: "the peer closes",
    });
    await session.farewell(this);
    await transport.close();
  }

  /** What a promise gives within the time for one answer; undefined later. */
  within<T>(promise: PromiseLike<T>): Promise<T | undefined> {
    const { clock, patience } = this.core.channel;
    return within(clock, patience.answerMs, promise, undefined);
  }

  #deliver(text: string | Buffer, options: SendOptions): Promise<Delivery> {
    const { channel, transport } = this.core;
    return deliver({
      channel,
      transport,
      outgoing: {
        text,
        message: readMessage(text.toString()),
        scenario: this.scenario,
        defect: options.defect,
        headers: options.headers,
      },
      deadlineMs: options.deadlineMs ?? channel.patience.answerMs,
      probe: () => this.alive(),
    });
  }

  #withMeta(params: JsonObject | undefined, id: RequestId, options: CallOptions): JsonObject | undefined {
    const given = params?.["_meta"];
    const isOdd = given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given));
    if (isOdd) return params;
    const token =
      options.progress === true ? `progress-${id}` : options.progress === false ? undefined : options.progress;
    const meta: JsonObject = {
      ...this.core.session.meta(this, options),
      ...(given as JsonObject | undefined),
      ...(token === undefined ? {} : { progressToken: token }),
      ...options.meta,
    };
    const empty = given === undefined && Object.values(meta).every((value) => value === undefined);
    return empty ? params : { ...params, _meta: meta };
  }
}
