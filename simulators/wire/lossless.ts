/** What JSON.parse loses of a JSON text. */
export interface JsonScan {
  /** Exact source text of a top-level object's member value; the last one when the key is repeated. */
  rawMember(name: string): string | undefined;
  /** JSON pointers of keys that occur more than once in their object, at any depth; at most 100. */
  readonly duplicates: readonly string[];
  /** Deepest nesting of objects and arrays; 0 for a scalar. */
  readonly depth: number;
}

interface Level {
  /** Keys so far; undefined in an array. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

const MAX_DUPLICATES = 100;
const [QUOTE, BRACE, BRACKET, BRACE_END, BRACKET_END] = [0x22, 0x7b, 0x5b, 0x7d, 0x5d];

/** Reads what JSON.parse loses, without recursion. For a text that is no JSON it gives what can be told, and never throws. */
export function scanJson(text: string): JsonScan {
  const duplicates: string[] = [];
  const levels: Level[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    const level = levels.at(-1);
    if (char === "{" || char === "[") {
      levels.push({ keys: char === "{" ? new Set() : undefined, key: "", index: 0 });
      depth = Math.max(depth, levels.length);
      at++;
    } else if (char === "}" || char === "]") {
      levels.pop();
      at++;
    } else if (char === ",") {
      if (level) level.index++;
      at++;
    } else if (char === '"') {
      const end = skipString(text, at);
      const colon = level?.keys === undefined ? -1 : skipSpace(text, end);
      if (level?.keys && text[colon] === ":") {
        level.key = unquote(text.slice(at, end));
        if (level.keys.has(level.key) && duplicates.length < MAX_DUPLICATES) duplicates.push(pointerOf(levels));
        level.keys.add(level.key);
        at = colon + 1;
      } else at = end;
    } else at++;
  }
  return { rawMember: (name) => rawMember(text, name), duplicates, depth };
}

/** Whether objects and arrays are nested deeper than `limit`; for a text that is no JSON, whether they may be. */
export function nestsDeeper(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = skipString(text, at) - 1;
    else if (char === BRACE || char === BRACKET) {
      if (++depth > limit) return true;
    } else if (char === BRACE_END || char === BRACKET_END) depth--;
  }
  return false;
}

/** Exact source text of a member of the object that `text` is; the last one when repeated. */
export function rawMember(text: string, name: string): string | undefined {
  let found: string | undefined;
  for (const [key, raw] of rawEntries(text, "{")) if (key === name) found = raw;
  return found;
}

/** Exact source text at a path of object keys, such as `params`, `_meta`, `progressToken`. */
export function rawAt(text: string, path: readonly string[]): string | undefined {
  let raw: string | undefined = text;
  for (const name of path) {
    if (raw === undefined) return undefined;
    raw = rawMember(raw, name);
  }
  return raw;
}

/** Exact source texts of the elements of the array that `text` is. */
export function rawElements(text: string): readonly string[] {
  return Array.from(rawEntries(text, "["), ([, raw]) => raw);
}

function* rawEntries(text: string, opening: "{" | "["): Generator<readonly [key: string, raw: string]> {
  let at = skipSpace(text, 0);
  if (text[at] !== opening) return;
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== "}" && text[at] !== "]") {
    let key = "";
    if (opening === "{") {
      if (text[at] !== '"') return;
      const end = skipString(text, at);
      key = unquote(text.slice(at, end));
      at = skipSpace(text, end);
      if (text[at] !== ":") return;
      at = skipSpace(text, at + 1);
    }
    const end = skipValue(text, at);
    if (end === at) return;
    yield [key, text.slice(at, end)];
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
}

/** The index after the value that begins at `at`. */
function skipValue(text: string, at: number): number {
  if (text[at] === '"') return skipString(text, at);
  if (text[at] !== "{" && text[at] !== "[") {
    let end = at;
    while (end < text.length && !isDelimiter(text.charCodeAt(end))) end++;
    return end;
  }
  let depth = 0;
  for (let i = at; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = skipString(text, i);
      continue;
    }
    if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
    i++;
    if (depth === 0) return i;
  }
  return text.length;
}

function skipString(text: string, at: number): number {
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let slash = quote;
    while (slash > from && text.charCodeAt(slash - 1) === 0x5c) slash--;
    if ((quote - slash) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && isSpace(text.charCodeAt(i))) i++;
  return i;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDelimiter(code: number): boolean {
  return isSpace(code) || code === 0x2c || code === 0x3a || code === 0x5d || code === 0x7d;
}

function unquote(raw: string): string {
  if (!raw.includes("\\")) return raw.slice(1, -1);
  try {
    return JSON.parse(raw) as string;
  } catch {
    return raw.slice(1, -1);
  }
}

function pointerOf(levels: readonly Level[]): string {
  return levels
    .map(({ keys, key, index }) => `/${keys ? key.replaceAll("~", "~0").replaceAll("/", "~1") : index}`)
    .join("");
}
