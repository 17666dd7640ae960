import { methodOf } from "../../server/method-table.ts";
import { CODES, refusal } from "../../server/rules/refusal.ts";
import { headerOf } from "../../wire/headers.ts";
import type { Mutant } from "../mutant.ts";

const where = { revisions: ["2024-11-05"], transports: ["sse"] } as const;

/** The HTTP+SSE transport. */
export const mutants: readonly Mutant[] = [
  {
    id: "endpoint-uri-quoted",
    breaks: ["sse.endpoint-event"],
    implies: ["sse.two-endpoints"],
    where,
    does: "Gives the URI of the endpoint event as a JSON string, in quotation marks",
    apply: (seams) => seams.rule("sseEndpoint", (original) => (session) => JSON.stringify(original(session))),
  },
  {
    id: "endpoint-uri-without-session",
    breaks: ["sse.two-endpoints"],
    implies: ["sse.endpoint-event"],
    where,
    does: "Leaves the session out of the URI of the endpoint event, and then finds no session for what is posted there",
    apply: (seams) => seams.rule("sseEndpoint", (original) => (session) => original(session).split("?")[0]!),
  },
  {
    id: "error-in-answer-to-post",
    breaks: ["sse.message-events"],
    where,
    does: "Answers unknown methods in the body of the POST instead of on the stream",
    apply: (seams) => {
      seams.message((message, { transport, request }) =>
        transport === "sse" && request === undefined && message.error !== undefined ? [] : [message],
      );
      seams.head((head, { because, message }) => {
        const { method, id } = message ?? {};
        if (because !== "accepted" || typeof method !== "string" || id === undefined || methodOf(method)) return head;
        const error = { code: CODES.methodNotFound, message: "Method not found" };
        return {
          status: 200,
          headers: [["Content-Type", "application/json"]],
          body: JSON.stringify({ jsonrpc: "2.0", id, error }),
        };
      });
    },
  },
  renamed("errors-as-error-events", "Sends error responses as events named error", (text) =>
    text.includes('"error":{"code"') ? "error" : undefined,
  ),
  renamed("notifications-as-events-of-their-own", "Names the event of a notification after its method", (text) =>
    text.includes('"id":') ? undefined : /"method":"([^"]+)"/.exec(text)?.[1],
  ),
  renamed("asks-as-request-events", "Sends the server's own requests as events named request", (text) =>
    text.includes('"id":') && text.includes('"method":') ? "request" : undefined,
  ),
  {
    id: "response-behind-progress-in-one-event",
    breaks: ["sse.message-events"],
    where,
    does: "Sends a response in the same event as the progress before it, one JSON text a line",
    apply: (seams) => {
      const held = new Map<string, Buffer>();
      seams.event((bytes, { channel, kind, request }) => {
        if (request?.method !== "tools/call") return [bytes];
        const before = held.get(channel);
        held.delete(channel);
        if (kind === "notification") {
          held.set(channel, bytes);
          return before ? [before] : [];
        }
        if (!before) return [bytes];
        const data = /^data: .*$/m.exec(bytes.toString("utf8"))?.[0] ?? "";
        return [Buffer.from(before.toString("utf8").replace(/\n\n$/, () => `\n${data}\n\n`))];
      });
    },
  },
  {
    id: "sse-posts-from-foreign-origins",
    breaks: ["sse.origin-validated"],
    where,
    does: "Checks the origin where the stream is opened, and not where messages are posted",
    apply: (seams) =>
      seams.rule(
        "origin",
        (original) => (http, rules) => (http.path === "/messages" ? undefined : original(http, rules)),
      ),
  },
  {
    id: "sse-origin-compared-by-prefix",
    breaks: ["sse.origin-validated"],
    where,
    does: "Serves origins that begin with http://localhost or http://127.0.0.1",
    apply: (seams) =>
      seams.rule(
        "origin",
        (original) => (http, rules) =>
          /^http:\/\/(localhost|127\.0\.0\.1)/.test(headerOf(http.headers, "origin") ?? "")
            ? undefined
            : original(http, rules),
      ),
  },
  {
    id: "sse-notifications-refused",
    breaks: ["sse.two-endpoints"],
    where,
    does: "Takes requests at the POST endpoint, and answers notifications there with 405",
    apply: (seams) =>
      seams.rule(
        "contentType",
        (original) => (http, rules) =>
          http.path === "/messages" && http.message?.kind === "notification"
            ? refusal(CODES.invalidRequest, "requests only", { status: 405 })
            : original(http, rules),
      ),
  },
];

function renamed(id: string, does: string, nameFor: (text: string) => string | undefined): Mutant {
  return {
    id,
    breaks: ["sse.message-events"],
    where,
    does,
    apply: (seams) =>
      seams.event((bytes) => {
        const text = bytes.toString("utf8");
        const name = nameFor(text);
        return name === undefined ? [bytes] : [Buffer.from(text.replace(/^event: ?message$/m, `event: ${name}`))];
      }),
  };
}
