import type { Clock } from "../clock/clock.ts";
import type { Random } from "../clock/random.ts";
import type { RawHeaders } from "../trace/events.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Era, Revision } from "../wire/revisions.ts";
import type { Channel } from "./channel.ts";
import type { World } from "./world/world.ts";

/** What rules may know of the server itself. */
export interface ServerFacts {
  /** Revisions served, oldest first. */
  readonly revisions: readonly Revision[];
  readonly world: World;
  readonly clock: Clock;
  readonly random: Random;
  /** Signs what clients carry for the server. */
  readonly stateKey: string;
}

/** A message as it came in, before it is known to be a request. */
export interface Incoming {
  readonly message: WireMessage;
  readonly channel: Channel;
  readonly server: ServerFacts;
  readonly era: Era;
  /** It came within an array of messages. */
  readonly batched: boolean;
}

/** A well-formed request and what it runs under. */
export interface RequestFacts extends Incoming {
  readonly id: JsonValue;
  readonly method: string;
  readonly params: JsonObject;
  readonly meta: JsonObject;
  readonly revision: Revision;
  readonly clientCapabilities: JsonObject;
}

/** One HTTP request on the MCP endpoint. */
export interface HttpFacts {
  readonly method: string;
  readonly path: string;
  readonly headers: RawHeaders;
  /** POST only. */
  readonly message: WireMessage | undefined;
  readonly era: Era;
  /** The live session that the session header names. */
  readonly session: Channel | undefined;
  readonly server: ServerFacts;
}
