import http from "node:http";
import https from "node:https";
import type { MessageEvent, RawHeaders } from "../trace/events.ts";
import { headerOf } from "../wire/headers.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { SseEvent } from "../wire/sse.ts";
import type { Channel } from "./channel.ts";
import type { WireEdits } from "./edits.ts";
import { Exchange } from "./exchange.ts";
import type { HeaderEdits, SessionHeaders } from "./transport.ts";

/** Connections of one client at a time: a target that asks without end is answered, but not on as many as it likes. */
const SOCKETS = 100;

export interface CarrierOptions {
  readonly channel: Channel;
  readonly url: URL;
  /** Headers of the run: credentials and the like. Sent to this origin only, never shown. */
  readonly headers: RawHeaders;
  readonly session: SessionHeaders;
  readonly edits?: WireEdits | undefined;
}

export interface ExchangeRequest {
  readonly method: string;
  /** Where to, when not to the endpoint. */
  readonly url?: URL;
  readonly headers: RawHeaders;
  readonly body?: string | Buffer;
  readonly scenario: string | undefined;
  readonly defect: string | undefined;
  readonly onMessage: (event: MessageEvent, exchange: Exchange) => void;
  readonly onEvent?: (event: SseEvent) => void;
}

/** HTTP to one origin on kept connections, with the headers the session puts on everything. */
export class HttpCarrier {
  readonly channel: Channel;
  readonly url: URL;
  readonly #own: RawHeaders;
  readonly #session: SessionHeaders;
  readonly #secret: ReadonlySet<string>;
  readonly #agent: http.Agent;
  readonly #edits: WireEdits | undefined;
  readonly #open = new Set<Exchange>();
  #down = false;

  constructor(options: CarrierOptions) {
    this.channel = options.channel;
    this.url = options.url;
    this.#own = options.headers;
    this.#session = options.session;
    this.#edits = options.edits;
    this.#secret = new Set(options.headers.map(([name]) => name.toLowerCase()));
    const Agent = options.url.protocol === "https:" ? https.Agent : http.Agent;
    this.#agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  }

  /** The headers the session sends with a request of this method. */
  usual(method: string, options: { readonly message?: WireMessage; readonly body: boolean }): RawHeaders {
    return [
      ...(options.body ? [["Content-Type", "application/json"] as const] : []),
      ...(method === "GET" ? [["Accept", "text/event-stream"] as const] : []),
      ...(method === "POST" ? [["Accept", "application/json, text/event-stream"] as const] : []),
      ...this.#session(options.message),
      ...this.#own,
    ];
  }

  /** Wait before a stream is taken up again, ms. */
  resumeMs(wantedMs: number): number {
    return this.#edits?.resumeMs?.(wantedMs) ?? wantedMs;
  }

  exchange(plain: ExchangeRequest): Exchange {
    const { method, headers, body } = plain;
    const edited = this.#edits?.request({ method, headers, body });
    const request: ExchangeRequest =
      edited === undefined
        ? plain
        : {
            ...plain,
            method: edited.method,
            headers: edited.headers,
            ...(edited.body === undefined ? {} : { body: edited.body }),
          };
    const url = request.url ?? this.url;
    const exchange = new Exchange({
      channel: this.channel,
      agent: this.#agent,
      secret: this.#secret,
      url,
      method: request.method,
      headers: complete(request.headers, url, request.method, request.body),
      body: request.body,
      scenario: request.scenario,
      defect: request.defect,
      down: this.#down,
      onMessage: request.onMessage,
      ...(request.onEvent ? { onEvent: request.onEvent } : {}),
    });
    this.#open.add(exchange);
    void exchange.ended.then(() => this.#open.delete(exchange));
    return exchange;
  }

  /** Gives up every open exchange. */
  abortAll(): void {
    for (const exchange of [...this.#open]) exchange.abort("aborted-by-peer");
  }

  destroy(): void {
    this.#down = true;
    this.abortAll();
    this.#agent.destroy();
  }
}

/** A header list with some set and (undefined) some left out; the others keep their place. */
export function editHeaders(headers: RawHeaders, edits: HeaderEdits | undefined): RawHeaders {
  if (!edits) return headers;
  const byName = new Map(Object.entries(edits).map((edit) => [edit[0].toLowerCase(), edit]));
  const used = new Set<string>();
  const edited: (readonly [string, string])[] = [];
  for (const header of headers) {
    const lower = header[0].toLowerCase();
    const edit = byName.get(lower);
    if (!edit) edited.push(header);
    else if (!used.has(lower) && edit[1] !== undefined) edited.push([edit[0], edit[1]]);
    used.add(lower);
  }
  for (const [lower, [name, value]] of byName) if (!used.has(lower) && value !== undefined) edited.push([name, value]);
  return edited;
}

/** What HTTP itself needs, where the list does not say it. */
function complete(headers: RawHeaders, url: URL, method: string, body: string | Buffer | undefined): RawHeaders {
  const has = (name: string) => headerOf(headers, name) !== undefined;
  const lengthNeeded = body !== undefined || method === "POST" || method === "PUT";
  return [
    ...(has("host") ? [] : [["Host", url.host] as const]),
    ...headers,
    ...(lengthNeeded && !has("content-length") && !has("transfer-encoding")
      ? [["Content-Length", String(Buffer.byteLength(body ?? ""))] as const]
      : []),
    ...(has("connection") ? [] : [["Connection", "keep-alive"] as const]),
  ];
}
