import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import type { JsonObject, JsonValue } from "../../../simulators/wire/json.ts";
import type { Target } from "../../kit/target.ts";
import { itemsOf, keysOf, LISTS, type List } from "../../protocol/lists.ts";

/** A list read from its first page as far as its cursors lead. */
export interface Walked {
  readonly list: List;
  readonly pages: readonly WalkedPage[];
  readonly items: readonly JsonObject[];
  /** `complete`: a page without nextCursor; `loop`: a cursor came again; `refused`: a page was no result; `cap`: our own limit. */
  readonly ended: "complete" | "loop" | "refused" | "cap";
}

export interface WalkedPage {
  readonly cursor: string | undefined;
  readonly reply: Reply;
  readonly items: readonly JsonObject[];
}

/** Longer lists are left: the specification sets no bound, a scenario's time does. */
const MAX_PAGES = 200;

/** Follows a list's cursors to its end. */
export async function walk(peer: Peer, list: List): Promise<Walked> {
  const pages: WalkedPage[] = [];
  const seen = new Set<JsonValue>();
  let cursor: string | undefined;
  const done = (ended: Walked["ended"]): Walked => ({ list, pages, items: pages.flatMap((page) => page.items), ended });
  while (pages.length < MAX_PAGES) {
    const reply = await peer.call(list.method, cursor === undefined ? {} : { cursor });
    pages.push({ cursor, reply, items: reply.kind === "result" ? itemsOf(list, reply.result) : [] });
    if (reply.kind !== "result") return done("refused");
    const { nextCursor } = reply.result;
    if (typeof nextCursor !== "string") return done("complete");
    if (seen.has(nextCursor)) return done("loop");
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return done("cap");
}

/** The lists whose capability the target declares. */
export function listsOf(target: Target): readonly List[] {
  return LISTS.filter(({ capability }) => target.capabilities[capability] !== undefined);
}

/** Whether two walks found the same items, in whatever order and however often. */
export function sameSet(one: Walked, other: Walked): boolean {
  const keys = ({ list, items }: Walked) =>
    [...new Set(keysOf(list, items).map((key) => JSON.stringify(key)))].sort().join();
  return keys(one) === keys(other);
}

/** Whether two walks found the same items in the same order. */
export function sameOrder(one: Walked, other: Walked): boolean {
  return JSON.stringify(keysOf(one.list, one.items)) === JSON.stringify(keysOf(other.list, other.items));
}
