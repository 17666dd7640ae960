import type { Random } from "../../clock/random.ts";
import type { JsonObject } from "../../wire/json.ts";
import { factsOf, type Revision } from "../../wire/revisions.ts";
import type { RequestFacts } from "../facts.ts";
import type { Outgoing } from "../seams.ts";

/** Sessions and event streams of HTTP. */
export interface StreamRules {
  /** The id of a new session; undefined issues none. */
  issueSession: (random: Random, revision: Revision) => string | undefined;
  /** HTTP status of a DELETE that ends a session. */
  deleteStatus: () => number;
  /** Whether DELETE really ends the session. */
  deleteEnds: () => boolean;
  /** Legacy: whether GET opens a stream; otherwise it is answered 405. */
  opensGetStream: () => boolean;
  /** The `event` field of a message's event. */
  eventName: () => string | undefined;
  /** The `id` field of the n-th event of a stream; undefined for none. */
  eventId: (stream: string, n: number, revision: Revision) => string | undefined;
  /** Which stream and event an id names. */
  readEventId: (id: string) => { readonly stream: string; readonly n: number } | undefined;
  /** Whether an event with an id and empty data opens a stream (2025-11-25/basic/transports#sending-messages-to-the-server). */
  primes: (revision: Revision) => boolean;
  /** ms of the `retry` field sent before a connection is broken off; undefined sends none. */
  retryMs: (revision: Revision) => number | undefined;
  /** Whether a lost connection cancels the request it answered. */
  disconnectCancels: (revision: Revision, request: RequestFacts) => boolean;
  /** Legacy: where a message of a request that is answered by a stream goes; without a GET stream it is always its own. */
  placement: (context: Outgoing) => "own" | "get-stream" | "both";
  /** Whether a stream ends once its responses are sent. */
  endsAfterResponse: (request: RequestFacts, response: JsonObject | undefined) => boolean;
  /** ms between comments on an idle stream; 0 sends none. */
  keepAliveMs: () => number;
  /** HTTP+SSE: the URI of the endpoint event. */
  sseEndpoint: (session: string) => string;
  /** HTTP+SSE: the event names. */
  sseEndpointEvent: () => string;
  sseMessageEvent: () => string;
}

export const streamRules: StreamRules = {
  issueSession: (random, revision) => (factsOf(revision).sessions ? random.word(40) : undefined),
  deleteStatus: () => 200,
  deleteEnds: () => true,
  opensGetStream: () => true,
  eventName: () => "message",
  eventId: (stream, n, revision) => (factsOf(revision).era === "legacy" ? `${stream}.${n}` : undefined),
  readEventId: (id) => {
    const parts = /^(.+)\.(\d+)$/.exec(id);
    return parts ? { stream: parts[1]!, n: Number(parts[2]) } : undefined;
  },
  primes: (revision) => revision === "2025-11-25",
  retryMs: () => 100,
  disconnectCancels: (revision) => factsOf(revision).era === "modern",
  placement: () => "own",
  endsAfterResponse: () => true,
  keepAliveMs: () => 15_000,
  sseEndpoint: (session) => `/messages?session=${session}`,
  sseEndpointEvent: () => "endpoint",
  sseMessageEvent: () => "message",
};
