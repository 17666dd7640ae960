import http from "node:http";
import https from "node:https";
import type { HttpEndEvent, HttpRequestEvent, MessageEvent, RawHeaders } from "../trace/events.ts";
import { fromRawList, headerOf, mediaTypeOf } from "../wire/headers.ts";
import { readMessage } from "../wire/message.ts";
import type { SseEvent } from "../wire/sse.ts";
import { BodyReader } from "./body-reader.ts";
import type { Channel } from "./channel.ts";
import { nameIn } from "./names.ts";
import type { HttpAnswer, NoReply } from "./peer.ts";
import { curlLine, SentRecord } from "./sent.ts";

export interface ExchangeOptions {
  readonly channel: Channel;
  readonly agent: http.Agent;
  readonly url: URL;
  readonly method: string;
  /** Exactly as they go out, Host and Content-Length included. */
  readonly headers: RawHeaders;
  readonly body: string | Buffer | undefined;
  readonly scenario: string | undefined;
  readonly defect: string | undefined;
  /** The connection is down: nothing may be sent any more. */
  readonly down: boolean;
  /** Header names (lower case) whose values must not be shown. */
  readonly secret: ReadonlySet<string>;
  readonly onMessage: (event: MessageEvent, exchange: Exchange) => void;
  readonly onEvent?: (event: SseEvent) => void;
}

export interface Failure {
  readonly why: NoReply["why"];
  readonly note: string;
}

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EACCES",
  "EINVAL",
]);

/** One HTTP request with its response, recorded as it happens. Nothing here rejects for what a target does. */
export class Exchange {
  readonly name: string;
  readonly sent: SentRecord;
  readonly messages: MessageEvent[] = [];
  readonly eventIds: string[] = [];
  /** ms that the target asked to wait before reconnecting. */
  retryMs: number | undefined;
  /** Settles when the head has come, or nothing will. */
  readonly head: Promise<void>;
  readonly ended: Promise<HttpAnswer>;
  /** Why there is no answer, when the request failed before a head came. */
  failure: Failure | undefined;
  status: number | undefined;
  headers: RawHeaders = [];
  #how: HttpAnswer["ended"] | undefined;
  #reader: BodyReader | undefined;
  #request: http.ClientRequest | undefined;
  readonly #events: number[] = [];
  readonly #options: ExchangeOptions;
  #headCame!: () => void;
  #settle!: (answer: HttpAnswer) => void;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.name = nameIn(options.channel.recorder, "x");
    this.head = new Promise((resolve) => {
      this.#headCame = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.sent = this.#recordRequest();
    if (options.down) this.#fail("closed", "the connection was destroyed");
    else this.#start({ mayRetry: true });
  }

  get finished(): boolean {
    return this.#how !== undefined;
  }

  get streaming(): boolean {
    return this.#reader?.streaming ?? false;
  }

  /** The answer as far as it has come. */
  get answer(): HttpAnswer {
    const { headers } = this;
    return {
      exchange: this.name,
      sent: this.sent,
      status: this.status ?? 0,
      headers,
      header: (name) => headerOf(headers, name),
      mediaType: mediaTypeOf(headers),
      body: this.#reader?.text ?? "",
      messages: this.messages,
      ended: this.#how ?? "deadline",
      events: [this.sent.seq, ...this.#events, ...this.messages.slice(0, 20).map((event) => event.seq)].sort(
        (a, b) => a - b,
      ),
    };
  }

  /** Gives the exchange up from our side. */
  abort(how: "aborted-by-peer" | "deadline" | "cap", note?: string): void {
    if (this.finished) return;
    if (how === "cap") this.#options.channel.leaveUnread(note ?? "the answer outgrew the cap on bodies");
    this.#reader?.end(false);
    this.#finish(how, how === "deadline" ? "deadline" : note);
    this.#request?.destroy();
  }

  /** The response has come: a stream that stays open after it is given up in so many ms. */
  letEnd(ms: number): void {
    if (this.finished) return;
    const timer = this.#options.channel.clock.after(ms, () =>
      this.abort("aborted-by-peer", "open long after the response"),
    );
    void this.ended.then(() => timer.cancel());
  }

  #place() {
    return { ...this.#options.channel.place(this.#options.scenario), exchange: this.name };
  }

  #recordRequest(): SentRecord {
    const { channel, url, method, headers, body, defect, scenario, secret } = this.#options;
    const { recorder } = channel;
    const marked = defect === undefined ? {} : { defect };
    const head: Omit<HttpRequestEvent, "seq" | "t"> = {
      kind: "http",
      phase: "request",
      from: "peer",
      ...this.#place(),
      method,
      target: url.pathname + url.search,
      headers,
      ...marked,
    };
    let { seq } = recorder.record(head);
    const bytes = body === undefined ? undefined : Buffer.from(body as string);
    if (bytes && bytes.length > 0) {
      const place = { from: "peer", ...this.#place(), stream: "body" } as const;
      recorder.record({ kind: "chunk", ...place, bytes });
      const frame = recorder.record({ kind: "frame", ...place, framing: "body", range: [0, bytes.length] });
      const message = readMessage(bytes.toString("utf8"));
      channel.remember(message, scenario);
      seq = recorder.record({ kind: "message", ...place, message, frame: frame.seq, ...marked }).seq;
    }
    return new SentRecord({
      seq,
      text: body ?? `${method} ${head.target}`,
      exchange: this.name,
      reproduce: (text) => curlLine({ method, url, headers, body: body === undefined ? undefined : text }, { secret }),
    });
  }

  #start(options: { readonly mayRetry: boolean }): void {
    const { url, method, headers, body, agent } = this.#options;
    const client = url.protocol === "https:" ? https : http;
    try {
      // A flat list keeps order and spelling; the types only know the object form.
      const flat = headers.flat() as unknown as http.OutgoingHttpHeaders;
      this.#request = client.request(url, { method, headers: flat, agent });
    } catch (error) {
      this.#fail("unreachable", `the request cannot be sent as it is: ${(error as Error).message}`);
      return;
    }
    const request = this.#request;
    request.on("response", (response) => this.#answered(response));
    request.on("error", (error: NodeJS.ErrnoException) => {
      // A kept connection that the target closed meanwhile says nothing about the target: the request goes on a new one.
      const stale =
        request.reusedSocket && this.status === undefined && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (stale && options.mayRetry && !this.finished) this.#start({ mayRetry: false });
      else if (this.status === undefined)
        this.#fail(UNREACHABLE.has(error.code ?? "") ? "unreachable" : "closed", error.message);
    });
    request.on("close", () => {
      if (this.#request === request && this.status === undefined)
        this.#fail("closed", "the connection closed before an answer came");
    });
    request.end(body);
  }

  #answered(response: http.IncomingMessage): void {
    if (this.finished) return void response.destroy();
    this.status = response.statusCode ?? 0;
    this.headers = fromRawList(response.rawHeaders);
    const { recorder, caps, flood } = this.#options.channel;
    const head = recorder.record({
      kind: "http",
      phase: "response",
      from: "target",
      ...this.#place(),
      status: this.status,
      reason: response.statusMessage ?? "",
      headers: this.headers,
    });
    this.#events.push(head.seq);
    const reader = new BodyReader({
      status: this.status,
      mediaType: mediaTypeOf(this.headers),
      place: this.#place(),
      recorder,
      caps,
      flood,
      onMessage: (event) => {
        if (this.messages.length < caps.heldEvents) this.messages.push(event);
        this.#options.onMessage(event, this);
      },
      onEvent: (event) => {
        if (event.id !== undefined && this.eventIds.length < caps.heldEvents) this.eventIds.push(event.id);
        if (event.retry !== undefined) this.retryMs = Number(event.retry);
        this.#options.onEvent?.(event);
      },
    });
    this.#reader = reader;
    this.#headCame();
    response.on("data", (chunk: Buffer) => {
      if (this.finished) return;
      reader.push(chunk);
      if (reader.over) this.abort("cap", flood.over ?? `more than ${caps.bodyBytes} bytes`);
    });
    response.on("error", () => {});
    response.on("close", () => {
      if (this.finished) return;
      reader.end(response.complete);
      this.#finish(response.complete ? "complete" : "aborted-by-target");
    });
  }

  #fail(why: Failure["why"], note: string): void {
    if (this.finished) return;
    this.failure = { why, note };
    this.#finish("aborted-by-target", note);
  }

  #finish(how: HttpAnswer["ended"], note?: string): void {
    if (this.finished) return;
    this.#how = how;
    const recorded: HttpEndEvent["how"] =
      how === "deadline"
        ? "aborted-by-peer"
        : how === "aborted-by-target" && this.status === undefined
          ? "no-response"
          : how;
    const from = how === "aborted-by-peer" || how === "deadline" || how === "cap" ? "peer" : "target";
    const end = this.#options.channel.recorder.record({
      kind: "http",
      phase: "end",
      from,
      ...this.#place(),
      how: recorded,
      ...(note === undefined ? {} : { note }),
    });
    this.#events.push(end.seq);
    this.#headCame();
    this.#settle(this.answer);
  }
}
