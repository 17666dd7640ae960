import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";
import { isHttpAnswer, isMessage, isReply, type Subject } from "./subject.ts";

/** One answer that would be right. A check names all of them; a finding prints all of them. */
export interface Acceptance {
  readonly text: string;
  fits(subject: Subject): boolean;
  /** It allows that nothing came, so silence is judged and not taken for a missing answer. */
  readonly silent?: boolean;
}

/** A JSON-RPC result, optionally with what must hold of it. */
export function result(text = "a result", holds: (result: JsonObject) => boolean = () => true): Acceptance {
  return { text, fits: (subject) => isReply(subject) && subject.kind === "result" && holds(subject.result) };
}

/** A JSON-RPC error, of any code or of one of those named. */
export function error(...codes: readonly number[]): Acceptance {
  return {
    text: codes.length === 0 ? "a JSON-RPC error" : `JSON-RPC error ${codes.join(" or ")}`,
    fits: (subject) => {
      const found = errorOf(subject);
      return found !== undefined && (codes.length === 0 || codes.includes(found.code));
    },
  };
}

/** A JSON-RPC error of which something more must hold. */
export function errorWhere(
  text: string,
  holds: (error: { readonly code: number; readonly message: string; readonly data?: JsonValue }) => boolean,
): Acceptance {
  return {
    text,
    fits: (subject) => {
      const found = errorOf(subject);
      return found !== undefined && holds(found);
    },
  };
}

/** Refused in any form: a JSON-RPC error, or an HTTP status of 4xx or 5xx. */
export function refusal(): Acceptance {
  return {
    text: "a JSON-RPC error or an HTTP status of 400 or above",
    fits: (subject) =>
      errorOf(subject) !== undefined ||
      (isReply(subject) && (subject.status ?? 0) >= 400) ||
      (isHttpAnswer(subject) && subject.status >= 400),
  };
}

/** One of these HTTP statuses. */
export function status(...statuses: readonly number[]): Acceptance {
  return {
    text: `HTTP ${statuses.join(" or ")}`,
    fits: (subject) =>
      (isReply(subject) || isHttpAnswer(subject)) && subject.status !== undefined && statuses.includes(subject.status),
  };
}

/** A notification of this method. */
export function notification(method: string): Acceptance {
  return {
    text: `notification ${method}`,
    fits: (subject) =>
      isMessage(subject) && subject.message.kind === "notification" && subject.message.method === method,
  };
}

/** No message at all. */
export function silence(): Acceptance {
  return {
    text: "no message",
    silent: true,
    fits: (subject) =>
      subject === undefined ||
      (Array.isArray(subject) && subject.length === 0) ||
      (isReply(subject) && subject.kind === "none" && subject.why !== "refused"),
  };
}

/** Exactly this JSON value. */
export function value(expected: JsonValue | undefined): Acceptance {
  return {
    text: JSON.stringify(expected) ?? "absent",
    fits: (subject) => isDeepStrictEqual(subject, expected),
    silent: expected === undefined,
  };
}

/** Whatever the words say and the predicate holds of. */
export function where(
  text: string,
  holds: (subject: never) => boolean,
  options: { readonly silent?: boolean } = {},
): Acceptance {
  return { text, fits: (subject) => holds(subject as never), ...options };
}

/** All of these at once. */
export function both(...parts: readonly Acceptance[]): Acceptance {
  return {
    text: parts.map((part) => part.text).join(" with "),
    fits: (subject) => parts.every((part) => part.fits(subject)),
  };
}

function errorOf(subject: Subject) {
  if (isReply(subject)) return subject.kind === "error" ? subject.error : undefined;
  if (isHttpAnswer(subject)) return subject.messages.find((event) => event.message.kind === "error")?.message.error;
  if (isMessage(subject)) return subject.message.error;
  return undefined;
}
