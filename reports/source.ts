import { visible } from "./visible.ts";

const SITE = "https://modelcontextprotocol.io/specification";
const SCHEMA = "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema";
/** The site has a page of the schema from 2025-06-18 on. */
const HAVE_SCHEMA_PAGE: ReadonlySet<string> = new Set(["2025-06-18", "2025-11-25", "2026-07-28"]);
const TASKS = "https://github.com/modelcontextprotocol/ext-tasks/blob/main";

/** Where a requirement's source (`page#heading`, `schema#type`, `ext-tasks/page#heading`) is read on the web. */
export function sourceLink(revision: string, source: string): string {
  return encodeURI(visible(linkOf(revision, source)));
}

function linkOf(revision: string, source: string): string {
  const [page = "", heading] = source.split("#");
  const anchor = heading === undefined || heading === "" ? "" : `#${heading}`;
  if (page === "schema" && !HAVE_SCHEMA_PAGE.has(revision)) return `${SCHEMA}/${revision}/schema.ts`;
  if (page.startsWith("ext-tasks/")) return `${TASKS}/${page.slice("ext-tasks/".length)}.mdx${anchor}`;
  // The site serves a folder's index page under the folder's name.
  return `${SITE}/${revision}/${page.replace(/(^|\/)index$/, "")}${anchor}`;
}
