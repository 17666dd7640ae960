import { type Monitor, monitor } from "../kit/monitor.ts";

/** URIs remembered; more are no longer told apart. */
const HELD = 10_000;

const unsubscribeAfterSubscribe = monitor(
  "resources.unsubscribe-after-subscribe",
  (m) => {
    const subscribed = new Set<string>();
    m.on("request", ({ seen, request: { method, params } }) => {
      if (seen.from !== "target" || typeof params.uri !== "string" || subscribed.size >= HELD) return;
      if (method === "resources/subscribe") subscribed.add(params.uri);
      if (method !== "resources/unsubscribe") return;
      m.saw();
      if (!subscribed.has(params.uri))
        m.fail(`resources/unsubscribe from ${JSON.stringify(params.uri)}, which it never subscribed to`, {
          accepted: ["resources/unsubscribe from what was subscribed to"],
          events: [seen.seq],
        });
    });
  },
  { judges: "client" },
);

export const monitors: readonly Monitor[] = [unsubscribeAfterSubscribe];
