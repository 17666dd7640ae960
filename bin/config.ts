import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Command, Option } from "commander";
import { parseDocument } from "yaml";
import { nearest } from "../harness/nearest.ts";
import { AssayError } from "../harness/options.ts";

/** Read from the working directory unless --config names another. */
export const CONFIG_FILE = "mcp-assay.yaml";

/** The commands that read it: each has a section of its own. */
export const SECTIONS = ["server", "client"] as const;

/** Flags that say what to do once, not how things are. */
const ONCE: ReadonlySet<string> = new Set(["help", "config", "update-baseline", "reason"]);
/** Keys whose value is a place, seen from the file. */
const PLACES: ReadonlySet<string> = new Set(["cwd", "trace", "baseline"]);
/** Keys that take a list; what a flag takes between commas, or repeated. */
const LISTS: ReadonlySet<string> = new Set([
  "revision",
  "transport",
  "area",
  "requirement",
  "scenario",
  "header",
  "env",
  "report",
  "call-tools",
]);
/** Keys that take names with values as well, and what stands between them in the flag. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ["header", ": "],
  ["env", "="],
  ["report", "="],
]);
/** Who is driven is one thing: a target on the command line is not mixed with that of the file. */
const TARGET: ReadonlySet<string> = new Set(["command", "url", "cwd"]);

/** Adds `--config`. */
export function addConfigFlag(command: Command): Command {
  return command.option("--config <file>", `read options from there (default: ${CONFIG_FILE}, where there is one)`);
}

/** The keys of a command's section: one for each of its flags, and the target's command. */
export function keysOf(command: Command): ReadonlyMap<string, Option> {
  return new Map(
    command.options
      .filter((option) => !option.negate && option.long !== undefined)
      .map((option) => [option.long!.slice(2), option] as const)
      .filter(([key]) => !ONCE.has(key)),
  );
}

/**
 * Gives the command the values of its section that no flag gave, and the target's command, that of the command line first.
 * @throws AssayError naming the file and the key.
 */
export function configured(
  command: Command,
  target: readonly string[] | undefined,
): { readonly target: readonly string[] | undefined; readonly file: string | undefined } {
  const flags = command.opts<{ readonly config?: string; readonly url?: string }>();
  const file = flags.config ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  if (file === undefined) return { target, file };
  const section = sectionOf(file, command.name());
  const folder = dirname(resolve(file));
  const options = keysOf(command);
  const given = target !== undefined || flags.url !== undefined;
  let own = target;
  for (const [key, value] of Object.entries(section)) {
    const place = `${file}: ${command.name()}.${key}`;
    const option = options.get(key);
    if (option === undefined && key !== "command") throw unknown(place, key, ["command", ...options.keys()]);
    if (given && TARGET.has(key)) continue;
    if (option === undefined) own = commandOf(place, value);
    else if (command.getOptionValueSource(option.attributeName()) !== "cli")
      command.setOptionValueWithSource(option.attributeName(), read(place, key, option, value, folder), "config");
  }
  // What the file starts is started where the file stands.
  if (own !== target && command.getOptionValue("cwd") === undefined)
    command.setOptionValueWithSource("cwd", relative("", folder) || ".", "config");
  return { target: own, file };
}

function sectionOf(file: string, name: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(`--config ${file}`, code === "ENOENT" ? "there is no such file" : `cannot be read (${code})`);
  }
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw wrong(file, `expected YAML: ${error.message.split("\n")[0]}`);
  const whole: unknown = document.toJS() ?? {};
  if (!isRecord(whole)) throw wrong(file, `expected the sections ${SECTIONS.join(" and ")}`);
  for (const key of Object.keys(whole))
    if (!(SECTIONS as readonly string[]).includes(key)) throw unknown(`${file}: ${key}`, key, SECTIONS);
  const section = whole[name] ?? {};
  if (!isRecord(section)) throw wrong(`${file}: ${name}`, "expected keys such as command and revision");
  return section;
}

function commandOf(place: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return value.map((part) => textOf(place, part));
  throw wrong(place, "expected the command and its arguments as a list, such as [node, server.js]");
}

function read(place: string, key: string, option: Option, value: unknown, folder: string): unknown {
  if (option.isBoolean()) {
    if (typeof value !== "boolean") throw wrong(place, `expected true or false, got ${JSON.stringify(value)}`);
    // `false` is what a flag without "--no-" cannot say: as if it were not given.
    return value || key === "color" ? value : undefined;
  }
  const texts = textsOf(place, key, value).map((text) => placed(key, text, folder));
  try {
    return (key === "call-tools" ? [texts.join(",")] : texts).reduce<unknown>(
      (previous, text) => (option.parseArg === undefined ? text : option.parseArg(text, previous)),
      option.defaultValue,
    );
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new AssayError(error.code, 2, `${place.slice(0, -key.length)}${error.message.replace(/^--/, "")}`);
  }
}

function textsOf(place: string, key: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && LISTS.has(key)) return value.map((item) => textOf(place, item));
  const between = PAIRS.get(key);
  if (isRecord(value) && between !== undefined)
    return Object.entries(value).map(([name, of]) => (of === null ? name : `${name}${between}${textOf(place, of)}`));
  return [textOf(place, value)];
}

function textOf(place: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw wrong(place, `expected a text or a number, got ${value === null ? "nothing" : JSON.stringify(value)}`);
}

function placed(key: string, text: string, folder: string): string {
  const place = (path: string) => relative("", resolve(folder, path)) || ".";
  if (PLACES.has(key)) return place(text);
  if (key !== "report") return text;
  const at = text.indexOf("=");
  return at < 0 || at === text.length - 1 ? text : `${text.slice(0, at + 1)}${place(text.slice(at + 1))}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unknown(place: string, key: string, known: readonly string[]): AssayError {
  const near = nearest(key, known);
  const meant = near === undefined ? `; known are ${known.join(", ")}` : `; did you mean ${near}?`;
  return wrong(place, `there is no such key${meant}`);
}

function wrong(place: string, message: string): AssayError {
  return new AssayError("config.wrong", 2, `${place}: ${message}`);
}
