import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { onReceived, shown } from "./messages.ts";

const BOTH = { judges: "both" } as const;
/** Requests that the target sends where no legacy client spoke to it on the channel before. */
function onlyAnswers(m: MonitorTools): void {
  const legacy = new Set<string>();
  m.on(
    "request",
    ({ request, conversation }) => {
      if (request.from === "peer" && request.method === "initialize") legacy.add(conversation.channel);
    },
    { defects: true },
  );
  onReceived(m, ({ seen, signal }) => {
    if (legacy.has(signal.conversation.channel)) return;
    m.saw();
    if (seen.message.kind === "request")
      m.fail(`a request from the server: ${shown(seen)}`, {
        accepted: ["responses", "notifications"],
        events: [seen.seq],
      });
  });
}

export const serverNoRequests = monitor("jsonrpc.server-no-requests", onlyAnswers);
export const directions = monitor("jsonrpc.directions", onlyAnswers);

export const utf8 = monitor(
  "jsonrpc.utf8",
  (m) => {
    m.on(
      "invalid",
      ({ seen }) => {
        if (seen.from !== "target" || seen.message.layer !== "bytes" || !seen.message.problem?.includes("UTF-8"))
          return;
        m.saw();
        m.fail(`bytes that are no UTF-8: ${shown(seen)}`, { accepted: ["UTF-8"], events: [seen.seq] });
      },
      { defects: true },
    );
    onReceived(m, ({ seen }) => {
      if (/[\u0080-\uffff]/.test(seen.message.text) && seen.message.layer !== "bytes") m.saw();
    });
  },
  BOTH,
);

export const monitors: readonly Monitor[] = [serverNoRequests, directions, utf8];
