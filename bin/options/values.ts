import { wrong } from "./wrong.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** ms of `500ms`, `3s`, `10m`, `1h`; a bare number means seconds. @throws AssayError */
export function parseDuration(flag: string, text: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const ms = Number(number) * UNITS[unit]!;
  if (number === undefined || ms <= 0 || ms > 2 ** 31 - 1)
    throw wrong(flag, text, "a duration such as 500ms, 3s or 10m");
  return ms;
}

/** Items of a comma list, added to those given before: the flag may be repeated. */
export function parseList(text: string, previous: readonly string[] = []): readonly string[] {
  const items = text.split(",").map((item) => item.trim());
  return [...new Set([...previous, ...items.filter((item) => item !== "")])];
}

/** An integer in range. @throws AssayError */
export function parseInteger(flag: string, text: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < min || value > max) {
    throw wrong(
      flag,
      text,
      max === Number.MAX_SAFE_INTEGER ? `an integer of ${min} or more` : `an integer from ${min} to ${max}`,
    );
  }
  return value;
}

/** `Name: value` as a header field. @throws AssayError, which never shows the value: it may be a secret. */
export function parseHeader(flag: string, text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(text) ?? [];
  if (name === undefined || value === undefined || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw wrong(flag, `${text.split(/[:\s]/, 1)[0]} ...`, "'Name: value'");
  }
  return [name, value];
}

/** `KEY=VALUE` as an environment variable. @throws AssayError, which never shows the value. */
export function parseEnv(flag: string, text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  if (at <= 0 || text.includes("\0")) throw wrong(flag, at < 0 ? text : "=...", "KEY=VALUE");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** An absolute http or https URL, kept as it was written; `{port}` may stand for its port. @throws AssayError */
export function parseUrl(flag: string, text: string): string {
  const sample = text.replaceAll("{port}", "1");
  const url = URL.canParse(sample) ? new URL(sample) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") {
    throw wrong(flag, text, "an http or https URL such as http://127.0.0.1:3000/mcp");
  }
  if (url.username !== "" || url.password !== "")
    throw wrong(flag, url.hostname, "a URL without user and password; use --header 'Authorization: ...'");
  return text;
}

/** `FORMAT` (to stdout) or `FORMAT=FILE`. */
export interface ReportWish {
  readonly format: string;
  readonly file: string | undefined;
}

/** @throws AssayError for a format that does not exist or a missing file name. */
export function parseReport(flag: string, text: string, formats: readonly string[]): ReportWish {
  const at = text.indexOf("=");
  const format = at < 0 ? text : text.slice(0, at);
  const file = at < 0 ? undefined : text.slice(at + 1);
  if (!formats.includes(format))
    throw wrong(flag, format, `one of ${formats.join(", ")}, with =FILE or without`, formats);
  if (file === "") throw wrong(flag, text, `a file name after "${format}="`);
  return { format, file };
}
