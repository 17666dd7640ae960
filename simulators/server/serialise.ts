import type { JsonValue } from "../wire/json.ts";
import { isObject } from "./rules/refusal.ts";
import type { Outgoing } from "./seams.ts";

/** The JSON text of an outgoing message. A response keeps its request's id as the client spelled it, beyond what a double holds. */
export function serialise(message: JsonValue, context: Outgoing): string {
  const text = JSON.stringify(message);
  const { id, rawId } = context.request ?? {};
  if (context.kind !== "response" || rawId === undefined || !isObject(message) || message.id !== id) return text;
  const parsed = `"id":${JSON.stringify(id)}`;
  return parsed === `"id":${rawId}` ? text : text.replace(parsed, () => `"id":${rawId}`);
}
