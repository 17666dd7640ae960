import type { Guard, Refusal } from "../../server/rules/refusal.ts";
import type { Outgoing } from "../../server/seams.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";

/** Past the opening exchange, so that the peer gets as far as the fault. */
export function isLater({ request }: Outgoing): boolean {
  return request !== undefined && request.method !== "initialize" && request.method !== "server/discover";
}

type Edit = (message: JsonObject, context: Outgoing) => readonly JsonValue[];

/** Edits responses that are results. */
export function inResults(edit: (message: JsonObject, context: Outgoing) => JsonValue): Edit {
  return (message, context) => [
    isLater(context) && context.kind === "response" && "result" in message ? edit(message, context) : message,
  ];
}

/** Edits responses that are errors, also to what was never admitted as a request. */
export function inErrors(edit: (error: JsonObject, message: JsonObject) => JsonObject): Edit {
  return (message, { kind }) => [
    kind === "response" && "error" in message ? edit(message.error as JsonObject, message) : message,
  ];
}

export function without(object: JsonObject, member: string): JsonObject {
  const { [member]: _, ...rest } = object;
  return rest;
}

/** A guard whose refusals are another's: by their code, their words, or their status. */
export function refusingAs<Subject>(edit: (refused: Refusal) => Refusal): (original: Guard<Subject>) => Guard<Subject> {
  return (original) => (subject, rules) => {
    const refused = original(subject, rules);
    return refused && edit(refused);
  };
}

/** A guard that also refuses the messages whose JSON value `edit` refuses. */
export function refusingValues<Subject extends { readonly message: { readonly value: unknown } | undefined }>(
  edit: (value: unknown) => Refusal | undefined,
): (original: Guard<Subject>) => Guard<Subject> {
  return (original) => (subject, rules) => edit(subject.message?.value) ?? original(subject, rules);
}
