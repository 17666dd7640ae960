import type { ClientMutant } from "../../client/app/mutant.ts";
import type { JsonObject } from "../../wire/json.ts";

const BATCHES = { revisions: ["2025-03-26"] } as const;
const isFrom = (message: JsonObject, id: string) => message.method === undefined && message.id === id;

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-sends-lists",
    breaks: ["batch.not-supported"],
    implies: ["stdio.single-message-per-line", "http.post-single-message", "http.client-post-single-message"],
    where: { revisions: ["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"] },
    provokedBy: ["jsonrpc"],
    does: "puts a notification into an array",
    apply: (seams) => {
      let done = false;
      seams.message((message) => {
        if (done || message.method !== "tools/call") return [message];
        done = true;
        return [[{ jsonrpc: "2.0", method: "notifications/com.example/ready" }], message];
      });
    },
  },
  {
    id: "client-initializes-in-array",
    breaks: ["batch.not-with-initialize"],
    where: BATCHES,
    does: "puts initialize into an array",
    apply: (seams) => seams.message((message) => [message.method === "initialize" ? [message] : message]),
  },
  {
    id: "client-mixes-responses-in",
    breaks: ["batch.http-post-body-forms"],
    implies: ["jsonrpc.result-id-echo", "jsonrpc.notification-no-response", "batch.notifications-only-silent"],
    where: { ...BATCHES, transports: ["http"] },
    provokedBy: ["jsonrpc"],
    does: "posts a response beside a notification",
    apply: (seams) =>
      seams.message((message) =>
        message.method === "tools/call"
          ? [
              [
                { jsonrpc: "2.0", method: "notifications/com.example/ready" },
                { jsonrpc: "2.0", id: "x", result: {} },
              ],
              message,
            ]
          : [message],
      ),
  },
  {
    id: "client-deaf-to-arrays",
    breaks: ["batch.receive"],
    where: BATCHES,
    does: "takes no arrays",
    apply: (seams) =>
      seams.message((message) => (message.method === undefined && /^batch-/.test(String(message.id)) ? [] : [message])),
  },
  {
    id: "client-answers-first-of-array",
    breaks: ["batch.response-per-request"],
    implies: ["batch.receive"],
    where: BATCHES,
    does: "answers the first request of an array alone",
    apply: (seams) => seams.message((message) => (isFrom(message, "batch-2") ? [] : [message])),
  },
  {
    id: "client-answers-all-of-array",
    breaks: ["batch.notifications-only-silent"],
    implies: ["batch.response-per-request"],
    where: BATCHES,
    does: "answers notifications of an array, too",
    apply: (seams) =>
      seams.message((message) =>
        isFrom(message, "batch-2")
          ? [message, { jsonrpc: "2.0", id: null, error: { code: -32_601, message: "no such method" } }]
          : [message],
      ),
  },
];
