import type { RequestInstance, Signal } from "../../../simulators/trace/context.ts";
import { canonicalId } from "../../../simulators/trace/ids.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shown } from "../jsonrpc/messages.ts";

/** Requests of the target that ask for progress. */
function onAsking(
  m: MonitorTools,
  listener: (request: RequestInstance, token: string, signal: Signal<"request">) => void,
): void {
  m.on("request", (signal) => {
    const { request } = signal;
    if (request.from === "target" && request.progressToken !== undefined)
      listener(request, request.progressToken, signal);
  });
}

const BOTH = { judges: "both" } as const;

const type = monitor(
  "progress.token-type",
  (m) => {
    onAsking(m, ({ seen }, token) => {
      m.saw();
      const value: unknown = JSON.parse(token);
      if (typeof value === "string" || (typeof value === "number" && Number.isInteger(value))) return;
      m.fail(shown(seen), { accepted: ["progressToken a string or an integer"], events: [seen.seq] });
    });
  },
  BOTH,
);

const unique = monitor(
  "progress.token-unique",
  (m) => {
    onAsking(m, (request, token, { conversation }) => {
      const others = [...conversation.open.values()].filter(
        (other) => other !== request && other.from === "target" && other.progressToken !== undefined,
      );
      if (others.length === 0) return;
      m.saw();
      const same = others.find((other) => canonicalId(other.progressToken!) === canonicalId(token));
      if (same === undefined) return;
      m.fail(`progressToken ${token} in two requests under way: ${shown(request.seen)}`, {
        accepted: ["a token that no other active request of the same side has"],
        events: [same.seen.seq, request.seen.seq],
      });
    });
  },
  BOTH,
);

export const asking: readonly Monitor[] = [type, unique];
