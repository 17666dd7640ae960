import { visible, visibleLines } from "../visible.ts";

/** Markup that is safe as it stands; only `html` makes it. */
export class Html {
  readonly #text: string;

  /** @internal Use `html`. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Part = Html | string | number | false | undefined | readonly Part[];

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup with everything put into it shown as text: escaped, what would hide or reorder it written out. Attributes need their quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0]!;
  parts.forEach((part, index) => {
    text += markup(part) + strings[index + 1]!;
  });
  return new Html(text);
}

/** Text of several lines, each kept. */
export function lines(text: string): Html {
  return new Html(visibleLines(text).map(escaped).join("\n"));
}

/** A block of JSON that no script runs and no markup ends, to be read by the page's script. */
export function dataBlock(kind: "runs" | "result" | "excerpts", of: number, value: unknown): Html {
  const json = JSON.stringify(value).replace(
    /[<>&\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return new Html(`<script type="application/json" data-${kind}="${of}">${json}</script>\n`);
}

/** Style and script of our own, in the elements that the policy names by their digests. */
export function element(name: "style" | "script", text: string): Html {
  return new Html(`<${name}>${text}</${name}>`);
}

function markup(part: Part): string {
  if (part === false || part === undefined) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.map(markup).join("");
  return escaped(visible(String(part)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
