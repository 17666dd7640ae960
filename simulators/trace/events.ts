import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Revision, TransportName } from "../wire/revisions.ts";

/** Who an event comes from: the simulated peer, the target, the harness, or a client's application. */
export type Source = "peer" | "target" | "harness" | "app";

/** Header fields in wire order with their exact spelling. */
export type RawHeaders = readonly (readonly [name: string, value: string])[];

export interface EventBase {
  /** Position in the trace, from 0. */
  readonly seq: number;
  /** ms since the trace began, monotonic, from the injected clock. */
  readonly t: number;
  readonly from: Source;
  /** Which launch of the target: `p1`, `p2`, ... */
  readonly process?: string;
  /** One scope of request ids: a process's pipes, a legacy session, a simulated modern client over HTTP. */
  readonly channel?: string;
  /** One HTTP request with its response. */
  readonly exchange?: string;
  /** A byte stream within the exchange or process: `stdin`, `stdout`, `stderr`, `body`. */
  readonly stream?: string;
  /** The scenario on whose behalf it was sent, or whose request it answers, where known. */
  readonly scenario?: string;
}

/** First event of every trace. */
export interface HeadEvent extends EventBase {
  readonly kind: "head";
  readonly format: 1;
  /** The target's role. */
  readonly role: "server" | "client";
  readonly revision: Revision;
  readonly transport: TransportName;
  /** Name of the lane: one run of one or more scenarios against one instance of the target. */
  readonly lane: string;
  readonly seed: number;
  readonly catalogue: string;
}

/** Bytes as they came or went, chunk boundaries kept. */
export interface ChunkEvent extends EventBase {
  readonly kind: "chunk";
  readonly bytes: Buffer;
  /** Bytes left out here because the trace's cap was reached. */
  readonly elided?: number;
}

/** A line, or one SSE event, found in the bytes. */
export interface FrameEvent extends EventBase {
  readonly kind: "frame";
  readonly framing: "line" | "sse" | "body";
  /** Byte range within its stream: start included, end not, terminator included. */
  readonly range: readonly [start: number, end: number];
  /** Lines: how it ended. `""`: the stream ended before a terminator came. */
  readonly terminator?: "\n" | "\r\n" | "";
  /** Bytes of a line that were no UTF-8, or began with a byte order mark. */
  readonly defect?: "utf8" | "bom" | "oversize";
  /** SSE fields as the stream gave them; `data` joined by line feeds, absent when the event had none. */
  readonly sse?: {
    readonly event?: string;
    readonly data?: string;
    readonly id?: string;
    readonly retry?: string;
    readonly comment?: string;
  };
  /** The text, where it is not carried by a message event that follows (empty lines, comments, banners). */
  readonly text?: string;
}

/** One JSON-RPC message, or what stood where one should. */
export interface MessageEvent extends EventBase {
  readonly kind: "message";
  readonly message: WireMessage;
  /** seq of the frame that carried it. */
  readonly frame?: number;
  /** Set on peer messages that are wrong on purpose: what is wrong with it. */
  readonly defect?: string;
}

export interface HttpRequestEvent extends EventBase {
  readonly kind: "http";
  readonly phase: "request";
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: RawHeaders;
  /** Set when the request is wrong on purpose: what is wrong with it. */
  readonly defect?: string;
}

export interface HttpResponseEvent extends EventBase {
  readonly kind: "http";
  readonly phase: "response";
  readonly status: number;
  readonly reason: string;
  readonly headers: RawHeaders;
}

/** The response's end: `complete`, or how it broke off. */
export interface HttpEndEvent extends EventBase {
  readonly kind: "http";
  readonly phase: "end";
  readonly how: "complete" | "aborted-by-peer" | "aborted-by-target" | "no-response" | "cap";
  readonly note?: string;
}

export interface ProcessEvent extends EventBase {
  readonly kind: "process";
  readonly phase: "spawn" | "stdin-end" | "signal" | "exit" | "error";
  readonly command?: readonly string[];
  readonly pid?: number;
  readonly signal?: string;
  readonly code?: number | null;
  readonly note?: string;
}

/** One line that a client's application printed (client targets). */
export interface AppEvent extends EventBase {
  readonly kind: "app";
  readonly text: string;
}

/** Announces what the peer is about to do wrong, or what the harness decides (a scenario begins or ends, a stream is cut). */
export interface IntentEvent extends EventBase {
  readonly kind: "intent";
  readonly intent: "defect" | "scenario-begin" | "scenario-end" | "close" | "damage" | "cancel-by-disconnect";
  readonly what: string;
}

export type HttpEvent = HttpRequestEvent | HttpResponseEvent | HttpEndEvent;

export type TraceEvent =
  | HeadEvent
  | ChunkEvent
  | FrameEvent
  | MessageEvent
  | HttpEvent
  | ProcessEvent
  | AppEvent
  | IntentEvent;

/** An event before the recorder gives it its place and time. */
export type Unplaced<E extends TraceEvent = TraceEvent> = E extends TraceEvent ? Omit<E, "seq" | "t"> : never;

/** The one writer of a trace. */
export interface Recorder {
  readonly head: HeadEvent;
  record<E extends Unplaced>(event: E): E & { readonly seq: number; readonly t: number };
  /** Called for each event from now on, in order, synchronously. Returns how to stop. */
  listen(listener: (event: TraceEvent) => void): () => void;
  /** The events still held (bounded by the recorder's cap). */
  readonly events: readonly TraceEvent[];
}
