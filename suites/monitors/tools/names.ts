import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { type FailOptions, type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { onPage, type Page } from "../pages.ts";

const MAX_LENGTH = 128;

const charset = named("tools.name-charset", (name) =>
  /^[A-Za-z0-9_.-]*$/.test(name)
    ? undefined
    : { what: "has other characters than A-Z a-z 0-9 _ - .", accepted: "only A-Z a-z 0-9 _ - ." },
);

// The characters that the rule calls special are those that no identifier has in any script.
const noSpecial = named("tools.name-no-special", (name) =>
  /^[\p{L}\p{M}\p{N}_.-]*$/u.test(name)
    ? undefined
    : { what: "has spaces, commas or other special characters", accepted: "no special characters" },
);

const length = named("tools.name-length", (name) => {
  const characters = [...name].length;
  return characters >= 1 && characters <= MAX_LENGTH
    ? undefined
    : { what: `has ${characters} characters`, accepted: `1 to ${MAX_LENGTH} characters` };
});

const unique = ["tools.name-unique-must", "tools.name-unique-should"].map((requirement) =>
  monitor(requirement, (m) => {
    onPage(m, (page) => {
      if (page.list !== TOOLS) return;
      if (page.items.length + (page.before?.items.length ?? 0) > 1) m.saw();
      const name = repeatedName(page);
      if (name !== undefined)
        m.fail(`more than one tool is named ${JSON.stringify(shorten(name, 200))}`, {
          ...page.shown,
          accepted: ["each name once"],
        });
    });
  }),
);

/** A name that two tools have. The same tool again on a later page is a fault of the pages, not of the names. */
function repeatedName({ items, before }: Page): string | undefined {
  const earlier = new Map<string, JsonObject>();
  for (const tool of before?.items ?? []) if (typeof tool.name === "string") earlier.set(tool.name, tool);
  const here = new Set<string>();
  for (const tool of items) {
    if (typeof tool.name !== "string") continue;
    const other = earlier.get(tool.name);
    if (here.has(tool.name) || (other !== undefined && !isDeepStrictEqual(other, tool))) return tool.name;
    here.add(tool.name);
  }
  return undefined;
}

function named(
  requirement: string,
  problem: (name: string) => { readonly what: string; readonly accepted: string } | undefined,
): Monitor {
  return monitor(requirement, (m) => {
    onToolNames(m, (name, shown) => {
      m.saw();
      const found = problem(name);
      if (found !== undefined)
        m.fail(`the tool name ${JSON.stringify(shorten(name, 200))} ${found.what}`, {
          ...shown,
          accepted: [found.accepted],
        });
    });
  });
}

function onToolNames(
  m: MonitorTools,
  listener: (name: string, shown: Pick<FailOptions, "sent" | "events">) => void,
): void {
  onPage(m, ({ list, items, shown }) => {
    if (list === TOOLS) for (const { name } of items) if (typeof name === "string") listener(name, shown);
  });
}

export const nameMonitors: readonly Monitor[] = [charset, noSpecial, length, ...unique];
