import { clip } from "./evidence.ts";
import { visible } from "./visible.ts";

const LONGEST = 400;

/** Text that no target wrote, taken as it is. */
export function escaped(text: string, longest = LONGEST): string {
  return clip(visible(text), longest)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, "\\$&")
    .replaceAll("@", "@<!-- -->")
    .replaceAll(/(https?|ftp|www)(?=[:.])/gi, "$1<!-- -->");
}

/** Whatever a target wrote: in a code span nothing of it is a mention, a link, markup or HTML. */
export function code(text: string, longest = LONGEST): string {
  const line = clip(visible(text), longest);
  const ticks = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(ticks + 1);
  const pad = line === "" || /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
