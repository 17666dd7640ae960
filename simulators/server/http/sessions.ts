import type { Channel } from "../channel.ts";
import type { Endpoint } from "../endpoint.ts";
import { EventStream } from "./event-stream.ts";

/** Finished streams kept for a client that comes back. */
const HELD_STREAMS = 100;

interface Session {
  readonly channel: Channel;
  readonly streams: Map<string, EventStream>;
  opened: number;
}

/** The legacy sessions of an HTTP server, with the streams that their clients may come back to. */
export class Sessions {
  readonly #endpoint: Endpoint;
  readonly #byId = new Map<string, Session>();
  readonly #byChannel = new Map<Channel, Session>();
  /** Where no ids are issued: the one conversation that there is. */
  #only: Channel | undefined;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  find(id: string | undefined): Channel | undefined {
    return id === undefined ? this.#only : this.#byId.get(id)?.channel;
  }

  /** Opens a session; gives its id, where one is issued. */
  open(channel: Channel): string | undefined {
    const id = this.#endpoint.rules.issueSession(this.#endpoint.facts.random, channel.revision!);
    const session: Session = { channel, streams: new Map(), opened: 0 };
    this.#byChannel.set(channel, session);
    if (id === undefined) this.#only = channel;
    else this.#byId.set(id, session);
    return id;
  }

  end(channel: Channel): void {
    const session = this.#byChannel.get(channel);
    for (const stream of session?.streams.values() ?? []) stream.end();
    for (const [id, one] of this.#byId) if (one === session) this.#byId.delete(id);
    this.#byChannel.delete(channel);
    this.#endpoint.close(channel);
  }

  /** A stream for what belongs to no request; it takes the place of an earlier one. */
  openGetStream(channel: Channel): EventStream {
    const { rules } = this.#endpoint;
    const stream = new EventStream({
      name: this.streamName(channel),
      endpoint: this.#endpoint,
      revision: channel.revision!,
      eventName: rules.eventName(),
    });
    this.keep(channel, stream);
    channel.outlet = stream;
    return stream;
  }

  /** A name that no other stream of any session has. */
  streamName(channel: Channel): string {
    const session = this.#byChannel.get(channel);
    if (session) session.opened += 1;
    return `${channel.name}-s${session?.opened ?? 0}`;
  }

  keep(channel: Channel, stream: EventStream): void {
    const streams = this.#byChannel.get(channel)?.streams;
    streams?.set(stream.name, stream);
    if (streams && streams.size > HELD_STREAMS)
      for (const one of streams.values()) if (one.over && streams.size > HELD_STREAMS) streams.delete(one.name);
  }

  /** A stream of this session and no other. */
  stream(channel: Channel, name: string): EventStream | undefined {
    return this.#byChannel.get(channel)?.streams.get(name);
  }

  close(): void {
    for (const channel of [...this.#byChannel.keys()]) this.end(channel);
  }
}
