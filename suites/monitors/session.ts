import { headersOf } from "../../simulators/wire/headers.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";
import { isPost, shownOf } from "./http/exchanges.ts";

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

const notMinted = monitor("session.id-not-minted", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "response" || !isPost(exchange)) return;
    m.saw();
    const [id] = headersOf(exchange.response!.headers, "mcp-session-id");
    if (id !== undefined)
      m.fail(`the session id ${JSON.stringify(id)}`, {
        ...shownOf(exchange),
        accepted: ["no Mcp-Session-Id: this revision has no sessions"],
      });
  });
});

export const monitors: readonly Monitor[] = [visibleAscii, notMinted];
