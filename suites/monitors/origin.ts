import { headerOf } from "../../simulators/wire/headers.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";

/** A 403 has many causes; one that speaks of the Origin has this one. */
const absentAllowed = monitor("origin.absent-allowed", (m) =>
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "end" || exchange.response === undefined) return;
    if (headerOf(exchange.request.headers, "origin") !== undefined) return;
    m.saw();
    if (exchange.response.status !== 403) return;
    const about = exchange.received.find(({ message }) => /origin/i.test(message.error?.message ?? ""));
    if (about === undefined) return;
    m.fail(`HTTP 403, ${about.message.text}`, {
      accepted: ["no refusal for an Origin header that did not come"],
      events: [exchange.request.seq, exchange.response.seq, about.seq],
      sent: `${exchange.request.method} ${exchange.request.target} without an Origin header`,
    });
  }),
);

export const monitors: readonly Monitor[] = [absentAllowed];
