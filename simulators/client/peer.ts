import type { MessageEvent, RawHeaders } from "../trace/events.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Era, Revision, TransportName } from "../wire/revisions.ts";

export type RequestId = string | number;

/** What was sent, for evidence: where it stands in the trace and how to send it again by hand. */
export interface Sent {
  readonly seq: number;
  /** The exact text or bytes (shortened past 4 KiB). */
  readonly text: string;
  /** A line to paste: `curl ...` for HTTP, the lines to pipe into stdin for stdio. */
  readonly reproduce: string;
  /** Settles when the transport has taken it (HTTP: with the answer's head). */
  readonly exchange?: string;
}

/** The HTTP side of an answer. */
export interface HttpAnswer {
  readonly exchange: string;
  readonly sent: Sent;
  readonly status: number;
  readonly headers: RawHeaders;
  /** First value of a header, by name without regard to case. */
  header(name: string): string | undefined;
  /** Media type without parameters, lower case; "" when absent. */
  readonly mediaType: string;
  /** Body text as far as it came (bounded); for SSE the raw stream text. */
  readonly body: string;
  /** JSON-RPC messages found in the body, in order. */
  readonly messages: readonly MessageEvent[];
  readonly ended: "complete" | "aborted-by-peer" | "aborted-by-target" | "cap" | "deadline";
  /** seqs that show it. */
  readonly events: readonly number[];
}

interface ReplyBase {
  readonly sent: Sent;
  readonly method: string;
  readonly rawId: string;
  /** The head and body this came by; undefined on stdio, and while an SSE answer is still open. */
  readonly http: HttpAnswer | undefined;
  /** HTTP status, as soon as the head is there. */
  readonly status: number | undefined;
  /** Target messages on the same channel (stdio) or stream (http) after the request and before this reply. */
  readonly before: readonly MessageEvent[];
  readonly events: readonly number[];
  /** ms from sending to this reply. */
  readonly ms: number;
}

export interface ResultReply extends ReplyBase {
  readonly kind: "result";
  readonly message: MessageEvent;
  readonly result: JsonObject;
}

export interface ErrorReply extends ReplyBase {
  readonly kind: "error";
  readonly message: MessageEvent;
  readonly error: NonNullable<WireMessage["error"]>;
}

/** No JSON-RPC answer came. `why` `refused`: HTTP answered with a 4xx or 5xx status and no JSON-RPC message. */
export interface NoReply extends ReplyBase {
  readonly kind: "none";
  readonly why: "deadline" | "closed" | "refused" | "empty" | "unreachable";
  readonly note: string;
}

export type Reply = ResultReply | ErrorReply | NoReply;

/** A request under way. Awaiting it gives the reply; it never rejects for anything that the target does. */
export interface Call extends PromiseLike<Reply> {
  readonly id: RequestId;
  readonly rawId: string;
  readonly method: string;
  readonly sent: Promise<Sent>;
  /** Target messages related to this call so far (its stream over HTTP; its channel over stdio). */
  readonly related: readonly MessageEvent[];
  /** The first related message that fits, past or future; undefined at the deadline or when the call is settled. */
  until(
    fits: (event: MessageEvent) => boolean,
    options?: { readonly deadlineMs?: number },
  ): Promise<MessageEvent | undefined>;
}

export interface CallOptions {
  /** true: ask for progress under a token of the peer's; or the token to use. */
  readonly progress?: boolean | RequestId;
  /** Modern: `_meta` logLevel of this request. */
  readonly logLevel?: string;
  /** Further `_meta` members; a value of undefined takes one away that the session would set. */
  readonly meta?: { readonly [key: string]: JsonValue | undefined };
  /** HTTP headers to set, or (undefined) to leave out. Ignored on stdio. */
  readonly headers?: { readonly [name: string]: string | undefined };
  readonly id?: RequestId;
  /** Client capabilities for this request (modern). */
  readonly capabilities?: JsonObject;
  readonly deadlineMs?: number;
  /** Says that this request is wrong on purpose and how; monitors leave alone what it provokes. */
  readonly defect?: string;
}

export interface SendOptions {
  readonly headers?: { readonly [name: string]: string | undefined };
  readonly defect?: string;
  readonly deadlineMs?: number;
}

/** What came of a message that is no plain request: a notification, a response, or anything odd. */
export interface Delivery {
  readonly sent: Sent;
  /** HTTP and SSE: the answer to its POST. */
  readonly http: HttpAnswer | undefined;
  /** The reply to it, when it carried an id: by that id; else the first response with no id, null id, or a refusal. */
  reply(options?: { readonly deadlineMs?: number }): Promise<Reply>;
}

/** What to watch for. Legacy: list changes come unasked and resources by `resources/subscribe`. Modern: `subscriptions/listen`. */
export interface WatchFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

/** An open watch: its notifications in order. Modern: the acknowledgement is the first. */
export interface Watch {
  readonly call: Call | undefined;
  readonly seen: readonly MessageEvent[];
  /** The next message on it not yet taken; undefined at the deadline or when it ended. */
  next(options?: { readonly deadlineMs?: number }): Promise<MessageEvent | undefined>;
  /** Modern: cancels (stdio: notifications/cancelled; http: closes the stream). */
  close(): Promise<void>;
  /** Settles with what ended it. */
  readonly ended: Promise<Reply>;
}

/** HTTP beneath the verbs. */
export interface HttpWire {
  /** Where messages are posted to. */
  readonly url: URL;
  /** What the user named: the endpoint, or over HTTP+SSE the event stream. */
  readonly given: URL;
  /** A POST of this body as it stands, with the session's usual headers as edited. Reads the answer to its end, or until `done` says so. */
  post(body: string | Buffer | JsonValue, options?: HttpOptions): Promise<HttpAnswer>;
  /** Any method, on the endpoint or `path`. */
  request(
    method: string,
    options?: HttpOptions & { readonly body?: string | Buffer; readonly path?: string },
  ): Promise<HttpAnswer>;
  /** Opens a stream (legacy GET stream, or a POST answered by SSE) and keeps it open. */
  open(method: "GET" | "POST", options?: HttpOptions & { readonly body?: JsonValue }): Promise<HttpStream>;
  /** Bytes on a plain socket to the target's host; what came back until it closed or the deadline. */
  bytes(
    data: string | Buffer,
    options: { readonly defect: string; readonly deadlineMs?: number; readonly half?: boolean },
  ): Promise<Buffer>;
  /** The headers the session would send now with a POST. */
  readonly usualHeaders: RawHeaders;
  readonly sessionId: string | undefined;
}

export interface HttpOptions extends SendOptions {
  /** Stop reading when this is true of the messages so far (the exchange is then aborted by the peer). */
  readonly done?: (messages: readonly MessageEvent[]) => boolean;
  /** Exact header list in place of the usual one. */
  readonly exactHeaders?: RawHeaders;
}

export interface HttpStream {
  readonly status: number;
  readonly answer: HttpAnswer;
  readonly messages: readonly MessageEvent[];
  /** `id` fields of events so far. */
  readonly eventIds: readonly string[];
  next(options?: { readonly deadlineMs?: number }): Promise<MessageEvent | undefined>;
  readonly ended: Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** stdio beneath the verbs. */
export interface StdioWire {
  /** Bytes on the target's stdin as they stand. */
  write(data: string | Buffer, options: { readonly defect?: string }): Promise<Sent>;
  /** Ends the target's stdin. */
  endInput(): void;
  signal(name: "SIGTERM" | "SIGINT" | "SIGKILL"): void;
  /** How the process ended; `undefined` when it had not by the deadline. */
  exited(options?: {
    readonly deadlineMs?: number;
  }): Promise<{ readonly code: number | null; readonly signal: string | null; readonly ms: number } | undefined>;
  /** Raw stdout so far (bounded). */
  readonly stdout: string;
  readonly stderr: string;
}

/** The simulated client that drives a server: protocol verbs that both eras have, and the wire beneath them. */
export interface Peer {
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: TransportName;
  readonly channel: string;
  /** What the target said of itself in initialize or server/discover; undefined before. */
  readonly server: ServerSelf | undefined;

  /** Legacy: initialize and notifications/initialized. Modern: server/discover. Gives the reply to the first. */
  open(options?: OpenOptions): Promise<Reply>;
  call(method: string, params?: JsonObject, options?: CallOptions): Call;
  notify(method: string, params?: JsonObject, options?: SendOptions): Promise<Delivery>;
  watch(filter: WatchFilter, options?: CallOptions): Promise<Watch>;
  /** How to answer what the server asks for (legacy: its request; modern: a retry with inputResponses). Until told, every kind is refused; undefined leaves it unanswered. */
  answer(
    kind: "elicitation" | "sampling" | "roots" | "ping",
    reply: (params: JsonObject) => JsonObject | { readonly error: { code: number; message: string } } | undefined,
  ): void;
  /** Cancels a call the way the era and transport do it. */
  cancel(call: Call, reason?: string): Promise<Sent | undefined>;
  /** A second client of the same target, not yet open: over stdio a process of its own, over HTTP a session or channel of its own. */
  another(options?: { readonly process?: "same" | "own" }): Promise<Peer>;
  /** One JSON value as a message, exactly as given; the session adds nothing (HTTP: only headers). */
  send(message: JsonValue, options?: SendOptions): Promise<Delivery>;
  /** A JSON text as a message, byte for byte (stdio: a line feed is added; HTTP: the body of a POST). */
  sendText(text: string | Buffer, options: SendOptions & { readonly defect: string | undefined }): Promise<Delivery>;
  /** `_meta` the session would put on a request now; {} in the legacy era. */
  readonly meta: JsonObject;
  /** A fresh id of this channel. */
  nextId(): number;

  /** Target messages on this channel since `seq` (default: all held). */
  messages(since?: number): readonly MessageEvent[];
  /** The first target message, past `since` or future, that fits; undefined at the deadline. */
  until(
    fits: (event: MessageEvent) => boolean,
    options?: { readonly since?: number; readonly deadlineMs?: number },
  ): Promise<MessageEvent | undefined>;
  /** Lets a quiet window pass (max(250 ms, 5 times the slowest answer so far)) and gives what the target sent in it. */
  quiet(options?: { readonly since?: number }): Promise<readonly MessageEvent[]>;
  /** Whether the target answers an ordinary request (ping, discover or a list) now. */
  alive(): Promise<boolean>;
  /** Ends the session the polite way (stdio: end of input; http legacy: DELETE where a session was issued). */
  close(): Promise<void>;

  /** Present on http and sse. */
  readonly http: HttpWire | undefined;
  /** Present on stdio. */
  readonly stdio: StdioWire | undefined;
}

export interface OpenOptions {
  /** Legacy: the protocolVersion to ask for (default: the run's revision). */
  readonly protocolVersion?: string;
  readonly capabilities?: JsonObject;
  readonly clientInfo?: JsonObject;
  /** Legacy: leave out notifications/initialized. */
  readonly initialized?: boolean;
  readonly deadlineMs?: number;
}

export interface ServerSelf {
  readonly capabilities: JsonObject;
  readonly info: JsonObject;
  readonly instructions: string | undefined;
  /** Legacy: the revision the server answered with. */
  readonly protocolVersion: string | undefined;
  /** Modern: supportedVersions of server/discover. */
  readonly supportedVersions: readonly string[] | undefined;
}
