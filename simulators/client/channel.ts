import type { Clock } from "../clock/clock.ts";
import type { MessageEvent, Recorder } from "../trace/events.ts";
import type { JsonObject } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import { isBeyondCaps } from "../wire/message.ts";
import type { Caps, Patience } from "./connection.ts";
import { Flood } from "./flood.ts";
import { Inbox } from "./inbox.ts";
import type { NoReply, ServerSelf } from "./peer.ts";
import { Recent } from "./recent.ts";
import { Silence } from "./silence.ts";

/** Requests whose origin is remembered, so that late answers still find their scenario. */
const REMEMBERED = 10_000;

/** A quiet window is so many times the slowest answer. */
const QUIET_FACTOR = 5;
const PROMPT_FACTOR = 10;
const RECENT = 20;

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

export interface ChannelOptions {
  readonly name: string;
  readonly process: string | undefined;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly caps: Caps;
}

/** Whoever waits for a response that comes on a stream shared by all requests. */
export interface Awaiting {
  take(event: MessageEvent, member: WireMessage): void;
  fail(why: NoReply["why"], note: string): void;
}

/** One scope of request ids: what was asked on it, what came, who waits. */
export class Channel {
  readonly name: string;
  readonly process: string | undefined;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly caps: Caps;
  readonly inbox: Inbox;
  readonly flood: Flood;
  readonly silence: Silence;
  server: ServerSelf | undefined;
  readonly #recentMs: number[] = [];
  /** Answers what the target asks for (legacy). */
  onRequest: ((request: WireMessage, event: MessageEvent) => void) | undefined;
  #nextId = 1;
  #closed: string | undefined;
  #unread: string | undefined;
  readonly #awaiting = new Map<string, Awaiting[]>();
  readonly #scenarios = new Recent<string, string | undefined>(REMEMBERED);

  constructor(options: ChannelOptions) {
    this.name = options.name;
    this.process = options.process;
    this.recorder = options.recorder;
    this.clock = options.clock;
    this.patience = options.patience;
    this.caps = options.caps;
    this.inbox = new Inbox({
      clock: options.clock,
      cap: options.caps.heldEvents,
      onDropped: () => this.leaveUnread("so much came that the oldest of it was let go"),
    });
    this.flood = new Flood(options.caps.intake);
    this.silence = new Silence(options.clock, options.patience);
  }

  /** The place part of an event on this channel. */
  place(scenario: string | undefined): { process?: string; channel: string; scenario?: string } {
    return {
      ...(this.process === undefined ? {} : { process: this.process }),
      channel: this.name,
      ...(scenario === undefined ? {} : { scenario }),
    };
  }

  nextId(): number {
    return this.#nextId++;
  }

  /** Why nothing can come any more; undefined while it can. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** Why not all that came on it was read: a cap of our own; undefined while all was. */
  get unread(): string | undefined {
    return this.#unread;
  }

  /** A cap kept something from being read: who misses an answer cannot blame the target. */
  leaveUnread(why: string): void {
    this.#unread ??= why;
  }

  /** Remembers for whom a message is sent, so that what comes of it is tagged with the same scenario. */
  remember(message: WireMessage, scenario: string | undefined): void {
    // Answers are no reason for more to come: a target that asks without end must not pay for itself.
    if (message.kind !== "result" && message.kind !== "error") this.flood.sent();
    if (message.kind === "batch") for (const member of message.members) this.remember(member, scenario);
    if (message.rawId !== undefined && message.method !== undefined)
      this.#scenarios.set(`id ${message.rawId}`, scenario);
    const token = metaOf(message)?.["progressToken"];
    if (token !== undefined) this.#scenarios.set(`token ${JSON.stringify(token)}`, scenario);
  }

  /** On whose behalf a message from the target comes, as far as its ids tell. */
  scenarioOf(message: WireMessage): string | undefined {
    const one = message.kind === "batch" ? message.members[0] : message;
    if (!one) return undefined;
    if (one.method === undefined) return one.rawId === undefined ? undefined : this.#scenarios.get(`id ${one.rawId}`);
    const token = one.params?.["progressToken"];
    if (token !== undefined) return this.#scenarios.get(`token ${JSON.stringify(token)}`);
    const subscription = metaOf(one)?.[SUBSCRIPTION];
    return subscription === undefined ? undefined : this.#scenarios.get(`id ${JSON.stringify(subscription)}`);
  }

  expect(rawId: string, awaiting: Awaiting): void {
    const others = this.#awaiting.get(rawId);
    if (others) others.push(awaiting);
    else this.#awaiting.set(rawId, [awaiting]);
  }

  forget(rawId: string, awaiting: Awaiting): void {
    const left = this.#awaiting.get(rawId)?.filter((other) => other !== awaiting);
    if (left && left.length > 0) this.#awaiting.set(rawId, left);
    else this.#awaiting.delete(rawId);
  }

  /** A message of the target's, already recorded. `shared`: it came on the stream that all requests share. */
  take(event: MessageEvent, options: { readonly shared: boolean }): void {
    const members = event.message.kind === "batch" ? event.message.members : [event.message];
    for (const member of members) {
      if (isBeyondCaps(member)) this.leaveUnread(`a message was not read: it is ${member.problem}`);
      if (member.kind === "request") this.onRequest?.(member, event);
      else if (options.shared && member.method === undefined && member.rawId !== undefined) {
        // An answer that comes too late still says that the target is there.
        if (this.#scenarios.has(`id ${member.rawId}`)) this.silence.answered();
        this.#awaiting.get(member.rawId)?.[0]?.take(event, member);
      }
    }
    this.inbox.add(event);
  }

  /** The slowest of the latest answers: what it was long ago, with much else under way, says little of now. ms. */
  get slowestMs(): number {
    return Math.max(0, ...this.#recentMs);
  }

  /** How long the target has to say nothing before it counts as silent, ms. */
  get quietMs(): number {
    // One slow tool must not make every window longer than an answer may take.
    return Math.max(this.patience.quietMs, Math.min(QUIET_FACTOR * this.slowestMs, this.patience.answerMs));
  }

  /** How long to wait for what follows promptly if at all: a fifth of an answer's time, or ten times the slowest so far, ms. */
  get promptMs(): number {
    const { answerMs } = this.patience;
    return Math.min(answerMs, Math.max(answerMs / 5, PROMPT_FACTOR * this.slowestMs));
  }

  answeredIn(ms: number): void {
    this.#recentMs.push(ms);
    if (this.#recentMs.length > RECENT) this.#recentMs.shift();
  }

  /** Nothing can come any more: whoever waits is told why. */
  close(note: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = note;
    for (const waiting of [...this.#awaiting.values()].flat()) waiting.fail("closed", note);
    this.inbox.end();
  }
}

function metaOf(message: WireMessage): JsonObject | undefined {
  const meta = message.params?.["_meta"];
  return typeof meta === "object" && meta !== null && !Array.isArray(meta) ? (meta as JsonObject) : undefined;
}
