import type { ResponseHead } from "../../server/seams.ts";
import { MODERN, since } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

const JSON_TYPE = ["Content-Type", "application/json"] as const;

function typed(head: ResponseHead, type: string): ResponseHead {
  const others = head.headers.filter(([name]) => name.toLowerCase() !== "content-type");
  return { ...head, headers: [...others, ["Content-Type", type]] };
}

const isList = (method: unknown) => typeof method === "string" && method.endsWith("/list");

export const answers: readonly Mutant[] = [
  {
    id: "answer-as-text",
    does: "Answers lists with a Content-Type that is neither JSON nor an event stream",
    breaks: ["http.response-content-type"],
    where: { transports: ["http"] },
    apply: (seams, draw) => {
      const type = draw.pick(["text/plain", "text/html", "application/octet-stream"]);
      seams.head((head, { because, message }) =>
        because === "answer" && isList(message?.method) ? typed(head, type) : head,
      );
    },
  },
  {
    id: "answer-in-array",
    does: "Answers lists with an array that holds the response",
    breaks: ["http.response-json-single"],
    where: { revisions: since("2025-06-18"), transports: ["http"] },
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "answer" && isList(message?.method) ? { ...head, body: `[${head.body}]` } : head,
      ),
  },
  {
    id: "answer-in-lines",
    does: "Sends a second JSON text after the response to a list",
    breaks: ["http.response-json-single"],
    where: { revisions: since("2025-06-18"), transports: ["http"] },
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "answer" && isList(message?.method) ? { ...head, body: `${head.body}\n{}` } : head,
      ),
  },
  {
    id: "result-not-200",
    does: "Gives results with another status of success",
    breaks: ["http.success-status-200"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams, draw) => {
      const status = draw.pick([201, 203, 206]);
      seams.rule("resultStatus", () => () => status);
    },
  },
  {
    id: "method-elsewhere",
    does: "Serves a list at another path only",
    breaks: ["http.endpoint-post-only"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "answer" && message?.method === "resources/templates/list"
          ? { ...head, status: 404, body: undefined }
          : head,
      ),
  },
  {
    id: "accepted-not-202",
    does: "Accepts notifications and responses with another status of success",
    breaks: ["http.notification-202", "http.response-202"],
    where: { transports: ["http"] },
    apply: (seams, draw) => {
      const status = draw.pick([200, 204]);
      seams.rule("acceptedStatus", () => () => status);
    },
  },
  {
    id: "accepted-with-body",
    does: "Says in a body that it accepted a notification or response",
    breaks: ["http.notification-202", "http.response-202"],
    where: { transports: ["http"] },
    apply: (seams) =>
      seams.head((head, { because }) => (because === "accepted" ? { ...head, body: "Accepted" } : head)),
  },
  {
    id: "refused-notification-200",
    does: "Refuses a notification with an error in the body of HTTP 200",
    breaks: ["http.unacceptable-input-status"],
    where: { transports: ["http"] },
    apply: (seams) =>
      seams.head((head, { message }) =>
        message !== undefined && "method" in message && !("id" in message) && head.status >= 400
          ? { ...head, status: 200, headers: [JSON_TYPE] }
          : head,
      ),
  },
];
