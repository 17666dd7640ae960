import { isObject, type JsonObject } from "../../../wire/json.ts";
import { LEGACY, MODERN } from "../../../wire/revisions.ts";
import type { Mutant } from "../../mutant.ts";

/** What leaves: ids, members, directions. */
export const envelope: readonly Mutant[] = [
  {
    id: "numeric-id-text-on-errors",
    breaks: ["jsonrpc.error-id-echo"],
    implies: ["pagination.invalid-cursor-graceful"],
    does: "Errors about params carry a numeric request id as text.",
    apply: (seams) =>
      seams.message((message) => [
        isObject(message.error) && message.error.code === -32602 && typeof message.id === "number"
          ? { ...message, id: String(message.id) }
          : message,
      ]),
  },
  {
    id: "digits-id-becomes-number",
    breaks: ["jsonrpc.result-id-echo"],
    implies: ["jsonrpc.one-response-per-request"],
    does: "A string id that is all digits comes back as a number, leading zeros gone.",
    apply: (seams) =>
      seams.rule("responseId", (original) => (request) => {
        const id = original(request);
        return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
      }),
  },
  {
    id: "id-kept-in-32-bits",
    breaks: ["jsonrpc.result-id-echo"],
    implies: ["jsonrpc.one-response-per-request"],
    does: "Numeric ids are kept in signed 32 bits and wrap around.",
    apply: (seams) =>
      seams.rule("responseId", (original) => (request) => {
        const id = original(request);
        return typeof id === "number" ? id | 0 : id;
      }),
  },
  {
    id: "id-cut-to-column",
    breaks: ["jsonrpc.result-id-echo"],
    implies: ["jsonrpc.one-response-per-request"],
    does: "String ids longer than a UUID come back cut to its 36 characters.",
    apply: (seams) =>
      seams.rule("responseId", (original) => (request) => {
        const id = original(request);
        return typeof id === "string" ? id.slice(0, 36) : id;
      }),
  },
  {
    id: "falsy-id-is-none",
    breaks: ["jsonrpc.one-response-per-request"],
    implies: ["jsonrpc.result-id-echo", "jsonrpc.error-id-echo"],
    does: "A request with the id 0 or an empty string is taken for a notification.",
    apply: (seams) =>
      seams.message((message, { kind }) =>
        kind === "response" && (message.id === 0 || message.id === "") ? [] : [message],
      ),
  },
  {
    id: "error-twice",
    breaks: ["jsonrpc.one-response-per-request"],
    does: "Method-not-found errors are sent twice, by the router and by the fallback.",
    where: { transports: ["stdio"] },
    apply: (seams) =>
      seams.message((message) =>
        isObject(message.error) && message.error.code === -32601 ? [message, message] : [message],
      ),
  },
  {
    id: "null-result-beside-error",
    breaks: ["jsonrpc.result-xor-error"],
    implies: ["jsonrpc.result-object"],
    does: "Error responses also carry a null result.",
    apply: (seams) => seams.message((message) => [isObject(message.error) ? { ...message, result: null } : message]),
  },
  {
    id: "null-error-beside-call-result",
    breaks: ["jsonrpc.result-xor-error"],
    does: "Results of calls also carry a null error.",
    apply: (seams) =>
      seams.message((message, { request }) => [
        "result" in message && request?.method === "tools/call" ? { ...message, error: null } : message,
      ]),
  },
  {
    id: "progress-with-null-id",
    breaks: ["jsonrpc.notification-no-id"],
    implies: ["jsonrpc.directions", "jsonrpc.server-no-requests", "stdio.server-no-requests"],
    provokedBy: ["progress"],
    does: "Progress notifications are serialised with a null id.",
    apply: (seams) =>
      seams.message((message) => [message.method === "notifications/progress" ? { ...message, id: null } : message]),
  },
  {
    id: "log-without-jsonrpc",
    breaks: ["jsonrpc.version-member"],
    implies: ["stdio.stdout-only-messages"],
    provokedBy: ["logging"],
    does: "Log notifications lack the jsonrpc member.",
    apply: (seams) =>
      seams.message((message) => {
        if (message.method !== "notifications/message") return [message];
        const { jsonrpc: _, ...rest } = message;
        return [rest as JsonObject];
      }),
  },
  {
    id: "keepalive-ping-request",
    breaks: ["jsonrpc.server-no-requests", "jsonrpc.directions"],
    provokedBy: ["progress"],
    implies: ["stdio.server-no-requests"],
    where: { revisions: MODERN },
    does: "While a streamed call runs the server pings its client, as older revisions allowed.",
    apply: (seams) => {
      let pings = 0;
      seams.message((message) => {
        if (message.method !== "notifications/progress") return [message];
        pings += 1;
        return [{ jsonrpc: "2.0", id: `keepalive-${pings}`, method: "ping" }, message];
      });
    },
  },
  {
    id: "ask-ids-start-over",
    breaks: ["jsonrpc.request-id-unique-in-session"],
    provokedBy: ["cancellation"],
    where: { revisions: LEGACY },
    does: "The server numbers its own requests from 1 again in each call.",
    apply: (seams) =>
      seams.rule("mayAsk", (original) => (method, channel) => {
        if (channel.asked.size === 0) channel.asks = 0;
        return original(method, channel);
      }),
  },
  {
    id: "bare-notification-answered",
    breaks: ["jsonrpc.notification-no-response"],
    implies: ["cancellation.ignore-malformed"],
    where: { transports: ["stdio"] },
    does: "A notification whose params are of the wrong type is answered with an error.",
    apply: (seams) =>
      seams.rule("notificationAcceptable", (original) => (incoming, rules) => {
        const { method, params } = incoming.message;
        const wrong =
          method === "notifications/cancelled" &&
          params !== undefined &&
          params.requestId !== undefined &&
          typeof params.requestId === "object";
        return wrong ? { error: { code: -32602, message: "Invalid params" } } : original(incoming, rules);
      }),
  },
  {
    id: "surrogates-encoded-apart",
    breaks: ["jsonrpc.utf8"],
    implies: ["jsonrpc.one-response-per-request"],
    where: { transports: ["stdio"] },
    does: "Characters beyond the basic plane leave as two encoded surrogates (CESU-8).",
    apply: (seams) =>
      seams.line((bytes) => {
        const parts: Buffer[] = [];
        for (const character of bytes.toString("utf8")) {
          if (character.length === 1) parts.push(Buffer.from(character));
          else
            for (const half of [character.charCodeAt(0), character.charCodeAt(1)])
              parts.push(Buffer.from([0xe0 | (half >> 12), 0x80 | ((half >> 6) & 0x3f), 0x80 | (half & 0x3f)]));
        }
        return [Buffer.concat(parts)];
      }),
  },
  {
    id: "accents-in-latin-1",
    breaks: ["jsonrpc.utf8"],
    implies: ["jsonrpc.one-response-per-request", "subscriptions.ack-first"],
    provokedBy: ["progress"],
    where: { transports: ["stdio"] },
    does: "Lines whose characters all fit leave in Latin-1.",
    apply: (seams) =>
      seams.line((bytes) => {
        const text = bytes.toString("utf8");
        return [[...text].every((character) => character <= "\u00ff") ? Buffer.from(text, "latin1") : bytes];
      }),
  },
];
