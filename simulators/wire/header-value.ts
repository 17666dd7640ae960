import { isUtf8 } from "node:buffer";

const PREFIX = "=?base64?";
const SUFFIX = "?=";
const SAFE = /^[\x20-\x7e\t]*$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether a text cannot stand in a header as it is (2026-07-28/basic/transports/streamable-http#value-encoding). */
export function needsEncoding(text: string): boolean {
  return !SAFE.test(text) || /^[ \t]|[ \t]$/.test(text) || isEncoded(text);
}

/** The header value that stands for a text: itself, or the base64 form where needed (2026-07-28/basic/transports/streamable-http#value-encoding). */
export function encodeHeaderValue(text: string): string {
  return needsEncoding(text) ? `${PREFIX}${Buffer.from(text, "utf8").toString("base64")}${SUFFIX}` : text;
}

/** The text a header value stands for; undefined when what it encloses is no base64 of UTF-8. */
export function decodeHeaderValue(value: string): string | undefined {
  if (!isEncoded(value)) return value;
  const enclosed = value.slice(PREFIX.length, -SUFFIX.length);
  if (!BASE64.test(enclosed)) return undefined;
  const bytes = Buffer.from(enclosed, "base64");
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

function isEncoded(value: string): boolean {
  return value.length >= PREFIX.length + SUFFIX.length && value.startsWith(PREFIX) && value.endsWith(SUFFIX);
}
