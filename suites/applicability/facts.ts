import type { JsonObject } from "../../simulators/wire/json.ts";
import type { Era, Revision, TransportName } from "../../simulators/wire/revisions.ts";

/**
 * What was seen on the wire, or is known of the target, by the name that the catalogue gives it.
 * The harness puts a feature in as soon as it sees one, whoever sent it.
 */
export type Feature =
  // messages: what one of both sides did
  | "completion" // completion/complete was answered with a result
  | "content" // a result with content blocks
  | "early-close" // the server ended a POST stream before its response
  | "early-get-close" // the server ended a GET stream
  | "elicitation" // an elicitation was answered by the client
  | "input-required" // a result of resultType input_required
  | "listen" // subscriptions/listen was acknowledged
  | "log-level" // logging/setLevel, or a request with logLevel
  | "log-messages" // notifications/message
  | "missing-capability" // error -32021
  | "progress" // the target sent notifications/progress
  | "progress-token" // a request with progressToken
  | "prompts" // prompts/list or prompts/get was answered with a result
  | "resources" // resources/list or resources/read was answered with a result
  | "roots" // roots/list was answered by the client
  | "sampling" // sampling/createMessage was answered by the client
  | "server-requests" // the server sent a request (ping included)
  | "several-streams" // two SSE streams of one session or client at a time
  | "target-pings" // the target sent a ping
  | "tasks" // a result with a task, or a tasks/* request answered with a result
  | "tools" // tools/list or tools/call was answered with a result
  // data: what listings and results hold
  | "file-resources" // a resource with a file: URI
  | "icons"
  | "resource-links"
  | "schemas" // an inputSchema, outputSchema or requestedSchema
  | "x-mcp-header"
  // facts about the target that no conversation shows by itself
  | "authorization" // HTTP 401, or an Authorization header in use
  | "authorization-metadata" // protected resource metadata was found
  | "local-target" // the harness started it on this machine, or its URL is a loopback address
  | "old-transport" // the target also speaks the HTTP+SSE transport of 2024-11-05
  // conduct of a client application, where its driver tells or its traffic shows it
  | "client-aggregates"
  | "client-caches"
  | "client-cimd"
  | "client-completes"
  | "client-dcr"
  | "client-fetches-icons"
  | "client-interactive"
  | "client-polls"
  | "client-refresh-tokens"
  | "client-renders-icons";

/** All that a predicate may look at: one run's profile and what its traces showed, up to now. */
export interface Facts {
  /** Which side the target is. */
  readonly role: "server" | "client";
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: TransportName;
  /** As the server side declared them in initialize or discover; undefined while unknown. */
  readonly serverCapabilities: JsonObject | undefined;
  /** As the client side declared them in initialize or in the `_meta` of its requests. */
  readonly clientCapabilities: JsonObject;
  /** An Mcp-Session-Id was issued. */
  readonly sessionIssued: boolean;
  /** A GET on the endpoint opens an SSE stream; undefined when none was tried. */
  readonly getStream: boolean | undefined;
  /** SSE events with an id were seen. */
  readonly eventIds: boolean;
  /** Revisions that the target was found to speak, over this transport; empty while unknown. */
  readonly revisionsSupported: readonly Revision[];
  readonly uses: ReadonlySet<Feature>;
}
