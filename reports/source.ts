const SITE = "https://modelcontextprotocol.io/specification";
const TASKS = "https://github.com/modelcontextprotocol/ext-tasks/blob/main";

/** Where a requirement's source (`page#heading`, `schema#type`, `ext-tasks/page#heading`) is read on the web. */
export function sourceLink(revision: string, source: string): string {
  const [page = "", heading] = source.split("#");
  const anchor = heading === undefined || heading === "" ? "" : `#${heading}`;
  if (page.startsWith("ext-tasks/")) return `${TASKS}/${page.slice("ext-tasks/".length)}.mdx${anchor}`;
  // The site serves a folder's index page under the folder's name.
  return `${SITE}/${revision}/${page.replace(/(^|\/)index$/, "")}${anchor}`;
}
