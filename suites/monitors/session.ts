import { headersOf } from "../../simulators/wire/headers.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";
import { shownOf } from "./http/exchanges.ts";

const visibleAscii = monitor("session.id-visible-ascii", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "response") return;
    for (const id of headersOf(exchange.response!.headers, "mcp-session-id")) {
      m.saw();
      if (!/^[\x21-\x7e]+$/.test(id))
        m.fail(`the session id ${JSON.stringify(id)}`, {
          ...shownOf(exchange),
          accepted: ["an id of visible ASCII characters, 0x21 to 0x7E"],
        });
    }
  });
});

export const monitors: readonly Monitor[] = [visibleAscii];
