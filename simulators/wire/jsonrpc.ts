import type { JsonObject, JsonValue } from "./json.ts";

/** What a JSON text is as a JSON-RPC message, by its members alone. */
export type MessageKind = "request" | "notification" | "result" | "error" | "batch" | "invalid";

/**
 * One JSON text off the wire. The text is kept: number spelling, duplicate keys and ids beyond 2^53 are not lost.
 */
export interface WireMessage {
  /** The exact source text (without the line's terminator). */
  readonly text: string;
  /** What JSON.parse made of it; undefined when the text is no JSON. */
  readonly value: JsonValue | undefined;
  readonly kind: MessageKind;
  /** Exact source text of the top-level `id` member (`1`, `"1"`, `9007199254740993`, `null`); undefined when absent. */
  readonly rawId: string | undefined;
  readonly method: string | undefined;
  readonly params: JsonObject | undefined;
  readonly result: JsonValue | undefined;
  readonly error: { readonly code: number; readonly message: string; readonly data?: JsonValue } | undefined;
  /** Members of a batch, each classified by itself. */
  readonly members: readonly WireMessage[];
  /** Why `kind` is "invalid", in words; undefined otherwise. */
  readonly problem: string | undefined;
  /** At which layer an invalid message failed. */
  readonly layer: "bytes" | "json" | "envelope" | undefined;
}
