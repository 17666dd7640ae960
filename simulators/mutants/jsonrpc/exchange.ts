import { CODES, type Refusal, refusal } from "../../server/rules/refusal.ts";
import type { JsonObject } from "../../wire/json.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";
import { isLater, refusingAs, refusingValues, without } from "./late.ts";

/** Faults in how messages answer one another. */
export const exchange: readonly Mutant[] = [
  {
    id: "id-retype",
    does: "Answers a numeric id as a string, and a string of digits as a number, once the conversation is open",
    breaks: ["jsonrpc.result-id-echo"],
    implies: ["jsonrpc.one-response-per-request"],
    apply: (seams) =>
      seams.rule("responseId", (original) => (request) => {
        const id = original(request);
        if (request.method === "initialize" || request.method === "server/discover") return id;
        if (typeof id === "number") return String(id);
        return typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
      }),
  },
  {
    id: "error-without-id",
    does: "Leaves the id out of errors, or makes it null",
    breaks: ["jsonrpc.error-id-echo"],
    implies: ["jsonrpc.method-not-found-error", "jsonrpc.one-response-per-request"],
    apply: (seams, draw) => {
      const id = draw.pick<{ readonly id?: null }>([{}, { id: null }]);
      seams.message((message, { kind }) => [
        kind === "response" && "error" in message ? { ...without(message, "id"), ...id } : message,
      ]);
    },
  },
  {
    id: "answers-twice",
    does: "Sends every third response twice",
    breaks: ["jsonrpc.one-response-per-request"],
    where: { transports: ["stdio", "sse"] },
    apply: (seams) => {
      let responses = 0;
      seams.message((message, context) => {
        if (!isLater(context) || context.kind !== "response") return [message];
        responses += 1;
        return responses % 3 === 0 ? [message, message] : [message];
      });
    },
  },
  {
    id: "forgets-falsy-ids",
    does: "Takes a request with the id 0 or the empty string for a notification",
    breaks: ["jsonrpc.one-response-per-request"],
    apply: (seams) =>
      seams.message((message, { kind }) =>
        kind === "response" && (message.id === 0 || message.id === "") ? [] : [message],
      ),
  },
  {
    id: "unknown-method-invalid-params",
    does: "Refuses unknown methods with a code that says something else",
    breaks: ["jsonrpc.method-not-found-error"],
    apply: (seams, draw) => {
      const code = draw.pick([CODES.invalidParams, CODES.internal, CODES.invalidRequest]);
      seams.rule(
        "methodKnown",
        (original) => (request, rules) => (original(request, rules) ? refusal(code, "No such method") : undefined),
      );
    },
  },
  {
    id: "unknown-method-empty-result",
    does: "Answers unknown methods with an empty result",
    breaks: ["jsonrpc.method-not-found-error"],
    apply: (seams) =>
      seams.message((message, { kind }) => [
        kind === "response" && (message.error as { readonly code?: number } | undefined)?.code === CODES.methodNotFound
          ? { ...without(message, "error"), result: {} }
          : message,
      ]),
  },
  {
    id: "missing-params-internal-error",
    does: "Reports params that lack what the method needs as an internal error",
    breaks: ["jsonrpc.invalid-params-error"],
    apply: (seams) =>
      seams.rule("paramsShape", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && refusal(CODES.internal, refused.error.message);
      }),
  },
  {
    id: "invalid-request-misnamed",
    does: "Refuses what is no valid request with a code of its own",
    breaks: ["jsonrpc.invalid-request-error"],
    apply: (seams, draw) => {
      const code = draw.pick([-32603, -32000, -1]);
      const misname = (refused: Refusal) => ({ ...refused, error: { ...refused.error, code } });
      seams.rule("envelope", refusingAs(misname));
      seams.rule("requestId", refusingAs(misname));
      seams.rule("bodyIsMessage", refusingAs(misname));
    },
  },
  {
    id: "parse-error-misnamed",
    does: "Reports text that is no JSON as an invalid request, or as an internal error",
    breaks: ["jsonrpc.parse-error"],
    apply: (seams, draw) => {
      const code = draw.pick([CODES.invalidRequest, CODES.internal]);
      const misname = (refused: Refusal) => ({ ...refused, error: { ...refused.error, code } });
      seams.rule("jsonReadable", refusingAs(misname));
      seams.rule("bodyReadable", refusingAs(misname));
    },
  },
  {
    id: "dies-of-bad-json",
    does: "Ends when it is sent text that is no JSON",
    breaks: ["jsonrpc.parse-error"],
    implies: ["jsonrpc.invalid-request-error"],
    where: { transports: ["stdio"] },
    apply: (seams) => seams.process({ diesOnMalformed: true }),
  },
  {
    id: "invented-error-id",
    does: "Makes up an id for errors to what had none that could be read",
    breaks: ["jsonrpc.unreadable-id-null"],
    apply: (seams, draw) => {
      const invented = draw.pick<number | string>([-1, 0, "unknown", ""]);
      seams.rule("refusalId", (original) => (value) => original(value) ?? invented);
    },
  },
  {
    id: "any-case-members",
    does: "Reads member names without regard to case",
    breaks: ["jsonrpc.members-case-sensitive"],
    apply: (seams) => {
      const caseless = (value: unknown) =>
        typeof value === "object" && value !== null && "ID" in value ? refusal(CASELESS, String(value.ID)) : undefined;
      seams.rule("envelope", refusingValues(caseless));
      seams.rule("bodyIsMessage", refusingValues(caseless));
      const serve = (message: JsonObject) => {
        const error = message.error as { readonly code?: number; readonly message?: string } | undefined;
        return error?.code === CASELESS ? { jsonrpc: "2.0", id: Number(error.message), result: {} } : undefined;
      };
      seams.message((message) => [serve(message) ?? message]);
      seams.head((head) => {
        const served = head.body?.startsWith("{") ? serve(JSON.parse(head.body) as JsonObject) : undefined;
        return served === undefined ? head : { ...head, status: 200, body: JSON.stringify(served) };
      });
    },
    where: { transports: ["stdio", "http"] },
  },
  {
    id: "answers-notifications",
    does: "Answers notifications that it does not know with an error without id",
    breaks: ["jsonrpc.notification-no-response"],
    where: { transports: ["stdio", "sse"] },
    apply: (seams) =>
      seams.rule(
        "notificationAcceptable",
        () =>
          ({ message }) =>
            KNOWN_NOTIFICATIONS.includes(message.method ?? "")
              ? undefined
              : refusal(CODES.methodNotFound, "No such notification"),
      ),
  },
  {
    id: "answers-notifications-with-200",
    does: "Answers notifications that it does not know with HTTP 200 and an error",
    breaks: ["jsonrpc.notification-no-response"],
    where: { transports: ["http"] },
    apply: (seams) =>
      seams.rule(
        "notificationAcceptable",
        () =>
          ({ message }) =>
            KNOWN_NOTIFICATIONS.includes(message.method ?? "")
              ? undefined
              : refusal(CODES.methodNotFound, "No such notification", { status: 200 }),
      ),
  },
  {
    id: "deaf-after-handshake",
    does: "Answers initialize and nothing after it",
    breaks: ["jsonrpc.mandatory-base-and-lifecycle"],
    implies: ["jsonrpc.one-response-per-request", "jsonrpc.messages-conform"],
    where: { revisions: LEGACY },
    apply: (seams) =>
      seams.message((message, context) => (isLater(context) && context.kind === "response" ? [] : [message])),
  },
  {
    id: "no-listen",
    does: "Knows no subscriptions/listen",
    breaks: ["jsonrpc.mandatory-base-versioning-patterns"],
    where: { revisions: MODERN },
    apply: (seams) =>
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          request.method === "subscriptions/listen"
            ? refusal(CODES.methodNotFound, "Method not found")
            : original(request, rules),
      ),
  },
  {
    id: "asks-under-null",
    does: "Gives the requests of its own the id null",
    breaks: ["jsonrpc.request-id-not-null"],
    where: { revisions: LEGACY, transports: ["http", "sse"] },
    apply: (seams) => seams.message((message, { kind }) => [kind === "request" ? { ...message, id: null } : message]),
  },
  {
    id: "asks-under-fractions",
    does: "Gives the requests of its own fractions as ids",
    breaks: ["jsonrpc.request-id-type"],
    where: { revisions: LEGACY, transports: ["http", "sse"] },
    apply: (seams) =>
      seams.message((message, { kind }) => [
        kind === "request" ? { ...message, id: Number(message.id) + 0.5 } : message,
      ]),
  },
  {
    id: "asks-under-one-id",
    does: "Gives all the requests of its own the same id",
    breaks: ["jsonrpc.request-id-unique-in-session"],
    where: { revisions: LEGACY, transports: ["http", "sse"] },
    apply: (seams, draw) => {
      const id = draw.integer(1, 9);
      seams.message((message, { kind }) => [kind === "request" ? { ...message, id } : message]);
    },
  },
  {
    id: "asks-without-id",
    does: "Leaves the id out of the requests of its own",
    breaks: ["jsonrpc.request-id-present"],
    where: { revisions: LEGACY, transports: ["http", "sse"] },
    apply: (seams) => seams.message((message, { kind }) => [kind === "request" ? without(message, "id") : message]),
  },
  {
    id: "asks-in-the-modern-era",
    does: "Sends requests of its own to a client of the modern era",
    breaks: ["jsonrpc.server-no-requests", "jsonrpc.directions"],
    where: { revisions: MODERN },
    apply: (seams) => {
      let asks = 0;
      seams.message((message, { kind, transport }) => {
        if (kind !== (transport === "http" ? "notification" : "response")) return [message];
        asks += 1;
        return [{ jsonrpc: "2.0", id: `s${asks}`, method: "roots/list", params: {} }, message];
      });
    },
  },
];

/** Stands for a request with members in other letters, from the guard that met it to the message that answers. */
const CASELESS = -1;

const KNOWN_NOTIFICATIONS = [
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "notifications/roots/list_changed",
];
