import type { Recorder } from "../../simulators/trace/events.ts";
import type { Reducer } from "../../simulators/trace/context.ts";
import { headerOf, mediaTypeOf } from "../../simulators/wire/headers.ts";

/** Features of the protocol that were seen in use; what `when` expressions ask about. */
export interface FactsObserver {
  readonly uses: ReadonlySet<string>;
  readonly sessionIssued: () => boolean;
  readonly getStream: () => boolean | undefined;
  readonly eventIds: () => boolean;
  /** Requests of the peer that were answered. */
  readonly answered: () => number;
}

/** Watches a lane for what the target turns out to use. */
export function observeFacts(reducer: Reducer, recorder: Recorder): FactsObserver {
  const uses = new Set<string>();
  let session = false;
  let stream: boolean | undefined;
  let ids = false;
  let answered = 0;
  reducer.on("response", ({ seen, request }) => {
    if (seen.from !== "target" || request === undefined) return;
    answered += 1;
    const result = seen.message.result;
    if (typeof result === "object" && result !== null && (result as { resultType?: unknown }).resultType === "input_required") uses.add("input-required");
  });
  reducer.on("request", ({ seen }) => {
    if (seen.from === "target") uses.add("server-requests");
    if (seen.from === "peer" && seen.message.method === "subscriptions/listen") uses.add("listen");
  });
  reducer.on("notification", ({ seen }) => {
    if (seen.from !== "target") return;
    if (seen.message.method === "notifications/progress") uses.add("progress");
    if (seen.message.method === "notifications/message") uses.add("log-messages");
    if (seen.message.method?.endsWith("list_changed")) uses.add("list-changes");
  });
  recorder.listen((event) => {
    if (event.kind === "http" && event.phase === "response") {
      if (headerOf(event.headers, "mcp-session-id") !== undefined) session = true;
    }
    if (event.kind === "frame" && event.sse?.id !== undefined) ids = true;
  });
  reducer.on("exchange", ({ exchange, at }) => {
    if (at !== "response" || exchange.request.method !== "GET" || exchange.defect !== undefined) return;
    const { response } = exchange;
    if (response !== undefined) stream = response.status === 200 && mediaTypeOf(response.headers) === "text/event-stream";
  });
  return { uses, sessionIssued: () => session, getStream: () => stream, eventIds: () => ids, answered: () => answered };
}
