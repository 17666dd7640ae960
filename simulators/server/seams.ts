import type { RawHeaders } from "../trace/events.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { Revision, TransportName } from "../wire/revisions.ts";
import type { Rules } from "./rules.ts";

/** The response head as it is about to be written. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: RawHeaders;
  /** Body for answers that are not a stream; undefined for none or for a stream. */
  readonly body: string | undefined;
}

/** What is known when a message is about to leave. */
export interface Outgoing {
  readonly channel: string;
  /** The request being served, when the message belongs to one. */
  readonly request:
    | {
        readonly method: string;
        readonly id: JsonValue;
        readonly params: JsonObject /** The id as the client spelled it. */;
        readonly rawId?: string | undefined;
      }
    | undefined;
  readonly kind: "response" | "notification" | "request";
  /** The revision it is sent under, where one is agreed on or stated. */
  readonly revision?: Revision | undefined;
  readonly transport?: TransportName;
  /** Modern: id of the `subscriptions/listen` that delivers it. */
  readonly subscription?: JsonValue;
}

/** What is known when a head is about to leave. */
export interface HttpContext {
  readonly method: string;
  readonly headers: RawHeaders;
  readonly message: JsonObject | undefined;
  /** Why the head says what it says: `answer`, `stream`, `accepted`, or the name of the rule that refused. */
  readonly because: string;
}

/** How a simulated server process behaves at its edges. */
export interface ProcessPolicy {
  /** Exits once its input has ended. */
  readonly exitsAtEndOfInput: boolean;
  /** ms between the end of its input and its exit. */
  readonly lingersMs: number;
  /** Ends on SIGTERM. */
  readonly exitsAtSigterm: boolean;
  /** Text on stdout before the first message (not JSON-RPC when set). */
  readonly banner: string;
  /** Text on stdout after input ended. */
  readonly farewell: string;
  /** Text on stderr before each answer. */
  readonly chatter: string;
  /** Exit code at a polite end. */
  readonly exitCode: number;
  /** Ends itself after so many requests; 0: never. */
  readonly crashAfter: number;
  /** Takes each chunk of its input for one whole message. */
  readonly chunkIsMessage: boolean;
  /** What it makes of a chunk of its input before it cuts lines. */
  readonly reads: (chunk: Buffer) => Buffer;
  /** Methods whose answers go to stderr. */
  readonly answersOnStderr: readonly string[];
  /** Further bytes after a message that could not be parsed end the process. */
  readonly diesOnMalformed: boolean;
  /** Address that an HTTP server binds to, unless its host was asked for another. */
  readonly listensOn: string;
}

/** The five places where a mutant may reach into a conforming simulated server. */
export interface Seams {
  /** Replaces one named behaviour; `replace` gets the conforming one. */
  rule<N extends keyof Rules>(name: N, replace: (original: Rules[N]) => Rules[N]): void;
  /** Edits a result before it is wrapped; `*` for all methods. */
  result(
    method: string,
    edit: (
      result: JsonObject,
      request: { readonly method: string; readonly id: JsonValue; readonly params: JsonObject },
    ) => JsonObject,
  ): void;
  /** Drops ([]), repeats, reorders or edits an outgoing message. */
  message(edit: (message: JsonObject, context: Outgoing) => readonly JsonValue[]): void;
  /** stdio: the bytes of an outgoing line, terminator included. Several buffers are written apart. */
  line(edit: (bytes: Buffer, context: Outgoing) => readonly Buffer[]): void;
  /** SSE: the bytes of one event, blank line included. */
  event(edit: (bytes: Buffer, context: Outgoing) => readonly Buffer[]): void;
  /** HTTP: status, headers and body. */
  head(edit: (head: ResponseHead, context: HttpContext) => ResponseHead): void;
  process(policy: Partial<ProcessPolicy>): void;
}
