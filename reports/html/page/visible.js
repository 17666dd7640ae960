/* global HIDDEN, NAMED */
// Both are those of reports/visible.ts: they are put before this script.

function spelled(character) {
  const code = character.charCodeAt(0);
  return (
    NAMED[character] ??
    (code <= 0xff ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`)
  );
}

/** The text with everything written out that would hide or reorder it. */
export function visible(text) {
  return text.replace(HIDDEN, spelled);
}

/** The same as a list of plain strings and of what was written out: `{ control }`. */
export function visibleParts(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ control: spelled(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
