import { headerOf } from "../wire/headers.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import { rawAt } from "../wire/lossless.ts";
import type { Reducer, SeenMessage, Signal, SignalName, Unanswered } from "./context.ts";
import { ConversationState } from "./conversation.ts";
import type {
  HeadEvent,
  HttpEndEvent,
  HttpEvent,
  IntentEvent,
  MessageEvent,
  ProcessEvent,
  TraceEvent,
} from "./events.ts";
import { type ExchangeState, Exchanges } from "./exchanges.ts";
import { answered, cancelledBy, other } from "./pairing.ts";
import { RequestState } from "./requests.ts";
import { type About, SignalHub } from "./signals.ts";

/** `what` of the `close` intent that ends a trace. */
export const TRACE_ENDS = "trace ends";

/** A reducer for one trace. A listener's error leaves its state whole and is thrown by `take` once the event is dealt with. */
export function createReducer(head: HeadEvent): Reducer {
  return new TraceReducer(head);
}

class TraceReducer implements Reducer {
  readonly #head: HeadEvent;
  readonly #signals = new SignalHub();
  readonly #conversations = new Map<string, ConversationState>();
  readonly #channelOf = new Map<string, string>();
  readonly #exchanges = new Exchanges();
  /** Defects announced for what the peer sends next on a channel. */
  readonly #announced = new Map<ConversationState, string>();
  /** Processes whose input the peer or the harness ended, or that were sent a signal. */
  readonly #closing = new Set<string>();
  #last: TraceEvent;
  #over = false;

  constructor(head: HeadEvent) {
    this.#head = head;
    this.#last = head;
  }

  on<N extends SignalName>(name: N, listener: (signal: Signal<N>) => void): void {
    this.#signals.on(name, listener);
  }

  take(event: TraceEvent): void {
    this.#last = event;
    const exchange = this.#exchanges.of(event.exchange);
    const conversation = this.#conversationOf(event, exchange);
    const about = { conversation, exchange, defect: exchange?.defect };
    if (event.kind === "message") this.#message(event, conversation, exchange);
    else if (event.kind === "http") this.#http(event, conversation);
    else if (event.kind === "intent") this.#intent(event, about);
    else if (event.kind === "process") this.#process(event, about);
    else if (event.kind === "chunk") this.#signals.emit("chunk", event, { chunk: event }, about);
    else if (event.kind === "frame") {
      if (exchange && event.sse?.id !== undefined) exchange.resumable = true;
      // An announced line that carried no message leaves the next message alone.
      if (event.from === "peer" && event.text !== undefined) this.#announced.delete(conversation);
      this.#signals.emit("frame", event, { frame: event }, about);
    }
    this.#signals.throwCollected();
  }

  finish(): void {
    this.#finish(this.#last);
    this.#signals.throwCollected();
  }

  #message(event: MessageEvent, conversation: ConversationState, exchange: ExchangeState | undefined): void {
    const defect = event.defect ?? (event.from === "peer" ? this.#announced.get(conversation) : undefined);
    if (event.from === "peer") {
      this.#announced.delete(conversation);
      if (defect !== undefined && exchange) exchange.defect ??= defect;
      if (defect !== undefined && conversation.transport !== "http") conversation.noteDefect(defect);
    }
    const about = { conversation, exchange, defect: defect ?? exchange?.defect };
    const seen = see(event, event.message, { batched: false });
    if (event.message.kind !== "batch") {
      this.#one(seen, about);
      return;
    }
    this.#signals.emit("batch", event, { seen }, about);
    for (const member of event.message.members) this.#one(see(event, member, { batched: true }), about);
  }

  #one(seen: SeenMessage, about: About): void {
    about.exchange?.carry(seen);
    const { kind } = seen.message;
    if (kind === "request") this.#request(seen, about);
    else if (kind === "notification") this.#notification(seen, about);
    else if (kind === "invalid") this.#invalid(seen, about);
    else this.#response(seen, about);
  }

  #request(seen: SeenMessage, about: About): void {
    const { conversation, exchange } = about;
    const request = new RequestState(seen, exchange, about.defect);
    const reused = conversation.requests.begin(request);
    if (exchange && seen.from === exchange.request.from) exchange.requests.push(request);
    conversation.takeRequest(request);
    this.#signals.emit("request", seen.event, { seen, request, reused }, { ...about, request });
  }

  #response(seen: SeenMessage, about: About): void {
    const { conversation, exchange } = about;
    const { rawId } = seen.message;
    const asker = other(seen.from);
    const request = answered(seen, conversation, exchange);
    const known = request !== undefined || (rawId !== undefined && conversation.used(asker, rawId));
    if (request) {
      conversation.requests.answer(request, seen);
      conversation.takeAnswer(request, seen);
    } else if (exchange) exchange.unattributed = true;
    const late =
      request === undefined && seen.from === "target" && conversation.transport !== "http"
        ? conversation.lateDefect
        : undefined;
    const defect = request?.defect ?? about.defect ?? late;
    this.#signals.emit("response", seen.event, { seen, request, known }, { ...about, request, defect });
  }

  #invalid(seen: SeenMessage, about: About): void {
    // A broken answer is claimed here; the request does not count as unanswered besides.
    const request = seen.message.method === undefined ? answered(seen, about.conversation, about.exchange) : undefined;
    if (request && !request.over) about.conversation.requests.answer(request, seen);
    else if (about.exchange && seen.from !== about.exchange.request.from) about.exchange.unattributed = true;
    this.#signals.emit("invalid", seen.event, { seen }, { ...about, request, defect: about.defect ?? request?.defect });
  }

  #notification(seen: SeenMessage, about: About): void {
    const { conversation } = about;
    const subscription = conversation.takeNotification(seen);
    let request: RequestState | undefined;
    if (seen.message.method === "notifications/progress") {
      const rawToken = rawAt(seen.message.text, ["params", "progressToken"]);
      request = rawToken === undefined ? undefined : conversation.requests.byToken(other(seen.from), rawToken);
      request?.noteProgress(seen.message.params?.progress);
    } else if (seen.message.method === "notifications/cancelled") {
      request = cancelledBy(seen, conversation);
      if (request?.method === "subscriptions/listen") conversation.closeSubscription(request, seen.seq);
      if (request && request.from === seen.from && !request.over) request.cancelled ??= seen.seq;
    }
    const defect = about.defect ?? request?.defect ?? subscription?.request.defect;
    this.#signals.emit("notification", seen.event, { seen, subscription, request }, { ...about, request, defect });
  }

  #http(event: HttpEvent, conversation: ConversationState): void {
    const announced = this.#announced.get(conversation);
    const exchange = this.#exchanges.take(event, announced);
    if (!exchange) return;
    if (event.phase === "request" && announced !== undefined) this.#announced.delete(conversation);
    if (
      event.phase === "request" &&
      event.from === "peer" &&
      exchange.defect !== undefined &&
      conversation.transport === "sse"
    ) {
      conversation.noteDefect(exchange.defect);
    }
    if (event.phase === "response")
      conversation.sessionId = headerOf(event.headers, "mcp-session-id") ?? conversation.sessionId;
    this.#signals.emit(
      "exchange",
      event,
      { exchange, at: event.phase },
      { conversation, exchange, defect: exchange.defect },
    );
    if (event.phase === "end" && conversation.transport === "http") this.#exchangeEnded(event, conversation, exchange);
  }

  #exchangeEnded(event: HttpEndEvent, conversation: ConversationState, exchange: ExchangeState): void {
    const byPeer = event.how === "aborted-by-peer" || event.how === "cap" || conversation.closing;
    // What could not even connect was refused before it was a request to the target.
    const refused =
      (exchange.response?.status ?? 0) >= 400 || (event.how === "no-response" && event.note?.includes("ECONNREFUSED"));
    for (const request of exchange.requests) {
      if (request.over) continue;
      conversation.closeSubscription(request, event.seq);
      const byAsker = event.how === (request.from === "peer" ? "aborted-by-peer" : "aborted-by-target");
      if (conversation.era === "modern" && byAsker) request.cancelled ??= event.seq;
      if (event.note === "deadline") this.#unanswered(event, conversation, request, "deadline");
      else if (byPeer) this.#unanswered(event, conversation, request, "closed-by-peer");
      else if (refused) this.#unanswered(event, conversation, request, "refused");
      else if (!exchange.resumable) this.#unanswered(event, conversation, request, "exchange-ended");
    }
  }

  #process(event: ProcessEvent, about: About): void {
    const ended = event.phase === "exit" || event.phase === "error";
    this.#signals.emit(
      "process",
      event,
      { event },
      { ...about, defect: ended ? about.conversation.lateDefect : undefined },
    );
    if (event.process === undefined) return;
    if (event.from !== "target" && (event.phase === "stdin-end" || event.phase === "signal"))
      this.#closing.add(event.process);
    if (!ended) return;
    const why = this.#closing.has(event.process) ? "closed-by-peer" : "process-exited";
    for (const conversation of this.#conversations.values()) {
      if (conversation.process === event.process) this.#giveUp(event, conversation, why);
    }
  }

  #intent(event: IntentEvent, about: About): void {
    const { conversation, exchange } = about;
    if (event.intent === "defect") {
      if (event.exchange !== undefined) this.#exchanges.announce(event.exchange, event.what);
      else this.#announced.set(conversation, event.what);
      if (conversation.transport !== "http") conversation.noteDefect(event.what);
    } else if (event.intent === "cancel-by-disconnect") {
      for (const request of exchange?.requests ?? []) if (!request.over) request.cancelled ??= event.seq;
    }
    this.#signals.emit("intent", event, { event }, about);
    if (event.intent === "close" && event.from === "peer") conversation.closing = true;
    if (event.intent === "close" && event.what === TRACE_ENDS) this.#finish(event);
  }

  #finish(last: TraceEvent): void {
    if (this.#over) return;
    this.#over = true;
    for (const conversation of this.#conversations.values()) this.#giveUp(last, conversation, "trace-ended");
    this.#signals.emit("end", last, { last }, { conversation: this.#conversationOf(last, undefined) });
  }

  #giveUp(event: TraceEvent, conversation: ConversationState, why: Unanswered): void {
    for (const request of conversation.requests.unsettled()) {
      conversation.closeSubscription(request, event.seq);
      this.#unanswered(event, conversation, request, why);
    }
  }

  #unanswered(event: TraceEvent, conversation: ConversationState, request: RequestState, why: Unanswered): void {
    conversation.requests.settle(request);
    const { exchange } = request;
    const expected = request.from === "peer" && request.method !== "subscriptions/listen" && !exchange?.unattributed;
    // An exchange given up at its deadline counts as cancelled by that alone; a request cancelled before is owed no answer.
    const givenUp = why === "deadline" && request.cancelled === event.seq;
    if (!expected || (request.cancelled !== undefined && !givenUp)) return;
    this.#signals.emit(
      "unanswered",
      event,
      { request, why },
      { conversation, exchange, request, defect: request.defect ?? exchange?.defect },
    );
  }

  #conversationOf(event: TraceEvent, exchange: ExchangeState | undefined): ConversationState {
    const name = event.channel ?? exchange?.channel ?? this.#channelOf.get(event.process ?? "") ?? "";
    const conversation = this.#conversations.get(name) ?? new ConversationState(name, this.#head);
    this.#conversations.set(name, conversation);
    if (event.process !== undefined && event.channel !== undefined) {
      this.#channelOf.set(event.process, event.channel);
      conversation.process = event.process;
    }
    return conversation;
  }
}

function see(event: MessageEvent, message: WireMessage, options: { readonly batched: boolean }): SeenMessage {
  return { event, message, from: event.from, seq: event.seq, t: event.t, batched: options.batched };
}
