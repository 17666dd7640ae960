import type { SeenMessage, Signal } from "../../../simulators/trace/context.ts";
import { headerOf } from "../../../simulators/wire/headers.ts";
import type { JsonObject, JsonValue } from "../../../simulators/wire/json.ts";
import type { MonitorTools } from "../../kit/monitor.ts";

/** A message of the target, well-formed or not, with the signal that told of it. */
export interface Received {
  readonly seen: SeenMessage;
  readonly signal: Signal<"request" | "response" | "notification" | "invalid">;
  /** Its JSON value; undefined when the text is no JSON. */
  readonly value: JsonValue | undefined;
  /** Its members, where it is a JSON object. */
  readonly object: JsonObject | undefined;
}

/**
 * Listens to every message that the target sent where JSON-RPC is spoken, the answers to defects included: whatever
 * provoked it, a message has to be one. Bodies of HTTP exchanges beside the MCP endpoint are left out.
 */
export function onReceived(m: MonitorTools, listener: (received: Received) => void): void {
  const take = (signal: Received["signal"]) => {
    const { seen } = signal;
    if (seen.from !== "target" || !speaksJsonRpc(signal)) return;
    const { value } = seen.message;
    listener({ seen, signal, value, object: isObject(value) ? value : undefined });
  };
  for (const name of ["request", "response", "notification", "invalid"] as const) m.on(name, take, { defects: true });
}

/** A body is only a JSON-RPC message by promise when it answers a POST; in an event stream every message event is one. */
function speaksJsonRpc({ exchange }: Received["signal"]): boolean {
  return exchange === undefined || exchange.request.method === "POST" || exchange.streaming;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function has(object: JsonObject | undefined, member: string): boolean {
  return object !== undefined && Object.hasOwn(object, member);
}

/** The message as evidence, shortened. */
export function shown(seen: SeenMessage): string {
  const { text } = seen.message;
  return text.length <= 400 ? text : `${text.slice(0, 400)}... (${text.length} characters)`;
}

/** Evidence about one message: where it stands, and the request it answers. */
export function about({ seen, signal }: Pick<Received, "seen" | "signal">): {
  readonly events: readonly number[];
  readonly sent?: string;
} {
  const request = "request" in signal ? signal.request : undefined;
  return request === undefined || request.from === "target"
    ? { events: [seen.seq] }
    : { events: [request.seen.seq, seen.seq], sent: shown(request.seen) };
}

/** Redelivery of what an earlier stream carried, asked for with Last-Event-ID. */
export function isReplay({ exchange }: { readonly exchange: Signal["exchange"] }): boolean {
  return exchange !== undefined && headerOf(exchange.request.headers, "last-event-id") !== undefined;
}
