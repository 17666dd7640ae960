/**
 * Requirements that schemas name, too, and that a judge of their own judges: it sees more than one message, what is no
 * message at all, answers to what was wrong on purpose, one method at a time, or readings between right and wrong.
 */
export function isJudgedElsewhere(requirement: string): boolean {
  return AREAS.has(requirement.slice(0, requirement.indexOf("."))) || SINGLE.has(requirement);
}

const AREAS: ReadonlySet<string> = new Set([
  "jsonrpc",
  "meta",
  "caching",
  "subscriptions",
  "progress",
  "cancellation",
  "versioning",
  "lifecycle",
]);

const SINGLE: ReadonlySet<string> = new Set([
  "discover.supported-versions",
  "pagination.cursor-string",
  "tools.list-result-shape",
  "tools.call-result-shape",
  "tools.output-schema-any-root",
  "tools.name-charset",
  "tools.name-length",
  "tools.name-no-special",
]);
