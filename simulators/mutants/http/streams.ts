import { MODERN, type Revision, since, until } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

const LEGACY_HTTP: readonly Revision[] = since("2025-03-26").filter((one) => until("2025-11-25").includes(one));
const RESUMING: readonly Revision[] = ["2025-11-25"];

/** The stream beside a stream of the same session. */
function neighbour(stream: string): string {
  return stream.replace(/\d+$/, (n) => String(Number(n) % 2 === 0 ? Number(n) - 1 : Number(n) + 1));
}

export const streams: readonly Mutant[] = [
  {
    id: "stream-buffered",
    does: "Sends event streams without X-Accel-Buffering",
    breaks: ["http.sse-x-accel-buffering"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) =>
      seams.rule(
        "streamHeaders",
        (original) => (era) => original(era).filter(([name]) => name.toLowerCase() !== "x-accel-buffering"),
      ),
  },
  {
    id: "asks-on-stream",
    does: "Sends a request of its own on the stream of a call",
    breaks: ["http.sse-no-requests"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams, draw) => {
      const method = draw.pick(["ping", "roots/list", "sampling/createMessage"]);
      seams.message((message, { kind, request, transport }) =>
        kind === "response" && transport === "http" && request?.method === "tools/call"
          ? [{ jsonrpc: "2.0", id: `server-${draw.word(6)}`, method, params: {} }, message]
          : [message],
      );
    },
  },
  {
    id: "event-data-cut",
    does: "Cuts the last character off the data of a notification's event",
    breaks: ["http.sse-event-format"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) =>
      seams.event((bytes, { kind }) =>
        kind === "notification" ? [Buffer.from(bytes.toString("utf8").replace(/\}\n\n$/, "\n\n"))] : [bytes],
      ),
  },
  {
    id: "event-ids-again",
    does: "Gives events ids although streams cannot be resumed",
    breaks: ["http.no-resumability"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) => seams.rule("eventId", () => (stream, n) => `${stream}.${n}`),
  },
  {
    id: "stream-ends-early",
    does: "Ends the stream of a call before its response, which never comes",
    breaks: ["http.sse-delivers-response", "http.sse-no-early-close"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) => {
      seams.rule("eventId", () => () => undefined);
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.params.name === "assay_slow" ? [] : [message],
      );
    },
  },
  {
    id: "stream-left-open",
    does: "Leaves streams open after the response",
    breaks: ["http.sse-ends-after-response"],
    where: { transports: ["http"] },
    apply: (seams) => seams.rule("endsAfterResponse", () => () => false),
  },
  {
    id: "stream-not-primed",
    does: "Begins streams with a message, not with an id and empty data",
    breaks: ["http.sse-prime-event"],
    where: { revisions: RESUMING, transports: ["http"] },
    apply: (seams) => seams.rule("primes", () => () => false),
  },
  {
    id: "no-retry-before-close",
    does: "Breaks connections off without saying when to come back",
    breaks: ["http.sse-retry-before-close", "http.get-retry-before-close"],
    where: { revisions: RESUMING, transports: ["http"] },
    apply: (seams) => seams.rule("retryMs", () => () => undefined),
  },
  {
    id: "event-ids-per-stream",
    does: "Counts event ids from one on each stream",
    breaks: ["http.event-id-unique"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) => seams.rule("eventId", () => (_stream, n) => String(n + 1)),
  },
  {
    id: "resumes-other-stream",
    does: "Gives who comes back the rest of another stream",
    breaks: ["http.resume-no-cross-stream", "http.event-id-encodes-stream"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) =>
      seams.rule("readEventId", (original) => (id) => {
        const place = original(id);
        return place && { ...place, stream: neighbour(place.stream) };
      }),
  },
  {
    id: "resumes-one-late",
    does: "Leaves out an event when it gives a client the rest of a stream",
    breaks: ["http.event-id-per-stream"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) =>
      seams.rule("readEventId", (original) => (id) => {
        const place = original(id);
        return place && { ...place, n: place.n + 1 };
      }),
  },
];
