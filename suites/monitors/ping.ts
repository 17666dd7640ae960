import { type Monitor, monitor } from "../kit/monitor.ts";
import { about, isObject, shown } from "./jsonrpc/messages.ts";
import { onTargetMessages } from "./on-target.ts";

const BOTH = { judges: "both" } as const;
/** Whatever else a scenario pings for: each answer is empty. An HTTP refusal is about the session, not about the ping. */
const emptyAnswer = monitor(
  "ping.respond",
  (m) => {
    m.on("response", (signal) => {
      const { seen, request, exchange } = signal;
      if (request?.from !== "peer" || request.method !== "ping" || (exchange?.response?.status ?? 0) >= 400) return;
      m.saw();
      const { kind, result } = seen.message;
      const extra = isObject(result) ? Object.keys(result).filter((member) => member !== "_meta") : [];
      if (kind === "result" && extra.length === 0) return;
      m.fail(shown(seen), { accepted: ["an empty result: {}"], ...about({ seen, signal }) });
    });
  },
  BOTH,
);

/** In any 2 s, ms. No rate is given: only a flood is told of. */
const WINDOW = 2_000;
const FLOOD = 20;

const notExcessive = monitor(
  "ping.not-excessive",
  (m) => {
    const recent: { readonly t: number; readonly seq: number }[] = [];
    let told = false;
    m.on("request", ({ seen, request }) => {
      if (seen.from !== "target" || request.method !== "ping") return;
      recent.push({ t: seen.t, seq: seen.seq });
      while (recent.length > 0 && seen.t - recent[0]!.t > WINDOW) recent.shift();
      if (recent.length <= FLOOD || told) return;
      told = true;
      m.saw();
      m.fail(`${recent.length} pings within ${WINDOW / 1_000} s`, {
        accepted: [`no more than ${FLOOD} pings in ${WINDOW / 1_000} s`],
        events: recent.slice(0, 20).map(({ seq }) => seq),
      });
    });
    let spoke = false;
    onTargetMessages(m, () => {
      spoke = true;
    });
    // A session in which pings could have come, and came seldom or not at all.
    m.on("end", () => {
      if (spoke) m.saw();
    });
  },
  BOTH,
);

export const monitors: readonly Monitor[] = [emptyAnswer, notExcessive];
