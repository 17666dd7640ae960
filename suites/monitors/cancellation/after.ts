import type { RequestInstance, SeenMessage, Signal } from "../../../simulators/trace/context.ts";
import type { MonitorTools } from "../../kit/monitor.ts";

/** A cancellation takes its time to arrive; what is sent within it has crossed it on the way, ms. */
export const CROSSING = 500;

const HELD = 1_000;

export interface Afterwards {
  /** The response to a request cancelled before. `ms` since the cancellation was sent. */
  readonly response?: (seen: SeenMessage, request: RequestInstance, ms: number) => void;
  /** A notification that belongs to it. */
  readonly notification?: (seen: SeenMessage, request: RequestInstance, ms: number) => void;
  /** The target went on answering others, and nothing more came of this one. */
  readonly silence?: (request: RequestInstance) => void;
}

/** What comes of the peer's requests after it cancelled them while they were unanswered; listens and handshakes are left out. */
export function onCancelled(m: MonitorTools, afterwards: Afterwards): void {
  const since = new Map<RequestInstance, { readonly t: number; quiet: boolean }>();
  const cancel = (request: RequestInstance, t: number) => {
    const left = request.method === "subscriptions/listen" || request.method === "initialize";
    if (left || request.from !== "peer" || request.answers > 0 || since.has(request) || since.size === HELD) return;
    since.set(request, { t, quiet: true });
  };
  m.on("notification", ({ seen, request, conversation }) => {
    if (request === undefined) return;
    if (seen.from === "target") {
      const cancelled = since.get(request);
      if (cancelled === undefined) return;
      const ms = seen.t - cancelled.t;
      if (ms > CROSSING) cancelled.quiet = false;
      afterwards.notification?.(seen, request, ms);
    } else if (seen.message.method === "notifications/cancelled" && request.cancelled === seen.seq) {
      // Modern HTTP: a stream's end is what cancels there.
      if (conversation.transport !== "http" || conversation.era === "legacy") cancel(request, seen.t);
    }
  });
  m.on("response", ({ seen, request }: Signal<"response">) => {
    if (seen.from !== "target" || request === undefined) return;
    const cancelled = since.get(request);
    if (cancelled !== undefined) {
      since.delete(request);
      afterwards.response?.(seen, request, seen.t - cancelled.t);
      return;
    }
    for (const [other, { t, quiet }] of since) if (quiet && request.seen.t - t > CROSSING) afterwards.silence?.(other);
  });
}
