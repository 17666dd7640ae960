import type { JsonObject } from "../wire/json.ts";
import type { Era, Revision, TransportName } from "../wire/revisions.ts";
import type {
  ChunkEvent,
  FrameEvent,
  HttpEndEvent,
  HttpRequestEvent,
  HttpResponseEvent,
  IntentEvent,
  MessageEvent,
  ProcessEvent,
  Source,
  TraceEvent,
} from "./events.ts";

/** A message as a judge sees it: one JSON-RPC message (batches are taken apart), with where it came from. */
export interface SeenMessage {
  readonly event: MessageEvent;
  /** The message itself: a batch's member, else the event's own. */
  readonly message: MessageEvent["message"];
  readonly from: Source;
  readonly seq: number;
  /** ms. */
  readonly t: number;
  readonly batched: boolean;
}

/** One request on the wire, followed until it is settled. */
export interface RequestInstance {
  readonly seen: SeenMessage;
  readonly from: Source;
  readonly rawId: string;
  readonly method: string;
  readonly params: JsonObject;
  /** What the peer made wrong in it on purpose; undefined for an honest request. */
  readonly defect: string | undefined;
  /** Responses seen so far, the one being reported included. */
  readonly answers: number;
  readonly firstAnswer: SeenMessage | undefined;
  /** seq of the cancellation (notification or disconnect), when there was one. */
  readonly cancelled: number | undefined;
  /** Exact source text of the progress token asked for (`1`, `"1"`); undefined when none was. */
  readonly progressToken: string | undefined;
  /** Progress values reported so far. */
  readonly progress: readonly number[];
  readonly exchange: ExchangeInstance | undefined;
  readonly scenario: string | undefined;
}

/** One HTTP request with its response, as far as it has come. */
export interface ExchangeInstance {
  readonly name: string;
  readonly channel: string | undefined;
  readonly request: HttpRequestEvent;
  readonly response: HttpResponseEvent | undefined;
  readonly end: HttpEndEvent | undefined;
  readonly defect: string | undefined;
  /** Messages that the request's body carried. */
  readonly sent: readonly SeenMessage[];
  /** Messages in the response, newest last, bounded. */
  readonly received: readonly SeenMessage[];
  readonly streaming: boolean;
}

/** One open `subscriptions/listen`. */
export interface SubscriptionInstance {
  readonly request: RequestInstance;
  /** The filter asked for. */
  readonly asked: JsonObject;
  /** The subset acknowledged; undefined before the acknowledgement. */
  readonly honoured: JsonObject | undefined;
  readonly acknowledgedAt: number | undefined;
  readonly closed: number | undefined;
}

/** What is known of one channel as of the event being reported. It goes on changing: take from it at once what is needed later. */
export interface Conversation {
  readonly channel: string;
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: TransportName;
  /** Legacy: where the handshake stands. Modern: always `ready`. */
  readonly phase: "new" | "initializing" | "initialized" | "ready";
  /** The revision agreed on in the handshake; modern: the run's own. */
  readonly agreed: string | undefined;
  readonly server: { readonly capabilities: JsonObject | undefined; readonly info: JsonObject | undefined };
  readonly client: { readonly capabilities: JsonObject | undefined; readonly info: JsonObject | undefined };
  readonly sessionId: string | undefined;
  /** Requests not yet answered, of either side; by `requestKey(from, rawId)` of simulators/trace/ids.ts. */
  readonly open: ReadonlyMap<string, RequestInstance>;
  readonly subscriptions: readonly SubscriptionInstance[];
  /** Minimum log level set on the channel (legacy). */
  readonly logLevel: string | undefined;
  /** Raw ids already used by requests of the peer / of the target, the one being reported included. `1` and `1.0` are one id. */
  used(from: Source, rawId: string): boolean;
}

/** What monitors listen to. Each has the conversation as of that event. */
export interface Signals {
  /** `reused`: an earlier request of that side on the channel had the same id. */
  readonly request: { readonly seen: SeenMessage; readonly request: RequestInstance; readonly reused: boolean };
  /**
   * `request` is the instance answered; undefined when no known request has that id. `known`: the id is that of a request,
   * though perhaps of one settled so long ago that it is held no more.
   */
  readonly response: {
    readonly seen: SeenMessage;
    readonly request: RequestInstance | undefined;
    readonly known: boolean;
  };
  /** `request`: whose token a progress notification carries, or which a cancellation names. */
  readonly notification: {
    readonly seen: SeenMessage;
    readonly subscription: SubscriptionInstance | undefined;
    readonly request: RequestInstance | undefined;
  };
  /** A frame that is no JSON, or JSON that is no JSON-RPC message. */
  readonly invalid: { readonly seen: SeenMessage };
  /** A whole array, before its members are reported one by one. */
  readonly batch: { readonly seen: SeenMessage };
  readonly exchange: { readonly exchange: ExchangeInstance; readonly at: "request" | "response" | "end" };
  readonly frame: { readonly frame: FrameEvent };
  readonly chunk: { readonly chunk: ChunkEvent };
  readonly process: { readonly event: ProcessEvent };
  readonly intent: { readonly event: IntentEvent };
  /**
   * A request of the peer still unanswered when its exchange, its process or the trace ended, or its deadline passed.
   * Not reported: cancelled requests, `subscriptions/listen`, and requests answered without a usable id in their exchange.
   * `refused`: HTTP answered with a 4xx or 5xx status and no message. `closed-by-peer`: the peer ended the process's input,
   * sent it a signal, or gave the exchange up.
   */
  readonly unanswered: { readonly request: RequestInstance; readonly why: Unanswered };
  /** The trace is over. */
  readonly end: { readonly last: TraceEvent };
}

export type Unanswered =
  | "exchange-ended"
  | "refused"
  | "process-exited"
  | "closed-by-peer"
  | "deadline"
  | "trace-ended";

export type SignalName = keyof Signals;

export type Signal<N extends SignalName = SignalName> = Signals[N] & {
  readonly conversation: Conversation;
  readonly seq: number;
  /** The HTTP exchange it belongs to. */
  readonly exchange: ExchangeInstance | undefined;
  /** The signal rests on something the peer did wrong on purpose: what. */
  readonly defect: string | undefined;
  readonly scenario: string | undefined;
};

/** Turns events into signals; the same reducer serves live runs, recordings, fuzzing and a proxy. */
export interface Reducer {
  take(event: TraceEvent): void;
  on<N extends SignalName>(name: N, listener: (signal: Signal<N>) => void): void;
  /** Says that the trace is over where no event says so (a recording that broke off). Nothing happens the second time. */
  finish(): void;
}
