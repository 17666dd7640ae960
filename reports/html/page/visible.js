// The same as in reports/visible.ts, which a test holds it to.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const NAMED = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u001b": "\\e" };

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
