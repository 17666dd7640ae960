import { isObject, type JsonObject } from "../../../simulators/wire/json.ts";
import type { Stage } from "./stage.ts";

/** A request that is about to be answered. */
export interface Answered {
  readonly method: string;
  readonly params: JsonObject;
}

/** Edits the results that fit, as they are about to leave; the rest of the server's conduct stays as it is. `defect` says what is wrong on purpose with them. */
export function editResults(
  { seams, mark }: Pick<Stage, "seams" | "mark">,
  fits: (request: Answered) => boolean,
  edit: (result: JsonObject, request: Answered) => JsonObject,
  options: { readonly defect?: string } = {},
): void {
  seams.message((message, { request, kind }) => {
    const { result } = message;
    if (kind !== "response" || request === undefined || !isObject(result) || !fits(request)) return [message];
    const edited = edit(result, request);
    if (options.defect !== undefined) mark(edited, options.defect);
    return [{ ...message, result: edited }];
  });
}
