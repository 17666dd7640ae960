import type { ClientMutant } from "../../client/app/mutant.ts";
import { LEGACY, MODERN, since } from "../../wire/revisions.ts";
import { failsWhenGiven, onRequest } from "./edits.ts";

const HTTP = { transports: ["http"] } as const;
const STREAMABLE = LEGACY.filter((revision) => revision !== "2024-11-05");
const isCall = (body: string | Buffer | undefined) => body?.toString().includes('"tools/call"');

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-puts-its-calls",
    breaks: ["http.post-method"],
    where: HTTP,
    does: "sends calls by PUT",
    apply: onRequest((request) => (isCall(request.body) ? { ...request, method: "PUT" } : request)),
  },
  {
    id: "client-posts-arrays",
    breaks: ["http.post-single-message"],
    implies: ["http.one-post-per-message", "batch.not-supported"],
    where: { ...HTTP, revisions: since("2025-06-18") },
    does: "wraps a call in an array",
    apply: onRequest((request) => (isCall(request.body) ? { ...request, body: `[${request.body}]` } : request)),
  },
  {
    id: "client-posts-two-messages",
    breaks: ["http.one-post-per-message"],
    implies: ["http.post-single-message", "jsonrpc.framing"],
    where: HTTP,
    does: "sends a notification in the body of a call, on a line of its own",
    apply: onRequest((request) =>
      isCall(request.body)
        ? { ...request, body: `${request.body}\n{"jsonrpc":"2.0","method":"notifications/assay/extra"}` }
        : request,
    ),
  },
  {
    id: "client-gets-in-modern-era",
    breaks: ["http.client-no-get-stream"],
    implies: ["http.post-method"],
    where: { ...HTTP, revisions: MODERN },
    does: "asks for a stream by GET between its requests",
    apply: onRequest((request) => (isCall(request.body) ? { ...request, method: "GET", body: undefined } : request)),
  },
  {
    id: "client-resumes-in-modern-era",
    breaks: ["http.no-resumability"],
    where: { ...HTTP, revisions: MODERN },
    does: "sends Last-Event-ID with its calls",
    apply: onRequest((request) =>
      isCall(request.body) ? { ...request, headers: [...request.headers, ["Last-Event-ID", "1"]] } : request,
    ),
  },
  {
    id: "client-reads-no-streams",
    breaks: ["http.client-supports-both-content-types"],
    where: HTTP,
    does: "cannot make use of an answer that comes as a stream",
    apply: failsWhenGiven(/"answered by a stream"/),
  },
  {
    id: "client-chokes-on-comments",
    breaks: ["http.sse-client-ignores-comments"],
    where: { ...HTTP, revisions: MODERN },
    does: "takes a comment in a stream for the end of it",
    apply: failsWhenGiven(/"answered between comments"/),
  },
  {
    id: "client-never-resumes",
    breaks: ["http.client-polls"],
    where: { ...HTTP, revisions: ["2025-11-25"] },
    does: "does not go on with a stream that the server broke off",
    apply: onRequest((request) => ({
      ...request,
      headers: request.headers.filter(([name]) => name.toLowerCase() !== "last-event-id"),
    })),
  },
  {
    id: "client-resumes-by-post",
    breaks: ["http.resume-always-get"],
    implies: ["http.post-method", "http.one-post-per-message"],
    where: { ...HTTP, revisions: ["2025-11-25"] },
    does: "goes on with a stream by POST",
    apply: onRequest((request) =>
      request.headers.some(([name]) => name.toLowerCase() === "last-event-id")
        ? { ...request, method: "POST" }
        : request,
    ),
  },
  {
    id: "client-forgets-event-id",
    breaks: ["http.resume-last-event-id"],
    where: { ...HTTP, revisions: ["2025-11-25"] },
    does: "goes on with a stream under an id that it was not given",
    apply: onRequest((request) => ({
      ...request,
      headers: request.headers.map(([name, value]) =>
        name.toLowerCase() === "last-event-id" ? ([name, `${value}9`] as const) : ([name, value] as const),
      ),
    })),
  },
  {
    id: "client-resumes-at-once",
    breaks: ["http.client-respects-retry"],
    where: { ...HTTP, revisions: ["2025-11-25"] },
    does: "goes on with a stream without the wait that it was asked for",
    apply: (seams) => seams.process({ resumesAfterMs: 0 }),
  },
  {
    id: "client-cancels-in-silence",
    breaks: ["http.cancel-explicit"],
    implies: ["timeouts.cancel-on-expiry"],
    where: { ...HTTP, revisions: STREAMABLE },
    does: "gives a call up without telling the server",
    apply: (seams) => seams.message((message) => (message.method === "notifications/cancelled" ? [] : [message])),
  },
  {
    id: "client-posts-response-to-bait",
    breaks: ["http.client-no-responses"],
    where: { ...HTTP, revisions: MODERN },
    does: "answers whatever looks like a request of the server's",
    apply: (seams) => {
      let answered = false;
      seams.message((message) => {
        if (message.method !== "tools/call" || answered) return [message];
        answered = true;
        return [message, { jsonrpc: "2.0", id: "bait", result: { roots: [] } }];
      });
    },
  },
];
