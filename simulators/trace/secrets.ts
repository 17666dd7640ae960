import { createHmac } from "node:crypto";
import { freshSalt } from "../clock/salt.ts";
import type { RawHeaders } from "./events.ts";

const CREDENTIALS = new Set(["authorization", "proxy-authorization"]);
const COOKIES = new Set(["cookie", "set-cookie"]);
/** Shorter strings would be found by chance everywhere. */
const SHORTEST = 4;

/** Replaces secrets by tags `secret:<8 hex>` that are equal for equal values within one trace. */
export class Redactor {
  readonly #salt = freshSalt();
  readonly #secrets = new Map<string, string>();
  /** Per byte stream: the end of what came, held back because a secret may begin there. */
  readonly #heldBack = new Map<string, string>();

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) this.add(secret);
  }

  /** Replaces the secret from now on wherever it occurs, as it is or as a JSON string spells it. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    const tag = this.#tag(secret);
    this.#secrets.set(secret, tag);
    this.#secrets.set(JSON.stringify(secret).slice(1, -1), tag);
  }

  /** Credentials keep their scheme; they are secrets from then on in every text. */
  headers(headers: RawHeaders): RawHeaders {
    return headers.map(([name, value]) => {
      const key = name.toLowerCase();
      if (COOKIES.has(key)) return [name, this.#tag(value)] as const;
      if (!CREDENTIALS.has(key)) return [name, this.text(value)] as const;
      const [, scheme = "", credentials = value] = /^([A-Za-z][\w-]* +)(.+)$/.exec(value) ?? [];
      this.add(credentials);
      return [name, scheme + this.#tag(credentials)] as const;
    });
  }

  text(text: string): string {
    let clean = text;
    for (const [secret, tag] of this.#secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, tag);
    return clean;
  }

  /** Every string in a JSON-like value. */
  deep<T>(value: T): T {
    if (this.#secrets.size === 0) return value;
    if (typeof value === "string") return this.text(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.deep(item)) as T;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.deep(item)])) as T;
  }

  /** The next bytes of a stream. A tail in which a secret may begin comes with the next bytes instead. */
  bytes(stream: string, bytes: Buffer): Buffer {
    if (this.#secrets.size === 0) return bytes;
    let clean = (this.#heldBack.get(stream) ?? "") + bytes.toString("latin1");
    const spelled = Array.from(
      this.#secrets,
      ([secret, tag]) => [Buffer.from(secret).toString("latin1"), tag] as const,
    );
    for (const [secret, tag] of spelled) clean = clean.replaceAll(secret, tag);
    const held = Math.max(...spelled.map(([secret]) => overlap(clean, secret)));
    this.#heldBack.set(stream, clean.slice(clean.length - held));
    return Buffer.from(clean.slice(0, clean.length - held), "latin1");
  }

  #tag(value: string): string {
    return `secret:${createHmac("sha256", this.#salt).update(value).digest("hex").slice(0, 8)}`;
  }
}

/** Length of the longest end of `text` with which `secret` begins. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
