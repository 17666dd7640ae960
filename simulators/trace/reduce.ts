import type { Reducer } from "./context.ts";
import type { HeadEvent } from "./events.ts";

/** A reducer for one trace. */
export function createReducer(_head: HeadEvent): Reducer {
  throw new Error("not written yet");
}
