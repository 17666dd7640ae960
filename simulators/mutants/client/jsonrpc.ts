import type { ClientMutant } from "../../client/app/mutant.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";

const IN_LEGACY = { revisions: LEGACY } as const;
const IN_MODERN = { revisions: MODERN } as const;
/** A peer makes nothing of a message that is none. */
const BROKEN = [
  "jsonrpc.mandatory-base-and-lifecycle",
  "jsonrpc.method-not-found-error",
  "jsonrpc.messages-conform",
  "jsonrpc.invalid-params-error",
  "jsonrpc.result-type-absent-is-complete",
  "ping.respond",
  "schema.JSONRPCMessage",
];

const isCall = ({ method, params }: JsonObject) =>
  method === "tools/call" && String((params as JsonObject).name).startsWith("assay_jsonrpc");
const isAnswer = (message: JsonObject) => message.method === undefined && message.id !== undefined;
const isResult = (message: JsonObject) => message.result !== undefined;
const isError = (message: JsonObject) => message.error !== undefined;

/** A client that spells in its own way the messages that fit. */
function spelling(
  id: string,
  requirement: string,
  does: string,
  fits: (message: JsonObject) => boolean,
  edit: (message: JsonObject) => JsonValue | readonly JsonValue[],
  options: { readonly where?: ClientMutant["where"]; readonly implies?: readonly string[] } = {},
): ClientMutant {
  return {
    id,
    breaks: [requirement],
    implies: [...BROKEN, ...(options.implies ?? [])].filter((other) => other !== requirement),
    provokedBy: ["jsonrpc"],
    ...(options.where === undefined ? {} : { where: options.where }),
    does,
    apply: (seams) =>
      seams.message((message) => (fits(message) ? [edit(message)].flat() : [message]) as readonly JsonValue[]),
  };
}

const without = (message: JsonObject, member: string): JsonObject => {
  const { [member]: _left, ...rest } = message;
  return rest;
};

export const mutants: readonly ClientMutant[] = [
  spelling("client-of-version-two", "jsonrpc.version-member", "says jsonrpc: 2, a number", isCall, (message) => ({
    ...message,
    jsonrpc: 2,
  })),
  spelling(
    "client-says-nothing-much",
    "jsonrpc.messages-conform",
    "sends an empty object before its calls",
    isCall,
    (message) => [{ jsonrpc: "2.0" }, message],
  ),
  spelling(
    "client-numbers-its-methods",
    "jsonrpc.method-string",
    "sends a number as method before its calls",
    isCall,
    (message) => [{ jsonrpc: "2.0", method: 7 }, message],
  ),
  spelling(
    "client-of-rpc-methods",
    "jsonrpc.method-no-rpc-prefix",
    "sends a notification rpc.ready before its calls",
    isCall,
    (message) => [{ jsonrpc: "2.0", method: "rpc.ready" }, message],
  ),
  spelling(
    "client-positional-params",
    "jsonrpc.params-object",
    "sends params as an array in a notification",
    isCall,
    (message) => [{ jsonrpc: "2.0", method: "notifications/com.example/ready", params: [1] }, message],
  ),
  spelling(
    "client-notifications-with-id",
    "jsonrpc.notification-no-id",
    "gives notifications an id",
    isCall,
    (message) => [{ jsonrpc: "2.0", id: "n-1", method: "notifications/com.example/ready" }, message],
    { where: IN_LEGACY, implies: ["jsonrpc.request-id-unique-in-session"] },
  ),
  spelling(
    "client-calls-without-id",
    "jsonrpc.request-id-present",
    "sends a list request without an id before its calls",
    isCall,
    (message) => [without({ ...message, method: "tools/list", params: {} }, "id"), message],
  ),
  spelling("client-null-ids", "jsonrpc.request-id-not-null", "sends null as the id of a call", isCall, (message) => ({
    ...message,
    id: null,
  })),
  spelling(
    "client-fractional-ids",
    "jsonrpc.request-id-type",
    "sends fractions as ids of calls",
    isCall,
    (message) => ({ ...message, id: Number(message.id) + 0.5 }),
  ),
  {
    ...spelling(
      "client-one-id-for-all",
      "jsonrpc.request-id-unique-in-session",
      "gives each call the id 4711",
      isCall,
      (message) => ({ ...message, id: 4_711 }),
      { where: IN_LEGACY, implies: ["jsonrpc.one-response-per-request", "jsonrpc.notification-no-response"] },
    ),
  },
  {
    id: "client-reuses-id-in-flight",
    breaks: ["jsonrpc.request-id-unique-in-flight"],
    implies: BROKEN,
    where: { ...IN_MODERN, transports: ["stdio"] },
    provokedBy: ["jsonrpc"],
    does: "sends a list request with the id of a call that is under way",
    apply: (seams) =>
      seams.message((message) =>
        isCall(message)
          ? [message, { ...message, method: "tools/list", params: { _meta: metaOf(message) } }]
          : [message],
      ),
  },
  {
    id: "client-responds-unasked",
    breaks: ["jsonrpc.directions"],
    implies: ["stdio.client-no-responses", ...BROKEN],
    where: IN_MODERN,
    provokedBy: ["jsonrpc"],
    does: "sends a response where nobody asked",
    apply: (seams) =>
      seams.message((message) => (isCall(message) ? [message, { jsonrpc: "2.0", id: "x", result: {} }] : [message])),
  },
  {
    id: "client-writes-latin-1",
    breaks: ["jsonrpc.utf8"],
    implies: [...BROKEN, "stdio.utf8", "stdio.stdin-only-messages"],
    where: { transports: ["stdio"], revisions: LEGACY.slice(1) },
    provokedBy: ["jsonrpc"],
    does: "writes its messages in Latin-1",
    apply: (seams) =>
      seams.line((bytes) => [bytes.includes("assay_jsonrpc") ? Buffer.from(bytes.toString(), "latin1") : bytes]),
  },
  spelling(
    "client-answers-text-ids",
    "jsonrpc.result-id-echo",
    "answers every id as text",
    (message) => isResult(message) && isAnswer(message) && typeof message.id === "number",
    (message) => ({ ...message, id: String(message.id) }),
    { where: IN_LEGACY, implies: ["jsonrpc.notification-no-response"] },
  ),
  spelling(
    "client-refuses-text-ids",
    "jsonrpc.error-id-echo",
    "puts every id of an error into text",
    (message) => isError(message) && typeof message.id === "number",
    (message) => ({ ...message, id: String(message.id) }),
    { where: IN_LEGACY },
  ),
  spelling(
    "client-answers-twice",
    "jsonrpc.one-response-per-request",
    "answers every ping twice",
    isResult,
    (message) => [message, message],
    { where: IN_LEGACY },
  ),
  spelling(
    "client-answers-both-ways",
    "jsonrpc.result-xor-error",
    "answers with a result and an error at once",
    isResult,
    (message) => ({ ...message, error: { code: -32603, message: "none" } }),
    { where: IN_LEGACY, implies: ["jsonrpc.error-shape"] },
  ),
  spelling(
    "client-answers-nothing",
    "jsonrpc.result-present",
    "leaves an empty result out",
    isResult,
    (message) => without(message, "result"),
    { where: { revisions: ["2025-11-25"] } },
  ),
  spelling(
    "client-answers-true",
    "jsonrpc.result-object",
    "answers pings with true",
    isResult,
    (message) => ({ ...message, result: true }),
    { where: IN_LEGACY },
  ),
  spelling(
    "client-errors-in-words",
    "jsonrpc.error-shape",
    "gives a text as error",
    isError,
    (message) => ({ ...message, error: "no such method" }),
    { where: IN_LEGACY },
  ),
  spelling(
    "client-errors-by-name",
    "jsonrpc.error-code-integer",
    "gives names as error codes",
    isError,
    (message) => ({ ...message, error: { ...(message.error as JsonObject), code: "METHOD_NOT_FOUND" } }),
    { where: IN_LEGACY, implies: ["jsonrpc.error-shape"] },
  ),
  spelling(
    "client-errors-with-traces",
    "jsonrpc.error-message-concise",
    "puts a stack trace into error messages",
    isError,
    (message) => ({
      ...message,
      error: { ...(message.error as JsonObject), message: `Error\n${"    at somewhere (client.js:1:1)\n".repeat(12)}` },
    }),
    { where: IN_LEGACY },
  ),
  spelling(
    "client-codes-of-its-own",
    "jsonrpc.code-reserved-range",
    "refuses with -32500",
    isError,
    (message) => ({ ...message, error: { ...(message.error as JsonObject), code: -32_500 } }),
    { where: IN_LEGACY },
  ),
  spelling(
    "client-knows-no-codes",
    "jsonrpc.method-not-found-error",
    "refuses everything with -32603",
    isError,
    (message) => ({ ...message, error: { ...(message.error as JsonObject), code: -32_603 } }),
    { where: IN_LEGACY },
  ),
  {
    id: "client-without-pings",
    breaks: ["jsonrpc.mandatory-base-and-lifecycle", "ping.respond"],
    implies: BROKEN,
    where: IN_LEGACY,
    provokedBy: ["jsonrpc"],
    does: "answers no request of the server's",
    apply: (seams) => seams.message((message) => (isAnswer(message) ? [] : [message])),
  },
  {
    id: "client-samples-anything",
    breaks: ["jsonrpc.invalid-params-error"],
    where: IN_LEGACY,
    does: "does not look at what it is asked to sample",
    apply: (seams) =>
      seams.rule(
        "answers",
        (original) => (kind, params, given) => (kind === "sampling" ? given.told : original(kind, params, given)),
      ),
  },
  {
    id: "client-answers-notifications",
    breaks: ["jsonrpc.notification-no-response"],
    implies: [...BROKEN, "jsonrpc.directions", "jsonrpc.error-id-echo", "stdio.client-no-responses"],
    provokedBy: ["jsonrpc"],
    does: "refuses notifications that it does not know",
    apply: (seams) => {
      let noise = 0;
      seams.message((message) => {
        if (!isCall(message) || (message.params as JsonObject).name !== "assay_jsonrpc_noise" || noise++ === 0)
          return [message];
        return [{ jsonrpc: "2.0", id: null, error: { code: -32_601, message: "Method not found" } }, message];
      });
    },
  },
  {
    id: "client-reads-in-any-case",
    breaks: ["jsonrpc.members-case-sensitive"],
    implies: BROKEN,
    where: IN_LEGACY,
    does: "takes ID and Method for id and method",
    apply: (seams) => {
      let done = false;
      seams.message((message) => {
        if (done || message.method !== "notifications/initialized") return [message];
        done = true;
        return [message, { jsonrpc: "2.0", id: 4_711, result: {} }];
      });
    },
  },
  {
    id: "client-wants-result-types",
    breaks: ["jsonrpc.result-type-absent-is-complete"],
    where: IN_MODERN,
    does: "takes no result without a type",
    apply: (seams) =>
      seams.rule("typeProblem", (original) => (type) => (type === undefined ? "no type" : original(type))),
  },
  {
    id: "client-takes-any-type",
    breaks: ["jsonrpc.result-type-unknown-invalid"],
    where: IN_MODERN,
    does: "takes a result of any type for a complete one",
    apply: (seams) => seams.rule("typeProblem", () => () => undefined),
  },
  {
    id: "client-repeats-at-old-timeouts",
    breaks: ["jsonrpc.code-legacy-range-no-meaning"],
    where: IN_MODERN,
    does: "takes -32001 for a time that was up, and makes the call again",
    apply: (seams) => seams.rule("relists", (original) => (code) => code === -32_001 || original(code)),
  },
];

function metaOf(message: JsonObject): JsonValue {
  return (message.params as JsonObject)._meta!;
}
