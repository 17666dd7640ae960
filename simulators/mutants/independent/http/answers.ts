import { CODES, refusal } from "../../../server/rules/refusal.ts";
import type { RawHeaders } from "../../../trace/events.ts";
import { headerOf } from "../../../wire/headers.ts";
import type { Mutant } from "../../mutant.ts";

const HTTP = ["http"] as const;

/** Status, type and body of what a POST is answered with. */
export const answers: readonly Mutant[] = [
  {
    id: "cancellation-acknowledged-204",
    breaks: ["http.notification-202"],
    where: { revisions: ["2025-03-26", "2025-06-18", "2025-11-25"], transports: HTTP },
    does: "Accepts notifications/cancelled with 204, every other notification with 202",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "accepted" && message?.method === "notifications/cancelled" ? { ...head, status: 204 } : head,
      ),
  },
  {
    id: "unknown-notification-200-empty-object",
    breaks: ["http.notification-202"],
    where: { revisions: ["2025-11-25"], transports: HTTP },
    does: "Accepts a notification it does not know with 202 and {} for a body",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "accepted" &&
        typeof message?.method === "string" &&
        !["notifications/initialized", "notifications/cancelled"].includes(message.method)
          ? { ...head, headers: [["Content-Type", "application/json"]], body: "{}" }
          : head,
      ),
  },
  {
    id: "error-answer-to-ask-200",
    breaks: ["http.response-202"],
    where: { revisions: ["2025-06-18", "2025-11-25"], transports: HTTP },
    does: "Accepts a client's result with 202, and a client's error response with 200",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "accepted" && message?.error !== undefined ? { ...head, status: 200 } : head,
      ),
  },
  {
    id: "error-answer-as-plain-text",
    breaks: ["http.response-content-type"],
    where: { transports: HTTP },
    does: "Gives JSON-RPC errors of the application as text/plain, results as application/json",
    apply: (seams) =>
      seams.head((head, { because }) =>
        because === "answer" && head.body?.includes('"error":{"code"') ? typed(head, "text/plain") : head,
      ),
  },
  {
    id: "ping-without-content-type",
    breaks: ["http.response-content-type"],
    where: { revisions: ["2025-03-26", "2025-06-18", "2025-11-25"], transports: HTTP },
    does: "Answers ping without a Content-Type header",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "answer" && message?.method === "ping"
          ? { ...head, headers: head.headers.filter(([name]) => name !== "Content-Type") }
          : head,
      ),
  },
  {
    id: "json-answer-with-log-line-before",
    breaks: ["http.response-json-single"],
    where: { transports: HTTP, revisions: ["2025-06-18", "2025-11-25", "2026-07-28"] },
    does: "Puts a log notification on a line before the result of resources/read, in one application/json body",
    apply: (seams) =>
      seams.head((head, { because, message }) => {
        if (because !== "answer" || message?.method !== "resources/read" || !head.body) return head;
        const note = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "read" } };
        return { ...head, body: `${JSON.stringify(note)}\n${head.body}` };
      }),
  },
  {
    id: "string-id-answered-in-array",
    breaks: ["http.response-json-single"],
    where: { transports: HTTP, revisions: ["2025-06-18", "2025-11-25", "2026-07-28"] },
    does: "Wraps the JSON answer of a request with a string id into an array of one",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "answer" && typeof message?.id === "string" && head.body
          ? { ...head, body: `[${head.body}]` }
          : head,
      ),
  },
  {
    id: "prompt-answered-201",
    breaks: ["http.success-status-200"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Answers prompts/get with 201, everything else with 200",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "answer" && head.status === 200 && message?.method === "prompts/get"
          ? { ...head, status: 201 }
          : head,
      ),
  },
  {
    id: "array-params-notification-200",
    breaks: ["http.unacceptable-input-status"],
    where: { transports: HTTP },
    does: "Answers a notification whose params are no object with 200 and the error as its body",
    apply: (seams) =>
      seams.head((head, { message }) =>
        head.status === 400 && message !== undefined && !("id" in message) && message.params !== undefined
          ? { ...head, status: 200 }
          : head,
      ),
  },
  {
    id: "listen-served-elsewhere",
    breaks: ["http.endpoint-post-only"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Serves subscriptions/listen at a path of its own and answers 404 at the MCP endpoint",
    apply: (seams) =>
      seams.rule(
        "path",
        (original) => (http, rules) =>
          http.message?.method === "subscriptions/listen"
            ? refusal(CODES.invalidRequest, "subscriptions are served at /events", { status: 404 })
            : original(http, rules),
      ),
  },
  {
    id: "delete-of-session-404",
    breaks: ["http.get-delete-405"],
    facet: "DELETE",
    where: { revisions: ["2026-07-28"], transports: HTTP },
    serves: ["2026-07-28"],
    does: "Answers a DELETE that carries a session id with 404, one without with 405",
    apply: (seams) =>
      seams.rule(
        "httpMethod",
        (original) => (http, rules) =>
          http.method === "DELETE" && headerOf(http.headers, "mcp-session-id") !== undefined
            ? refusal(CODES.invalidRequest, "there is no such session", { status: 404 })
            : original(http, rules),
      ),
  },
  {
    id: "get-with-last-event-id-400",
    breaks: ["http.get-delete-405"],
    facet: "GET",
    where: { revisions: ["2026-07-28"], transports: HTTP },
    serves: ["2026-07-28"],
    does: "Answers a GET that would resume a stream with 400, any other GET with 405",
    apply: (seams) =>
      seams.rule(
        "httpMethod",
        (original) => (http, rules) =>
          http.method === "GET" && headerOf(http.headers, "last-event-id") !== undefined
            ? refusal(CODES.invalidRequest, "streams are not resumable", { status: 400 })
            : original(http, rules),
      ),
  },
  {
    id: "listen-with-last-event-id-400",
    breaks: ["http.last-event-id-ignored"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    serves: ["2026-07-28"],
    does: "Refuses a subscriptions/listen that carries Last-Event-ID; ignores the header elsewhere",
    apply: (seams) =>
      seams.rule(
        "accept",
        (original) => (http, rules) =>
          http.message?.method === "subscriptions/listen" && headerOf(http.headers, "last-event-id") !== undefined
            ? refusal(CODES.invalidRequest, "streams are not resumable", { status: 400 })
            : original(http, rules),
      ),
  },
];

function typed<Head extends { readonly headers: RawHeaders }>(head: Head, type: string): Head {
  return { ...head, headers: head.headers.map(([name, value]) => [name, name === "Content-Type" ? type : value]) };
}
