import type { MessageEvent, RawHeaders } from "../trace/events.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { TransportName } from "../wire/revisions.ts";
import type { Exchange } from "./exchange.ts";
import type { NoReply, Sent } from "./peer.ts";
import type { Round } from "./round.ts";

export type HeaderEdits = { readonly [name: string]: string | undefined };

/** One message text on its way out. */
export interface Outgoing {
  /** Byte for byte; stdio adds a line feed. */
  readonly text: string | Buffer;
  readonly message: WireMessage;
  readonly scenario: string | undefined;
  readonly defect: string | undefined;
  /** Ignored on stdio. */
  readonly headers: HeaderEdits | undefined;
  /** Streamable HTTP: the target's messages in the answer to this very message. */
  readonly receive?: (event: MessageEvent) => void;
}

export interface Transmission {
  readonly sent: Sent;
  /** Settles when the transport has taken it: written through, or the head of the answer has come. */
  readonly taken: Promise<unknown>;
  readonly exchange: Exchange | undefined;
  /** It could not be sent. */
  readonly failure: { readonly why: NoReply["why"]; readonly note: string } | undefined;
}

/** How messages travel, the same to both eras. */
export interface Transport {
  readonly name: TransportName;
  /** All responses come on one stream, so that only ids tell what they answer. */
  readonly sharedStream: boolean;
  /** What has to happen before the first message; undefined when nothing (more) has to. */
  ready(): Promise<void> | undefined;
  send(outgoing: Outgoing): Transmission;
  /** Tries to get an answer whose stream ended early on another one; false when that cannot be. */
  resume?(round: Round): boolean;
  /** Ends the transport the polite way. */
  close(): Promise<void>;
  /** Forces it down; idempotent. */
  destroy(): Promise<void>;
  /** Settles when it is down. */
  readonly gone: Promise<void>;
}

/** Headers that a session adds to a message; `message` undefined: to a request without one. */
export type SessionHeaders = (message: WireMessage | undefined) => RawHeaders;
