import { stripVTControlCharacters } from "node:util";

/**
 * What is never shown as it is: line separators, C0 and C1 controls, zero-width and bidirectional formatting characters,
 * what is no character, and halves of surrogate pairs.
 */
export const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Those that have a name. */
export const NAMED: { readonly [character: string]: string } = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u001b": "\\e",
};

/** The text with everything written out that a terminal would obey or hide: whatever a target sent is untrusted. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.charCodeAt(0);
    return (
      NAMED[character] ??
      (code <= 0xff ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`)
    );
  });
}

/** The same, line by line: for text that may have several lines, such as a reproduction or a log. */
export function visibleLines(text: string): readonly string[] {
  return text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => visible(line.replaceAll("\t", "  ")));
}

/** Breaks at spaces so that no line is wider than `width` where that is possible; longer words stay whole, to be copied. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const columns = (part: string) => stripVTControlCharacters(part).length;
  for (const word of text.split(" ")) {
    if (line !== "" && columns(line) + 1 + columns(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
