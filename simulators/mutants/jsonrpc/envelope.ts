import type { Outgoing } from "../../server/seams.ts";
import type { Mutant } from "../mutant.ts";
import { inErrors, inResults, isLater, without } from "./late.ts";

/** Faults in the shape of single messages. */
export const envelope: readonly Mutant[] = [
  {
    id: "result-without-jsonrpc",
    does: "Leaves jsonrpc out of results, or spells it as a number",
    breaks: ["jsonrpc.version-member"],
    apply: (seams, draw) => {
      const spelling = draw.pick<{ readonly jsonrpc?: number }>([{}, { jsonrpc: 2 }]);
      seams.message(inResults((message) => ({ ...without(message, "jsonrpc"), ...spelling })));
    },
  },
  {
    id: "status-beside-messages",
    does: "Sends an object that is no JSON-RPC message before each response",
    breaks: ["jsonrpc.messages-conform"],
    implies: ["jsonrpc.version-member"],
    where: { transports: ["stdio"] },
    apply: (seams) =>
      seams.message((message, context) =>
        isLater(context) && context.kind === "response" ? [{ jsonrpc: "2.0", status: "busy" }, message] : [message],
      ),
  },
  {
    id: "null-error-beside-result",
    does: "Adds error: null to each result",
    breaks: ["jsonrpc.result-xor-error"],
    apply: (seams) => seams.message(inResults((message) => ({ ...message, error: null }))),
  },
  {
    id: "empty-result-left-out",
    does: "Leaves `result` out of results where there is nothing to report",
    breaks: ["jsonrpc.result-present"],
    where: { revisions: ["2025-11-25"] },
    apply: (seams) =>
      seams.message(
        inResults((message) =>
          Object.keys(message.result as object).length === 0 ? without(message, "result") : message,
        ),
      ),
  },
  {
    id: "neither-result-nor-error",
    does: "Answers a ping with neither result nor error",
    breaks: ["jsonrpc.result-xor-error"],
    where: { revisions: ["2024-11-05", "2025-03-26", "2025-06-18"] },
    apply: (seams) =>
      seams.message(
        inResults((message, { request }) => (request?.method === "ping" ? without(message, "result") : message)),
      ),
  },
  {
    id: "null-for-an-empty-result",
    does: "Answers with null, true or an array where the result is an object",
    breaks: ["jsonrpc.result-object"],
    where: { revisions: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] },
    apply: (seams, draw) => {
      const value = draw.pick([null, true, []]);
      seams.message(
        inResults((message, { request }) => (request?.method === "ping" ? { ...message, result: value } : message)),
      );
    },
  },
  {
    id: "error-without-message",
    does: "Leaves the message out of errors, or makes it an object",
    breaks: ["jsonrpc.error-shape"],
    apply: (seams, draw) => {
      const message = draw.pick([undefined, { text: "failed" }]);
      seams.message(
        inErrors((error, whole) => ({
          ...whole,
          error: { ...without(error, "message"), ...(message === undefined ? {} : { message }) },
        })),
      );
    },
  },
  {
    id: "error-code-spelled-out",
    does: "Gives error codes as strings, or as fractions",
    breaks: ["jsonrpc.error-code-integer"],
    apply: (seams, draw) => {
      const spell = draw.pick([String, (code: unknown) => Number(code) + 0.5]);
      seams.message(inErrors((error, whole) => ({ ...whole, error: { ...error, code: spell(error.code) } })));
    },
  },
  {
    id: "stack-trace-as-message",
    does: "Puts a stack trace into the message of errors",
    breaks: ["jsonrpc.error-message-concise"],
    apply: (seams) =>
      seams.message(
        inErrors((error, whole) => ({
          ...whole,
          error: {
            ...error,
            message: `${error.message}\n${Array.from({ length: 8 }, (_, i) => `    at serve (server.js:${i + 10}:5)`).join("\n")}`,
          },
        })),
      ),
  },
  {
    id: "method-as-number",
    does: "Sends a notification whose method is a number",
    breaks: ["jsonrpc.method-string"],
    provokedBy: ["progress"],
    apply: (seams, draw) => {
      const method = draw.pick([7, null, { name: "notifications/message" }]);
      seams.message((message, context) =>
        saysMore(context, message) ? [{ jsonrpc: "2.0", method, params: {} }, message] : [message],
      );
    },
  },
  {
    id: "rpc-prefixed-notification",
    does: "Sends notifications of a method that JSON-RPC reserves",
    breaks: ["jsonrpc.method-no-rpc-prefix"],
    provokedBy: ["progress"],
    apply: (seams) =>
      seams.message((message, context) =>
        saysMore(context, message) ? [{ jsonrpc: "2.0", method: "rpc.trace", params: {} }, message] : [message],
      ),
  },
  {
    id: "positional-params",
    does: "Sends a notification with params by position",
    breaks: ["jsonrpc.params-object"],
    provokedBy: ["progress"],
    apply: (seams) =>
      seams.message((message, context) =>
        saysMore(context, message)
          ? [{ jsonrpc: "2.0", method: "notifications/progress", params: ["token", 1] }, message]
          : [message],
      ),
  },
  {
    id: "notification-with-null-id",
    does: "Gives notifications an id of null",
    breaks: ["jsonrpc.notification-no-id"],
    provokedBy: ["progress"],
    implies: ["jsonrpc.request-id-not-null", "jsonrpc.server-no-requests", "jsonrpc.directions"],
    apply: (seams) =>
      seams.message((message, { kind }) => [kind === "notification" ? { id: null, ...message } : message]),
  },
  {
    id: "latin-1-text",
    does: "Sends text beyond ASCII as Latin-1",
    breaks: ["jsonrpc.utf8"],
    apply: (seams) => {
      const recode = (bytes: Buffer) => [
        /[\u0080-\uffff]/.test(bytes.toString()) ? Buffer.from(bytes.toString(), "latin1") : bytes,
      ];
      seams.line(recode);
      seams.event(recode);
    },
    where: { transports: ["stdio", "sse"] },
  },
  {
    id: "mangled-characters",
    does: "Loses every character beyond ASCII",
    breaks: ["jsonrpc.utf8"],
    implies: ["jsonrpc.result-id-echo", "jsonrpc.one-response-per-request"],
    apply: (seams) =>
      seams.rule("responseId", (original) => (request) => {
        const id = original(request);
        return typeof id === "string" ? id.replace(/[\u0080-\uffff]/g, "?") : id;
      }),
  },
];

/** Where one more notification goes: before a response, or where only a stream may carry it, before another. */
function saysMore(context: Outgoing, message: { readonly [member: string]: unknown }): boolean {
  return (
    context.kind === "notification" ||
    (context.kind === "response" && "result" in message && context.transport !== "http")
  );
}
