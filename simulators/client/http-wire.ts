import { within } from "../clock/clock.ts";
import type { MessageEvent } from "../trace/events.ts";
import type { JsonValue } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import { readMessage } from "../wire/message.ts";
import type { Exchange } from "./exchange.ts";
import { editHeaders, type HttpCarrier } from "./http-carrier.ts";
import { Inbox } from "./inbox.ts";
import type { HttpOptions, HttpStream, HttpWire } from "./peer.ts";
import { exchangeBytes } from "./socket.ts";
import type { Core } from "./view.ts";

/** HTTP beneath the verbs, on behalf of a scenario. */
export function httpWire(
  core: Core,
  http: { readonly carrier: HttpCarrier; readonly endpoint: () => URL },
  scenario: string | undefined,
): HttpWire {
  const { channel, transport, session } = core;
  const { carrier } = http;

  const begin = (
    method: string,
    body: string | Buffer | undefined,
    options: HttpOptions & { readonly path?: string },
  ) => {
    const message: WireMessage | undefined = body === undefined ? undefined : readMessage(body.toString());
    const usual = carrier.usual(method, { body: body !== undefined, ...(message ? { message } : {}) });
    const inbox = new Inbox({ clock: channel.clock, cap: channel.caps.heldEvents });
    const thrown: unknown[] = [];
    const isDone = (messages: readonly MessageEvent[]) => {
      try {
        return options.done?.(messages) ?? false;
      } catch (error) {
        thrown.push(error);
        return true;
      }
    };
    const exchange: Exchange = carrier.exchange({
      method,
      url: options.path === undefined ? http.endpoint() : new URL(options.path, http.endpoint()),
      headers: options.exactHeaders ?? editHeaders(usual, options.headers),
      ...(body === undefined ? {} : { body }),
      scenario,
      defect: options.defect,
      onMessage: (event, own) => {
        channel.take(event, { shared: transport.sharedStream });
        inbox.add(event);
        if (isDone(own.messages)) own.abort("aborted-by-peer", "the peer has seen enough");
      },
    });
    void exchange.ended.then(() => inbox.end());
    return { exchange, inbox, thrown };
  };

  const whole = async (
    method: string,
    body: string | Buffer | undefined,
    options: HttpOptions & { readonly path?: string },
  ) => {
    await transport.ready();
    const { exchange, thrown } = begin(method, body, options);
    const timer = channel.clock.after(options.deadlineMs ?? channel.patience.answerMs, () =>
      exchange.abort("deadline"),
    );
    const answer = await exchange.ended;
    timer.cancel();
    if (thrown.length > 0) throw thrown[0];
    return answer;
  };

  return {
    get url() {
      return http.endpoint();
    },
    given: carrier.url,
    get usualHeaders() {
      return carrier.usual("POST", { body: true });
    },
    get sessionId() {
      return session.sessionId;
    },
    post: (body, options = {}) => whole("POST", toBody(body), options),
    request: (method, options = {}) => whole(method, options.body, options),
    open: async (method, options = {}) => {
      await transport.ready();
      const body = options.body === undefined ? undefined : toBody(options.body);
      const { exchange, inbox } = begin(method, body, options);
      const ms = options.deadlineMs ?? channel.patience.answerMs;
      await within(channel.clock, ms, exchange.head, undefined);
      if (exchange.status === undefined) exchange.abort("deadline");
      return streamOf(exchange, inbox, channel.patience.answerMs);
    },
    bytes: (data, options) =>
      exchangeBytes(channel, Buffer.from(data as string), {
        url: http.endpoint(),
        scenario,
        defect: options.defect,
        deadlineMs: options.deadlineMs ?? channel.patience.answerMs,
        half: options.half ?? false,
        stop: transport.gone,
      }),
  };
}

function toBody(body: string | Buffer | JsonValue): string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

function streamOf(exchange: Exchange, inbox: Inbox, answerMs: number): HttpStream {
  let taken = -1;
  let turn: Promise<unknown> = Promise.resolve();
  const next = async (deadlineMs: number): Promise<MessageEvent | undefined> => {
    const event = await inbox.until(() => true, { since: taken, deadlineMs });
    if (event) taken = event.seq;
    return event;
  };
  return {
    status: exchange.status ?? 0,
    get answer() {
      return exchange.answer;
    },
    messages: exchange.messages,
    eventIds: exchange.eventIds,
    ended: exchange.ended,
    next: (options = {}) => {
      const mine = turn.then(() => next(options.deadlineMs ?? answerMs));
      turn = mine;
      return mine;
    },
    close: async () => exchange.abort("aborted-by-peer"),
  };
}
