import type { HttpAnswer, Reply, Sent } from "../../simulators/client/peer.ts";
import type { MessageEvent } from "../../simulators/trace/events.ts";
import type { JsonValue } from "../../simulators/wire/json.ts";

/** Anything a check can be about. */
export type Subject = Reply | HttpAnswer | MessageEvent | readonly MessageEvent[] | JsonValue | undefined;

const SHOWN = 600;

export function isReply(subject: Subject): subject is Reply {
  return isRecord(subject) && "kind" in subject && "rawId" in subject && "before" in subject;
}

export function isHttpAnswer(subject: Subject): subject is HttpAnswer {
  return isRecord(subject) && "exchange" in subject && "ended" in subject && "mediaType" in subject;
}

export function isMessage(subject: Subject): subject is MessageEvent {
  return (
    isRecord(subject) && (subject as { kind?: unknown }).kind === "message" && "message" in subject && "seq" in subject
  );
}

export function isMessages(subject: Subject): subject is readonly MessageEvent[] {
  return Array.isArray(subject) && subject.length > 0 && subject.every((item) => isMessage(item as Subject));
}

/** One line saying what came, for a finding. */
export function describe(subject: Subject): string {
  if (subject === undefined) return "nothing";
  if (isReply(subject)) {
    const status = subject.status === undefined ? "" : `HTTP ${subject.status}, `;
    if (subject.kind === "none") return `${status}no JSON-RPC answer (${subject.note})`;
    return `${status}${shorten(subject.message.message.text)}`;
  }
  if (isHttpAnswer(subject)) {
    const type = subject.mediaType === "" ? "no content type" : subject.mediaType;
    const body = subject.body === "" ? "empty body" : shorten(subject.body);
    return `HTTP ${subject.status}, ${type}, ${body}`;
  }
  if (isMessage(subject)) return shorten(subject.message.text);
  if (isMessages(subject)) return shorten(subject.map((event) => event.message.text).join(" then "));
  if (Array.isArray(subject) && subject.length === 0) return "nothing ([])";
  return shorten(JSON.stringify(subject) ?? String(subject));
}

export function sentOf(subject: Subject): Sent | undefined {
  return isReply(subject) || isHttpAnswer(subject) ? subject.sent : undefined;
}

export function eventsOf(subject: Subject): readonly number[] {
  if (isReply(subject) || isHttpAnswer(subject)) return subject.events;
  if (isMessage(subject)) return [subject.seq];
  if (isMessages(subject)) return subject.map((event) => event.seq);
  return [];
}

export function shorten(text: string, limit = SHOWN): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
