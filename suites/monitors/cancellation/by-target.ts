import type { Signal } from "../../../simulators/trace/context.ts";
import type { JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shown } from "../jsonrpc/messages.ts";
import { CROSSING } from "./after.ts";

/** Cancellations that the target sends. */
function onCancellation(m: MonitorTools, listener: (signal: Signal<"notification">) => void): void {
  m.on("notification", (signal) => {
    const { seen } = signal;
    if (seen.from === "target" && seen.message.method === "notifications/cancelled") listener(signal);
  });
}

function isId(requestId: JsonValue | undefined): boolean {
  return typeof requestId === "string" || (typeof requestId === "number" && Number.isInteger(requestId));
}

const BOTH = { judges: "both" } as const;

const shape = monitor(
  "cancellation.request-id-param",
  (m) => {
    onCancellation(m, ({ seen, seq }) => {
      m.saw();
      const { requestId, reason } = seen.message.params ?? {};
      if (isId(requestId) && (reason === undefined || typeof reason === "string")) return;
      const optional = m.revision === "2025-11-25" && requestId === undefined;
      m.fail(shown(seen), {
        accepted: ["params.requestId a string or an integer; params.reason, where present, a string"],
        events: [seq],
        ...(optional ? {} : { outsideAllReadings: "the ambiguity is about an absent requestId in 2025-11-25 alone" }),
      });
    });
  },
  BOTH,
);

const ownRequests = monitor(
  "cancellation.only-own-requests",
  (m) => {
    onCancellation(m, ({ seen, seq, request }) => {
      if (!isId(seen.message.params?.requestId)) return;
      m.saw();
      if (request?.from === "target") return;
      m.fail(`${shown(seen)}, an id that no request of the same side had`, {
        accepted: ["the id of a request that its sender made itself"],
        events: [seq],
      });
    });
  },
  BOTH,
);

const inProgress = monitor(
  "cancellation.only-in-progress",
  (m) => {
    onCancellation(m, ({ seen, seq, request }) => {
      if (request?.from !== "target") return;
      m.saw();
      const answer = request.firstAnswer;
      if (answer === undefined || seen.t - answer.t <= CROSSING) return;
      m.fail(`${shown(seen)}, ${Math.round(seen.t - answer.t)} ms after that request was answered`, {
        accepted: ["a cancellation of a request still unanswered"],
        events: [request.seen.seq, answer.seq, seq],
      });
    });
  },
  BOTH,
);

const noOtherUse = monitor("cancellation.server-no-other-use", (m) => {
  // Any call under way could have been cancelled.
  m.on("response", ({ seen, request }) => {
    if (seen.from === "target" && request?.method === "tools/call") m.saw();
  });
  onCancellation(m, ({ seen, seq, request }) => {
    if (!isId(seen.message.params?.requestId)) return;
    m.saw();
    if (request?.method === "subscriptions/listen") return;
    m.fail(shown(seen), {
      accepted: ["a cancellation only of a subscriptions/listen, to end that subscription"],
      events: request === undefined ? [seq] : [request.seen.seq, seq],
    });
  });
});

const notTheHandshake = monitor(
  "cancellation.not-initialize",
  (m) => {
    m.on("response", ({ seen, request }) => {
      if (seen.from === "peer" && request?.method === "initialize") m.saw();
    });
    onCancellation(m, ({ seen, seq, request }) => {
      if (request?.from !== "target" || request.method !== "initialize") return;
      m.saw();
      m.fail(shown(seen), { accepted: ["no cancellation of initialize"], events: [request.seen.seq, seq] });
    });
  },
  { judges: "client" },
);

export const byTarget: readonly Monitor[] = [shape, ownRequests, inProgress, noOtherUse, notTheHandshake];
