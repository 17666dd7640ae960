import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Revision } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "../kit/requirement.ts";
import { placesOf } from "./validate.ts";

/** Sources that a checkout of the specification does not have, as `id: source does not exist in revision`. */
export function unresolvedSources(requirements: readonly Requirement[], checkout: string): readonly string[] {
  const pages = new Map<string, ReadonlySet<string>>();
  const lookUp = (path: string, read: (text: string) => ReadonlySet<string>) => {
    const found = pages.get(path) ?? (existsSync(path) ? read(readFileSync(path, "utf8")) : new Set<string>());
    pages.set(path, found);
    return found;
  };
  const exists = (revision: Revision, source: string) => {
    const [page, heading] = source.split("#") as [string, string];
    return page === "schema"
      ? lookUp(join(checkout, "schema", revision, "schema.ts"), typesOf).has(heading)
      : lookUp(join(checkout, "docs/specification", revision, `${page}.mdx`), anchorsOf).has(heading);
  };
  return requirements.flatMap((requirement) =>
    placesOf(requirement)
      // The tasks extension lives in a repository of its own.
      .filter(([revision, source]) => !source.startsWith("ext-tasks/") && !exists(revision, source))
      .map(([revision, source]) => `${requirement.id}: ${source} does not exist in ${revision}`),
  );
}

function typesOf(schema: string): ReadonlySet<string> {
  return new Set(
    [...schema.matchAll(/^export (?:interface|type|const) (\w+)/gm)].map(([, name]) => name!.toLowerCase()),
  );
}

/** A page's title, and its headings (a repeated one gets -2, -3, ...). */
function anchorsOf(page: string): ReadonlySet<string> {
  const found = new Set<string>();
  const title = /^---\n[\s\S]*?^title:\s*"?(.*?)"?\s*$/m.exec(page)?.[1];
  if (title !== undefined) found.add(slug(title));
  const times = new Map<string, number>();
  for (const heading of headingsOf(page)) {
    const name = slug(heading);
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    found.add(nth === 1 ? name : `${name}-${nth}`);
  }
  return found;
}

function headingsOf(page: string): readonly string[] {
  let fenced = false;
  return page.split("\n").flatMap((line) => {
    if (line.trimStart().startsWith("```")) fenced = !fenced;
    return (!fenced && /^#{1,6}\s+(.*)$/.exec(line)?.[1]) || [];
  });
}

function slug(heading: string): string {
  return heading
    .replace(/<[^>]+>/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/[\s-]+/g, "-");
}
