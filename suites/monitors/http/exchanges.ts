import type { Conversation, ExchangeInstance, SeenMessage } from "../../../simulators/trace/context.ts";
import { headerOf } from "../../../simulators/wire/headers.ts";
import type { MonitorTools } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";

/** What shows an exchange in a finding. */
export interface Shown {
  readonly sent: string;
  readonly events: readonly number[];
}

/** An HTTP request that carries messages of ours. */
export function isPost({ request }: ExchangeInstance): boolean {
  return request.method === "POST" && request.from === "peer";
}

/** A stream for what belongs to no request: a GET that takes up no earlier stream. */
export function isPlainGet(exchange: ExchangeInstance): boolean {
  return exchange.request.method === "GET" && exchange.request.from === "peer" && !isResumption(exchange);
}

/** A GET that goes on with an earlier stream (2025-11-25/basic/transports#resumability-and-redelivery). */
export function isResumption({ request }: ExchangeInstance): boolean {
  return headerOf(request.headers, "last-event-id") !== undefined;
}

/** Requests among the messages of the exchange's body. */
export function requestsOf({ sent }: ExchangeInstance): readonly SeenMessage[] {
  return sent.filter(({ message }) => message.kind === "request");
}

export function succeeded({ response }: ExchangeInstance): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

export function shownOf(exchange: ExchangeInstance): Shown {
  const { request, sent, response, end } = exchange;
  const text = sent[0]?.event.message.text ?? `${request.method} ${request.target}`;
  const seqs = [request.seq, ...sent.map(({ seq }) => seq), response?.seq, end?.seq];
  return { sent: shorten(text), events: [...new Set(seqs.filter((seq) => seq !== undefined))] };
}

/** The streams open at a time, by channel; a listener of its own, so ask it before the event's own stream counts. */
export class OpenStreams {
  readonly #open = new Map<string, Set<ExchangeInstance>>();

  constructor(m: MonitorTools) {
    m.on("exchange", ({ exchange, at, conversation }) => {
      const streams = this.#open.get(conversation.channel) ?? new Set();
      if (at === "response" && exchange.streaming) streams.add(exchange);
      if (at === "end") streams.delete(exchange);
      this.#open.set(conversation.channel, streams);
    });
  }

  of({ channel }: Conversation): readonly ExchangeInstance[] {
    return [...(this.#open.get(channel) ?? [])];
  }
}

/** Channels whose session the peer ended by DELETE: what closes then closes for that reason. */
export class EndedSessions {
  readonly #ended = new Set<string>();

  constructor(m: MonitorTools) {
    const note = ({
      exchange,
      conversation,
    }: {
      readonly exchange: ExchangeInstance;
      readonly conversation: Conversation;
    }) => {
      if (exchange.request.method === "DELETE") this.#ended.add(conversation.channel);
    };
    m.on("exchange", note, { defects: true });
  }

  has({ channel }: Conversation): boolean {
    return this.#ended.has(channel);
  }
}
