import type { JsonObject, JsonValue } from "../../../simulators/wire/json.ts";
import type { Stage } from "./stage.ts";

/** A request that is about to be answered. */
export interface Answered {
  readonly method: string;
  readonly params: JsonObject;
}

/** Edits the results that fit, as they are about to leave; others of the server's conduct stay as they are. */
export function editResults(
  { seams }: Pick<Stage, "seams">,
  fits: (request: Answered) => boolean,
  edit: (result: JsonObject, request: Answered) => JsonObject,
): void {
  seams.message((message, { request, kind }) => {
    const { result } = message;
    if (kind !== "response" || request === undefined || !isObject(result) || !fits(request)) return [message];
    return [{ ...message, result: edit(result, request) }];
  });
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
