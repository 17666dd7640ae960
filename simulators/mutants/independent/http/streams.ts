import type { JsonValue } from "../../../wire/json.ts";
import { counted } from "../../counted.ts";
import type { Mutant } from "../../mutant.ts";

const HTTP = ["http"] as const;
const LEGACY = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;

/** The streams that POSTs are answered by, and what a lost connection means. */
export const streams: readonly Mutant[] = [
  {
    id: "stream-open-after-error",
    breaks: ["http.sse-ends-after-response"],
    where: { transports: HTTP },
    does: "Ends a stream after a result, and leaves it open after an error response",
    apply: (seams) => seams.rule("endsAfterResponse", () => (_request, response) => response?.error === undefined),
  },
  {
    id: "stream-open-after-progress",
    breaks: ["http.sse-ends-after-response"],
    where: { transports: HTTP },
    does: "Leaves the stream of a call with a progress token open",
    apply: (seams) =>
      seams.rule(
        "endsAfterResponse",
        () =>
          ({ meta }) =>
            meta.progressToken === undefined,
      ),
  },
  {
    id: "two-messages-in-one-event",
    breaks: ["http.sse-event-format"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Sends a call's last progress notification and its response as two data lines of one event",
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
        if (kind !== "response" || !before) return [bytes];
        return [Buffer.concat([before.subarray(0, before.lastIndexOf("\n\n") + 1), dataOnly(bytes)])];
      });
    },
  },
  {
    id: "error-event-over-many-lines",
    breaks: ["http.sse-event-format"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Writes error responses indented, with `data:` on the first line only",
    apply: (seams) =>
      seams.event((bytes, { kind }) => {
        const text = bytes.toString("utf8");
        const data = /^data: ?(.*)$/m.exec(text)?.[1];
        if (kind !== "response" || data === undefined || !data.includes('"error":{"code"')) return [bytes];
        return [Buffer.from(text.replace(data, () => JSON.stringify(JSON.parse(data), null, 2)))];
      }),
  },
  {
    id: "listen-stream-may-be-buffered",
    breaks: ["http.sse-x-accel-buffering"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Leaves X-Accel-Buffering away on the stream of subscriptions/listen",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "stream" && message?.method === "subscriptions/listen"
          ? { ...head, headers: head.headers.filter(([name]) => name !== "X-Accel-Buffering") }
          : head,
      ),
  },
  {
    id: "progress-leaks-to-neighbour",
    breaks: ["http.sse-related-notifications-must", "http.sse-related-messages-should"],
    implies: ["http.no-broadcast"],
    where: { transports: HTTP },
    does: "Repeats a call's progress on the stream of the call that was started before it and still runs",
    apply: (seams) => {
      const latest = new Map<string, JsonValue>();
      const key = (channel: string, id: JsonValue) => `${channel} ${JSON.stringify(id)}`;
      seams.message((message, { channel, kind, request, transport }) => {
        const token = (request?.params._meta as { readonly progressToken?: JsonValue } | undefined)?.progressToken;
        if (transport !== "http" || !request || token === undefined) return [message];
        const own = key(channel, request.id);
        if (kind === "response") latest.delete(own);
        if (message.method !== "notifications/progress") return [message];
        latest.set(own, token);
        const [other] = [...latest].filter(([name]) => name !== own).at(-1) ?? [];
        if (other === undefined) return [message];
        const params = { ...(message.params as object), progressToken: latest.get(other)! };
        return [message, { ...message, params }];
      });
    },
  },
  {
    id: "second-break-without-retry",
    breaks: ["http.sse-retry-before-close"],
    where: { revisions: ["2025-11-25"], transports: HTTP },
    does: "Sends retry before every first break of a connection, and none before every second",
    apply: (seams) => {
      const times = counted();
      seams.rule("retryMs", (original) => (revision) => (times() % 2 === 1 ? original(revision) : undefined));
    },
  },
  {
    id: "primes-after-first-message",
    breaks: ["http.sse-prime-event"],
    where: { revisions: ["2025-11-25"], transports: HTTP },
    does: "Sends the priming event after the first message of a stream",
    apply: (seams) => {
      const primed = new Set<string>();
      seams.rule("primes", () => () => false);
      seams.event((bytes, { channel, request, revision }) => {
        const name = `${channel} ${JSON.stringify(request?.id)}`;
        if (revision !== "2025-11-25" || !request || primed.has(name)) return [bytes];
        primed.add(name);
        return [bytes, Buffer.from(`id: late-${primed.size}-${channel}\ndata:\n\n`)];
      });
    },
  },
  {
    id: "prime-id-names-no-stream",
    breaks: ["http.event-id-encodes-stream"],
    implies: ["http.sse-delivers-response", "http.event-id-per-stream"],
    where: { revisions: ["2025-11-25"], transports: HTTP },
    does: "Knows the stream of every event id but that of the priming event",
    apply: (seams) =>
      seams.rule("readEventId", (original) => (id) => {
        const place = original(id);
        return place?.n === 0 ? undefined : place;
      }),
  },
  {
    id: "disconnect-cancels-calls-with-token",
    breaks: ["http.disconnect-not-cancellation"],
    where: { revisions: LEGACY, transports: HTTP },
    does: "Aborts a call that reports progress when its connection is lost",
    apply: (seams) =>
      seams.rule(
        "disconnectCancels",
        (original) => (revision, request) => original(revision, request) || request.meta.progressToken !== undefined,
      ),
  },
  {
    id: "disconnect-ignored-without-token",
    breaks: ["http.disconnect-is-cancellation", "http.disconnect-stop-work"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Takes a closed stream for a cancellation only where the call has a progress token",
    apply: (seams) =>
      seams.rule(
        "disconnectCancels",
        (original) => (revision, request) => original(revision, request) && request.meta.progressToken !== undefined,
      ),
  },
  {
    id: "disconnect-ignored-with-string-id",
    breaks: ["http.disconnect-is-cancellation", "http.disconnect-stop-work"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Does not find the work of a string id when its stream is closed",
    apply: (seams) =>
      seams.rule(
        "disconnectCancels",
        (original) => (revision, request) => original(revision, request) && typeof request.id !== "string",
      ),
  },
  {
    id: "disconnect-of-equal-id",
    breaks: ["http.disconnect-does-not-affect-others"],
    where: { revisions: ["2026-07-28"], transports: HTTP },
    does: "Keeps running calls by their id alone, so that one client's disconnect silences another's call of the same id",
    apply: (seams) => {
      const running = new Map<string, Set<string>>();
      const doomed = new Set<string>();
      seams.rule("endsAfterResponse", (original) => (request, response) => {
        running.get(JSON.stringify(request.id))?.delete(request.channel.name);
        return original(request, response);
      });
      seams.rule("methodKnown", (original) => (request, rules) => {
        const key = JSON.stringify(request.id);
        if (request.method === "tools/call")
          running.set(key, (running.get(key) ?? new Set()).add(request.channel.name));
        return original(request, rules);
      });
      seams.rule("disconnectCancels", (original) => (revision, request) => {
        for (const name of running.get(JSON.stringify(request.id)) ?? [])
          if (name !== request.channel.name) doomed.add(name);
        return original(revision, request);
      });
      seams.message((message, { channel }) => (doomed.has(channel) ? [] : [message]));
    },
  },
];

function dataOnly(bytes: Buffer): Buffer {
  return Buffer.from(
    `${bytes
      .toString("utf8")
      .split("\n")
      .filter((line) => line.startsWith("data:"))
      .join("\n")}\n\n`,
  );
}
