import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Revision, TransportName } from "../wire/revisions.ts";
import type { Outgoing } from "./seams.ts";

/** Where messages to the client leave. */
export interface Outlet {
  send(message: JsonObject, context: Outgoing): void;
  /** Messages that have passed the message seam. */
  write?(messages: readonly JsonValue[], context: Outgoing): void;
  /** Breaks the connection off without ending the stream; the client comes back for the rest. Tells whether there was one. */
  interrupt?(): boolean;
}

/** A request under way. */
export interface Job {
  readonly id: JsonValue;
  readonly method: string;
  readonly controller: AbortController;
}

/** State of one scope of request ids: a process's pipes, a legacy session, or one modern HTTP request. */
export interface Channel {
  readonly name: string;
  readonly transport: TransportName;
  /** Legacy handshake; modern requests ignore it. */
  phase: "new" | "initializing" | "ready" | "closed";
  /** The legacy revision agreed on. */
  revision: Revision | undefined;
  /** Declared in initialize; modern requests carry their own. */
  clientCapabilities: JsonObject;
  /** Set by logging/setLevel. */
  logLevel: string | undefined;
  /** URIs of resources/subscribe. */
  readonly subscribed: Set<string>;
  /** By JSON text of the id. */
  readonly jobs: Map<string, Job>;
  /** The server's own requests still unanswered, by JSON text of the id. */
  readonly asked: Map<string, (response: WireMessage) => void>;
  asks: number;
  /** For messages that belong to no request; undefined while no stream is open. */
  outlet: Outlet | undefined;
}

export function createChannel(name: string, transport: TransportName, outlet?: Outlet): Channel {
  return {
    name,
    transport,
    phase: "new",
    revision: undefined,
    clientCapabilities: {},
    logLevel: undefined,
    subscribed: new Set(),
    jobs: new Map(),
    asked: new Map(),
    asks: 0,
    outlet,
  };
}

/** Ids are told apart by value and type. */
export function idKey(id: JsonValue | undefined): string {
  return JSON.stringify(id) ?? "";
}
