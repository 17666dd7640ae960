import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";
import type { MonitorTools } from "../kit/monitor.ts";
import { itemsOf, LISTS, type List } from "../protocol/lists.ts";
import { type Answered, isComplete, onResult } from "./results.ts";

/** One page of a list, and what came before it on the way that its cursor marks. */
export interface Page extends Answered {
  readonly list: List;
  readonly items: readonly JsonObject[];
  /** The walk so far, this page not included; undefined for a cursor whose page was not seen. */
  readonly before: Walk | undefined;
}

export interface Walk {
  readonly items: readonly JsonObject[];
  readonly first: Answered;
}

const MAX_OPEN = 500;
const MAX_ITEMS = 20_000;

/** Calls back for each page of the four lists. */
export function onPage(m: MonitorTools, listener: (page: Page) => void): void {
  const walks = new Map<string, Walk>();
  onResult(
    m,
    LISTS.map(({ method }) => method),
    (answered) => {
      if (!isComplete(answered)) return;
      const { request, result, conversation } = answered;
      const list = LISTS.find(({ method }) => method === request.method)!;
      const items = itemsOf(list, result);
      const place = (cursor: JsonValue) => JSON.stringify([conversation.channel, list.method, cursor]);
      const { cursor } = request.params;
      const before = cursor === undefined ? undefined : walks.get(place(cursor));
      listener({ ...answered, list, items, before });
      const { nextCursor } = result;
      if (typeof nextCursor !== "string" || (cursor !== undefined && before === undefined)) return;
      const sofar = before?.items ?? [];
      walks.set(place(nextCursor), {
        items: sofar.length > MAX_ITEMS ? sofar : [...sofar, ...items],
        first: before?.first ?? answered,
      });
      if (walks.size > MAX_OPEN) walks.delete(walks.keys().next().value!);
    },
  );
}
