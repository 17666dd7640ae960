import { createHmac, timingSafeEqual } from "node:crypto";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { isObject } from "./refusal.ts";

export type ListKind = "tools" | "prompts" | "resources" | "resourceTemplates";

/** Pages, cursors, and the state that clients carry for the server. */
export interface ListRules {
  /** Items a page. */
  pageSize: (kind: ListKind) => number;
  /** A cursor for what follows the item named. */
  encodeCursor: (kind: ListKind, last: string) => string;
  /** The name of the item that a cursor follows; undefined for one that was never issued. */
  decodeCursor: (kind: ListKind, cursor: string) => string | undefined;
  /** Where the page after a cursor begins; undefined for an item that is not there. */
  pageStart: (names: readonly string[], last: string, kind: ListKind) => number | undefined;
  /** The cursor of a page that is followed by more; undefined on the last page. */
  nextCursor: (
    kind: ListKind,
    page: { readonly names: readonly string[]; readonly more: boolean },
    encode: ListRules["encodeCursor"],
  ) => string | undefined;
  /** Order in which a list is given. */
  listOrder: <T>(items: readonly T[], kind: ListKind) => readonly T[];
  /** Modern: requestState, bound to its request and to a time, so that a client cannot alter or reuse it elsewhere. */
  sealState: (state: SealedState, key: string) => string;
  /** The state again; undefined where it was altered, has expired or belongs to another request. */
  openState: (
    text: string,
    key: string,
    expected: { readonly binding: string; readonly now: number },
  ) => JsonObject | undefined;
}

export interface SealedState {
  readonly data: JsonObject;
  /** Method and name of the request it belongs to. */
  readonly binding: string;
  /** ms on the server's clock. */
  readonly expires: number;
}

/** Small enough that each list has several pages. */
const PAGE_SIZES: { readonly [kind in ListKind]: number } = {
  tools: 10,
  prompts: 3,
  resources: 3,
  resourceTemplates: 1,
};

export const listRules: ListRules = {
  pageSize: (kind) => PAGE_SIZES[kind],

  encodeCursor: (kind, last) => Buffer.from(JSON.stringify([kind, last])).toString("base64url"),

  decodeCursor: (kind, cursor) => {
    const parts = parsed(Buffer.from(cursor, "base64url").toString());
    if (!Array.isArray(parts) || parts.length !== 2) return undefined;
    const [of, last] = parts as readonly JsonValue[];
    const issued = of === kind && typeof last === "string" && listRules.encodeCursor(kind, last) === cursor;
    return issued ? (last as string) : undefined;
  },

  pageStart: (names, last) => (names.includes(last) ? names.indexOf(last) + 1 : undefined),
  nextCursor: (kind, { names, more }, encode) => (more ? encode(kind, names.at(-1)!) : undefined),
  listOrder: (items) => items,

  sealState: (state, key) => {
    const payload = Buffer.from(JSON.stringify(state)).toString("base64url");
    return `${payload}.${signature(payload, key)}`;
  },

  openState: (text, key, { binding, now }) => {
    const [payload = "", signed = ""] = text.split(".");
    const due = Buffer.from(signature(payload, key));
    const given = Buffer.from(signed);
    if (given.length !== due.length || !timingSafeEqual(given, due)) return undefined;
    const state = parsed(Buffer.from(payload, "base64url").toString());
    if (!isObject(state) || state.binding !== binding || (state.expires as number) < now) return undefined;
    return isObject(state.data) ? state.data : undefined;
  },
};

function signature(payload: string, key: string): string {
  return createHmac("sha256", key).update(payload).digest("base64url");
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
