import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { eraOf, factsOf, isRevision, REVISIONS, type Revision, type TransportName } from "../../wire/revisions.ts";
import type { Reply } from "../peer.ts";
import { areUsable } from "./annotations.ts";
import { type AppAnswer, answerAsTold, type Told } from "./asked.ts";
import { structuredProblem } from "./structured.ts";

/** A result as it was stored, with what the server said of its freshness. */
export interface Cached {
  readonly result: JsonObject;
  /** ms, on the client's clock. */
  readonly at: number;
  readonly ttlMs: number;
}

/** Named behaviours of the simulated client application, beneath which lies the peer that speaks for it. */
export interface ClientRules {
  /** Revisions to try, in order, for a hint (`auto`, or a date) and a transport. */
  attempts: (hint: string, transport: TransportName) => readonly Revision[];
  /** Whether the next revision is tried after the server's answer to the opening request of this one. */
  fallsBack: (reply: Reply) => boolean;
  /** Whether the client goes on under what the server agreed on (legacy). */
  acceptsAgreed: (agreed: JsonValue | undefined, asked: Revision) => boolean;
  /** Modern: whether the server's list has the revision. */
  acceptsDiscovered: (supported: JsonValue | undefined, asked: Revision) => boolean;
  /** The cursor of the next page as it is sent. */
  cursor: (given: JsonValue) => JsonValue;
  /** Whether a further page is asked for; `seen` holds the cursors used before. */
  goesOn: (cursor: JsonValue | undefined, seen: ReadonlySet<string>) => boolean;
  /** Modern: whether a list whose further page was refused with this error is dropped as it was kept, and listed anew. */
  restarts: (code: number | undefined) => boolean;
  /** Whether a listed tool may be called. */
  usable: (definition: JsonObject) => boolean;
  /** Whether a call refused for its headers is made again after the tools were listed anew. */
  relists: (code: number) => boolean;
  /** What is wrong with structured content under the tool's output schema. */
  structuredProblem: (
    schema: JsonValue | undefined,
    result: JsonObject,
  ) => string | undefined | Promise<string | undefined>;
  /** Modern: what is wrong with a result's type. */
  typeProblem: (resultType: JsonValue | undefined) => string | undefined;
  /** Whether a stored result still answers. */
  fresh: (entry: Cached, now: number) => boolean;
  /** Whether and for how long a result may be stored, ms; undefined stores nothing. `retried`: it answered a request with input responses. */
  keeps: (method: string, result: JsonObject, options: { readonly retried: boolean }) => number | undefined;
  /** Whether a stored result is fetched anew of the client's own accord once it is stale. */
  refetches: (method: string) => boolean;
  /** What a stored result is found by. */
  cacheKey: (method: string, params: JsonObject) => string;
  /** Whether a notification makes a stored result stale. */
  invalidates: (
    notification: string,
    params: JsonObject,
    stored: { readonly method: string; readonly params: JsonObject },
  ) => boolean;
  /** Whether a request whose time is up is cancelled, too. */
  cancelsAtTimeout: () => boolean;
  /** Whether a session that the server no longer knows is opened anew (HTTP 404). */
  reopens: (status: number | undefined) => boolean;
  /** How long a request is waited for that is to take so long at most, ms. */
  patience: (wantedMs: number, options: { readonly progress: boolean }) => number;
  /** Time for one answer where the action sets none, ms. */
  answerMs: () => number;
  /** Whether the client opens the stream for what the server sends unasked (legacy HTTP). */
  listens: () => boolean;
  /** The answer to a request of the server's. */
  answers: (kind: string, params: JsonObject, told: Told) => AppAnswer;
  /** Whether a notification is handed to the application. */
  tells: (notification: string) => boolean;
}

const LISTS: Readonly<Record<string, string>> = {
  "notifications/tools/list_changed": "tools/list",
  "notifications/prompts/list_changed": "prompts/list",
  "notifications/resources/list_changed": "resources/list",
};
const HEADER_MISMATCH = -32_020;
const INVALID_PARAMS = -32_602;
/** They tell a server of the modern era (2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions). */
const MODERN_ERRORS: readonly number[] = [HEADER_MISMATCH, -32_021, -32_022];
const CACHEABLE = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** The behaviours of a client that conforms. */
export const CONFORMING_CLIENT: ClientRules = {
  attempts: (hint, transport) => {
    const spoken = REVISIONS.filter((revision) => factsOf(revision).transports.includes(transport)).toReversed();
    return isRevision(hint) && spoken.includes(hint) ? [hint] : spoken;
  },
  fallsBack: (reply) => reply.kind === "none" || (reply.kind === "error" && !MODERN_ERRORS.includes(reply.error.code)),
  acceptsAgreed: (agreed, asked) => agreed === asked,
  acceptsDiscovered: (supported, asked) => Array.isArray(supported) && supported.includes(asked),
  cursor: (given) => given,
  goesOn: (cursor, seen) => typeof cursor === "string" && !seen.has(cursor),
  restarts: (code) => code === INVALID_PARAMS,
  usable: areUsable,
  relists: (code) => code === HEADER_MISMATCH,
  structuredProblem: (schema, result) => structuredProblem(schema, result),
  patience: (wantedMs) => wantedMs,
  typeProblem: (resultType) =>
    resultType === undefined || resultType === "complete" || resultType === "input_required"
      ? undefined
      : `the result has an unknown type ${JSON.stringify(resultType)}`,
  fresh: ({ at, ttlMs }, now) => now - at < ttlMs,
  keeps: (method, result, { retried }) =>
    !retried && CACHEABLE.has(method) && typeof result.ttlMs === "number" && result.ttlMs > 0
      ? result.ttlMs
      : undefined,
  refetches: () => false,
  cacheKey: (method, params) => JSON.stringify([method, params]),
  invalidates: (notification, params, stored) =>
    notification === "notifications/resources/updated"
      ? stored.method === "resources/read" && stored.params.uri === params.uri
      : LISTS[notification] === stored.method ||
        (notification === "notifications/resources/list_changed" && stored.method === "resources/templates/list"),
  cancelsAtTimeout: () => true,
  reopens: (status) => status === 404,
  answerMs: () => 5_000,
  listens: () => true,
  answers: answerAsTold,
  tells: () => true,
};

/** The era that a revision belongs to, as the client sees it. */
export function isModern(revision: Revision): boolean {
  return eraOf(revision) === "modern";
}
