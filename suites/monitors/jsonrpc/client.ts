import type { RequestInstance } from "../../../simulators/trace/context.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { onReceived, shown } from "./messages.ts";

const CLIENT = { judges: "client" } as const;

/** What a client of the modern era sends. One that fell back to the handshake answers, too. */
const directions = monitor(
  "jsonrpc.directions",
  (m) => {
    onReceived(m, ({ seen, signal: { conversation } }) => {
      if (conversation.agreed !== m.revision) return;
      m.saw();
      if (seen.message.kind === "result" || seen.message.kind === "error")
        m.fail(`a response from the client: ${shown(seen)}`, {
          accepted: ["requests", "notifications"],
          events: [seen.seq],
        });
    });
  },
  { ...CLIENT, name: "jsonrpc.directions: of a client" },
);

const uniqueInFlight = monitor(
  "jsonrpc.request-id-unique-in-flight",
  (m) => {
    const byChannel = new Map<string, Map<string, RequestInstance>>();
    m.on("request", ({ seen, request, conversation: { channel, transport } }) => {
      if (seen.from !== "target") return;
      const open = byChannel.get(channel) ?? new Map<string, RequestInstance>();
      byChannel.set(channel, open);
      for (const [id, { answers, cancelled, exchange }] of open)
        if (answers > 0 || cancelled !== undefined || exchange?.end !== undefined) open.delete(id);
      if (open.size > 0) m.saw();
      const earlier = open.get(request.rawId);
      open.set(request.rawId, request);
      if (earlier === undefined) return;
      m.fail(`id ${request.rawId} of ${request.method}, while ${earlier.method} of that id was not yet answered`, {
        accepted: ["an id that no request without a response has"],
        events: [earlier.seen.seq, seen.seq],
        ...(transport === "stdio" ? {} : { warningOnly: "two clients in one program may be two senders" }),
      });
    });
  },
  CLIENT,
);

export const monitors: readonly Monitor[] = [directions, uniqueInFlight];
