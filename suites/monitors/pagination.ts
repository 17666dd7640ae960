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

export const monitors: readonly Monitor[] = [cursorString];
