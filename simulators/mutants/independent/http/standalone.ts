import { headerOf } from "../../../wire/headers.ts";
import { counted } from "../../counted.ts";
import type { Mutant } from "../../mutant.ts";

const LEGACY = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;
const where = { revisions: LEGACY, transports: ["http"] } as const;

/** The GET stream, event ids, and which stream a message goes to. */
export const standalone: readonly Mutant[] = [
  {
    id: "fourth-stream-reuses-event-ids",
    breaks: ["http.event-id-unique"],
    where,
    does: "Numbers a session's streams modulo three in its event ids",
    apply: (seams) =>
      seams.rule(
        "eventId",
        (original) => (stream, n, revision) =>
          original(
            stream.replace(/\d+$/, (count) => String(Number(count) % 3)),
            n,
            revision,
          ),
      ),
  },
  {
    id: "resumption-repeats-last-event",
    breaks: ["http.event-id-per-stream"],
    where,
    does: "Replays from the event that Last-Event-ID names instead of the one after it",
    apply: (seams) =>
      seams.rule("readEventId", (original) => (id) => {
        const place = original(id);
        return place && { ...place, n: place.n - 1 };
      }),
  },
  {
    id: "resumption-skips-one-event",
    breaks: ["http.event-id-per-stream"],
    implies: ["http.event-id-encodes-stream", "http.sse-delivers-response"],
    where,
    does: "Replays from two events after the one that Last-Event-ID names",
    apply: (seams) =>
      seams.rule("readEventId", (original) => (id) => {
        const place = original(id);
        return place && place.n > 0 ? { ...place, n: place.n + 1 } : place;
      }),
  },
  {
    id: "resumed-stream-as-text",
    breaks: ["http.get-sse-or-405"],
    where,
    does: "Gives a resumed stream as text/plain",
    apply: (seams) =>
      seams.head((head, { because, method, headers }) =>
        because === "stream" && method === "GET" && headerOf(headers, "last-event-id") !== undefined
          ? {
              ...head,
              headers: head.headers.map(([name, value]) => [name, name === "Content-Type" ? "text/plain" : value]),
            }
          : head,
      ),
  },
  {
    id: "answer-with-token-on-get-stream",
    breaks: ["http.get-stream-no-response", "http.sse-delivers-response"],
    implies: ["http.get-stream-unrelated"],
    where,
    does: "Gives the response of a call that reported progress on the GET stream while one is open",
    apply: (seams) =>
      seams.rule(
        "placement",
        (original) => (context) =>
          context.kind === "response" && tokenOf(context.request?.params) !== undefined
            ? "get-stream"
            : original(context),
      ),
  },
  {
    id: "later-progress-on-get-stream",
    breaks: ["http.get-stream-unrelated"],
    where,
    does: "Sends every second notification of a call on the GET stream while one is open",
    apply: (seams) => {
      const times = counted();
      seams.rule(
        "placement",
        (original) => (context) =>
          context.kind === "notification" && tokenOf(context.request?.params) !== undefined && times() % 2 === 0
            ? "get-stream"
            : original(context),
      );
    },
  },
  {
    id: "log-messages-on-both-streams",
    breaks: ["http.no-broadcast"],
    implies: ["http.get-stream-unrelated"],
    where,
    does: "Sends the log messages of a call on its own stream and on the GET stream",
    apply: (seams) =>
      seams.rule(
        "placement",
        (original) => (context) =>
          context.kind === "notification" && tokenOf(context.request?.params) === undefined
            ? "both"
            : original(context),
      ),
  },
  {
    id: "asks-on-both-streams",
    breaks: ["http.no-broadcast"],
    implies: ["http.get-stream-unrelated"],
    where,
    does: "Sends its own requests on the call's stream and on the GET stream",
    apply: (seams) =>
      seams.rule("placement", (original) => (context) => (context.kind === "request" ? "both" : original(context))),
  },
];

function tokenOf(params: { readonly [member: string]: unknown } | undefined): unknown {
  return (params?._meta as { readonly progressToken?: unknown } | undefined)?.progressToken;
}
