import { readFileSync } from "node:fs";

/** docs/findings.md: a section for each target, `## name`, with a line for each triaged requirement, its id in backticks. */
export function triaged(): ReadonlyMap<string, ReadonlySet<string>> {
  const sections = readFileSync(new URL("../../docs/findings.md", import.meta.url), "utf8")
    .split(/^## /m)
    .slice(1);
  return new Map(
    sections.map((section) => [
      /^\S+/.exec(section)![0],
      new Set([...section.matchAll(/^- `([a-z-]+\.[a-z0-9-]+)`/gm)].map((match) => match[1]!)),
    ]),
  );
}
