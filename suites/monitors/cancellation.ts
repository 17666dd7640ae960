import type { RequestInstance, SeenMessage } from "../../simulators/trace/context.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { CROSSING, onCancelled } from "./cancellation/after.ts";
import { byTarget } from "./cancellation/by-target.ts";
import { shown } from "./jsonrpc/messages.ts";

const noResponse = monitor("cancellation.no-response", (m) => {
  onCancelled(m, {
    silence: () => m.saw(),
    response: (seen, request, ms) => {
      // An answer may have been on its way, but not one that says it was cancelled.
      const tells = /cancel|abort/i.test(seen.message.error?.message ?? "");
      if (!tells && ms <= CROSSING) return;
      m.saw();
      m.fail(`${Math.round(ms)} ms after the cancellation: ${shown(seen)}`, {
        accepted: ["no response to a request once it is cancelled"],
        events: [request.seen.seq, request.cancelled!, seen.seq],
        sent: shorten(request.seen.message.text, 400),
        timed: !tells,
      });
    },
  });
});

const nothingFurther = monitor("stdio.cancel-no-further-messages", (m) => {
  const late = (seen: SeenMessage, request: RequestInstance, ms: number) => {
    if (ms <= CROSSING) return;
    m.saw();
    m.fail(`${Math.round(ms)} ms after the cancellation: ${shown(seen)}`, {
      accepted: ["no message for a request once its cancellation is processed"],
      events: [request.seen.seq, request.cancelled!, seen.seq],
      sent: shorten(request.seen.message.text, 400),
      timed: true,
    });
  };
  onCancelled(m, { silence: () => m.saw(), response: late, notification: late });
});

/** Progress that goes on tells of work that goes on. */
const stops = monitor("cancellation.receiver-stops", (m) => {
  onCancelled(m, {
    silence: (request) => {
      if (request.progress.length > 0) m.saw();
    },
    notification: (seen, request, ms) => {
      if (ms <= CROSSING || seen.message.method !== "notifications/progress") return;
      m.saw();
      m.fail(`progress ${Math.round(ms)} ms after the cancellation: ${shown(seen)}`, {
        accepted: ["work on a cancelled request stops, and its progress with it"],
        events: [request.seen.seq, request.cancelled!, seen.seq],
        sent: shorten(request.seen.message.text, 400),
        timed: true,
      });
    },
  });
});

export const monitors: readonly Monitor[] = [noResponse, nothingFurther, stops, ...byTarget];
