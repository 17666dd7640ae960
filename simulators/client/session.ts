import type { RawHeaders } from "../trace/events.ts";
import type { JsonObject } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Era } from "../wire/revisions.ts";
import type { LiveCall } from "./call.ts";
import type { CallOptions, OpenOptions, Reply, Sent, Watch, WatchFilter } from "./peer.ts";
import type { View } from "./view.ts";

/** What one era does in its own way over any transport. */
export interface Session {
  readonly era: Era;
  /** The HTTP session issued by the server. */
  readonly sessionId: string | undefined;
  /** Headers for a message over HTTP. */
  headers(message: WireMessage | undefined): RawHeaders;
  /** `_meta` members for a request of this view; undefined: none. */
  meta(view: View, options: Pick<CallOptions, "capabilities" | "logLevel">): JsonObject | undefined;
  open(view: View, options: OpenOptions): Promise<Reply>;
  watch(view: View, filter: WatchFilter, options: CallOptions): Promise<Watch>;
  cancel(view: View, call: LiveCall, reason: string | undefined): Promise<Sent | undefined>;
  alive(view: View): Promise<boolean>;
  /** Sees every reply, e.g. to learn from it. */
  noted(method: string, reply: Reply): void;
  /** The params to send again with what the server asked for; undefined when the reply stands. */
  retry(view: View, reply: Reply, params: JsonObject): JsonObject | undefined;
  /** What has to be said before the transport closes. */
  farewell(view: View): Promise<void>;
}
