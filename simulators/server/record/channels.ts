import type { RawHeaders } from "../../trace/events.ts";
import { headerOf } from "../../wire/headers.ts";
import type { WireMessage } from "../../wire/jsonrpc.ts";

/** Gives each HTTP exchange of a client the name of its channel: a legacy session, or the client as a whole. */
export class HttpChannels {
  readonly #bySession = new Map<string, string>();
  /** Where no session ids are issued. */
  #newest: string | undefined;
  #opened = 0;
  #probes = 0;

  /** The channel of a request that comes in. */
  of(target: string, headers: RawHeaders, message: WireMessage | undefined): string {
    const id = headerOf(headers, "mcp-session-id") ?? new URL(target, "http://localhost").searchParams.get("session");
    if (id !== null && id !== undefined) return this.#bySession.get(id) ?? `unknown session ${id}`;
    if (message?.method === "initialize") return this.#open();
    // Asked before a further session, of which it is no part; nor is it part of another's scope of ids.
    if (message?.method === "server/discover" && this.#newest !== undefined) return this.#probe();
    // The modern era has no sessions: the client is one scope, and what names no session follows the newest.
    return this.#newest ?? "client";
  }

  /** A stream that opens a session of its own (HTTP+SSE). */
  stream(): string {
    return this.#open();
  }

  /** An answer issued a session id on a channel. */
  issued(id: string, channel: string): void {
    this.#bySession.set(id, channel);
  }

  #probe(): string {
    this.#probes += 1;
    return `probe ${this.#probes}`;
  }

  #open(): string {
    this.#opened += 1;
    this.#newest = `s${this.#opened}`;
    return this.#newest;
  }
}
