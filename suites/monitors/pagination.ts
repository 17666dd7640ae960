import { type Monitor, monitor } from "../kit/monitor.ts";
import { onPage } from "./pages.ts";

const cursorString = monitor("pagination.cursor-string", (m) => {
  onPage(m, ({ list, result, shown }) => {
    // An absent cursor may always come as null or a number instead.
    m.saw(list.method);
    if (result.nextCursor !== undefined && typeof result.nextCursor !== "string")
      m.fail(`nextCursor ${JSON.stringify(result.nextCursor)} in a result of ${list.method}`, {
        ...shown,
        facet: list.method,
        accepted: ["a string", "no nextCursor at all on the last page"],
      });
  });
});

/** Lists are asked for by clients alone. */
const cursorStringAsked = monitor(
  "pagination.cursor-string",
  (m) => {
    m.on("request", ({ seen, request: { method, params } }) => {
      if (seen.from !== "target" || !method.endsWith("/list") || params.cursor === undefined) return;
      m.saw();
      if (typeof params.cursor !== "string")
        m.fail(`cursor ${JSON.stringify(params.cursor)} in ${method}`, {
          accepted: ["a string", "no cursor at all for the first page"],
          events: [seen.seq],
        });
    });
  },
  { name: "pagination.cursor-string-asked", judges: "client" },
);

export const monitors: readonly Monitor[] = [cursorString, cursorStringAsked];
