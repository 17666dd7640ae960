import type { RawHeaders } from "../../trace/events.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { Era, Revision } from "../../wire/revisions.ts";
import type { RequestFacts } from "../facts.ts";
import { methodOf } from "../method-table.ts";
import { META } from "../names.ts";
import type { Rules } from "../rules.ts";
import { CODES, isObject, objectOr, type RpcError } from "./refusal.ts";

/** How answers are made: ids, wrapping, caching hints, HTTP status and form. */
export interface AnswerRules {
  /** The id that the response carries. */
  responseId: (request: RequestFacts) => JsonValue;
  /** The id of an error to something whose own id may be unreadable; undefined leaves it out. */
  refusalId: (value: JsonValue | undefined) => JsonValue | undefined;
  /** Turns a method's result into what goes on the wire. */
  wrapResult: (result: JsonObject, request: RequestFacts, rules: Rules) => JsonObject;
  /** Modern: caching hints of a complete result. */
  cachePolicy: (method: string) => { readonly ttlMs: JsonValue; readonly cacheScope: JsonValue } | undefined;
  /** Modern: `_meta` of every result. */
  resultMeta: (revision: Revision, rules: Rules) => JsonObject;
  /** Modern: the trace context that a result carries on, from the request's `_meta`. */
  traceContext: (meta: JsonObject) => JsonObject;
  /** Whether a request is answered by one JSON object or by a stream. */
  responseMode: (
    request: RequestFacts,
    options: { readonly streams: boolean; readonly acceptsStream: boolean; readonly acceptsJson: boolean },
  ) => "json" | "sse";
  /** HTTP status of a JSON-RPC error. */
  errorStatus: (error: RpcError, era: Era) => number;
  resultStatus: () => number;
  /** HTTP status of an accepted notification or response. */
  acceptedStatus: () => number;
  jsonHeaders: () => RawHeaders;
  streamHeaders: (era: Era) => RawHeaders;
  /** Legacy batches: what is answered to the requests of an array; undefined for nothing. */
  batchAnswer: (answers: readonly JsonObject[]) => readonly JsonObject[] | undefined;
}

const CODES_OF_400 = [CODES.headerMismatch, CODES.missingCapability, CODES.unsupportedVersion] as const;

export const answerRules: AnswerRules = {
  responseId: ({ id }) => id,

  refusalId: (value) => {
    const id = isObject(value) ? value.id : undefined;
    return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : undefined;
  },

  wrapResult: (result, { revision, era, method, meta }, rules) => {
    if (era === "legacy") return result;
    const resultType = result.resultType ?? "complete";
    const hints = resultType === "complete" ? rules.cachePolicy(method) : undefined;
    return {
      resultType,
      ...result,
      ...hints,
      _meta: { ...rules.resultMeta(revision, rules), ...rules.traceContext(meta), ...objectOr(result._meta) },
    };
  },

  cachePolicy: (method) => (methodOf(method)?.cached ? { ttlMs: 60_000, cacheScope: "public" } : undefined),

  resultMeta: (revision, rules) => ({ [META.serverInfo]: rules.serverInfo(revision) }),

  traceContext: ({ traceparent }) =>
    typeof traceparent === "string" && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent)
      ? { traceparent }
      : {},

  responseMode: ({ method, meta, era }, { streams, acceptsStream, acceptsJson }) => {
    if (!acceptsStream) return "json";
    if (!acceptsJson || streams || method === "subscriptions/listen") return "sse";
    const mayNotify =
      meta.progressToken !== undefined ||
      meta[META.logLevel] !== undefined ||
      (era === "legacy" && method === "tools/call");
    return mayNotify ? "sse" : "json";
  },

  errorStatus: ({ code }, era) => {
    if (code === CODES.parse || code === CODES.invalidRequest) return 400;
    if (era === "legacy") return 200;
    if (code === CODES.methodNotFound) return 404;
    return (CODES_OF_400 as readonly number[]).includes(code) ? 400 : 200;
  },

  resultStatus: () => 200,
  acceptedStatus: () => 202,
  jsonHeaders: () => [["Content-Type", "application/json"]],

  streamHeaders: () => [
    ["Content-Type", "text/event-stream"],
    ["Cache-Control", "no-cache"],
    ["X-Accel-Buffering", "no"],
  ],

  batchAnswer: (answers) => (answers.length === 0 ? undefined : answers),
};
