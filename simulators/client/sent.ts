import type { RawHeaders } from "../trace/events.ts";
import type { Sent } from "./peer.ts";

const SHOWN = 4 * 1024;
const PASTED = 64 * 1024;

interface SentParts {
  readonly seq: number;
  readonly text: string | Buffer;
  readonly exchange?: string;
  readonly reproduce: (text: string) => string;
}

/** Evidence of what was sent; its texts are only made when somebody looks. */
export class SentRecord implements Sent {
  readonly seq: number;
  readonly exchange?: string;
  readonly #parts: SentParts;

  constructor(parts: SentParts) {
    this.seq = parts.seq;
    if (parts.exchange !== undefined) this.exchange = parts.exchange;
    this.#parts = parts;
  }

  get text(): string {
    return shorten(this.#parts.text.toString(), SHOWN);
  }

  get reproduce(): string {
    return this.#parts.reproduce(shorten(this.#parts.text.toString(), PASTED));
  }
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}... (${text.length} characters in all)`;
}

/** A word as a POSIX shell takes it literally. */
export function shellQuote(word: string): string {
  return /^[\w/:.,=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The lines to pipe into a command's stdin, which stays open for a while: some servers leave at its end before they answer. */
export function pipeLine(lines: readonly string[], command: readonly string[]): string {
  const printed = lines.map((line) => `'${line.replaceAll("'", "'\\''")}'`).join(" ");
  return `(printf '%s\\n' ${printed}; sleep 3) | ${command.map(shellQuote).join(" ")}`;
}

const SESSION = "mcp-session-id";
/** What curl sets by itself. */
const IMPLIED = new Set(["host", "content-length", "connection"]);

/** The same request by curl. Values of the headers named in `secret` stay out: a shell variable stands for each. */
export function curlLine(
  request: {
    readonly method: string;
    readonly url: URL;
    readonly headers: RawHeaders;
    readonly body: string | undefined;
  },
  options: { readonly secret: ReadonlySet<string> },
): string {
  const words = ["curl", "-sS", "-i", "-N", "-X", request.method, shellQuote(request.url.href)];
  let note = "";
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (IMPLIED.has(lower)) continue;
    if (lower === SESSION) {
      note = "  # after initialize: SESSION is the Mcp-Session-Id of its answer";
      words.push("-H", `"${name}: $SESSION"`);
    } else if (options.secret.has(lower)) {
      words.push("-H", `"${name}: $${name.toUpperCase().replace(/\W/g, "_")}"`);
    } else words.push("-H", `'${`${name}: ${value}`.replaceAll("'", "'\\''")}'`);
  }
  if (request.body !== undefined) words.push("--data-binary", `'${request.body.replaceAll("'", "'\\''")}'`);
  return words.join(" ") + note;
}
