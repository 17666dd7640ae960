import { readFileSync } from "node:fs";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Report } from "../schemas/report.ts";
import { AssayError } from "./options.ts";
import { VERSION } from "./version.ts";

const SCHEMA = new URL("../schemas/report.schema.json", import.meta.url);
const EXCERPT = 60;

let compiled: ValidateFunction | undefined;

/**
 * Reads a report that `--report json=FILE` wrote; `-` is standard input.
 * @throws AssayError when it cannot be read, is cut short, is something else, or is of a version that this one cannot read.
 */
export function readReport(file: string): Report {
  return parseReport(file === "-" ? "standard input" : file, textOf(file));
}

/** @throws AssayError as `readReport` does. */
export function parseReport(name: string, text: string): Report {
  const value = jsonOf(name, text);
  compiled ??= new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
  if (compiled(value)) return value as Report;
  throw wrong(name, misfit(value, compiled.errors?.[0]));
}

function textOf(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(
      file,
      code === "ENOENT" ? "there is no such file" : `cannot be read (${code ?? (error as Error).message})`,
    );
  }
}

function jsonOf(name: string, text: string): unknown {
  const begin = text.trimStart();
  if (begin === "") throw wrong(name, "expected a report, got an empty file");
  try {
    return JSON.parse(text);
  } catch {
    if (!begin.startsWith("{"))
      throw wrong(name, `expected a report as JSON, got text that begins ${JSON.stringify(begin.slice(0, EXCERPT))}`);
    if (/^\{[^\n]*\}\r?\n\{/.test(begin))
      throw wrong(name, "expected a report, got JSON Lines; is it a trace? mcp-assay judge reads those");
    throw wrong(
      name,
      "expected a whole report, got JSON that is cut short or damaged; was the run that wrote it killed?",
    );
  }
}

function misfit(value: unknown, error: ErrorObject | undefined): string {
  const { assay } = (value ?? {}) as { readonly assay?: { readonly version?: unknown } };
  const version = assay?.version;
  if (typeof version !== "string") return `expected a report that --report json wrote, got other JSON${kindOf(value)}`;
  const place = error?.instancePath === "" ? "" : ` at ${error?.instancePath}`;
  const what = `it ${error?.message ?? "does not fit"}${place}`;
  if (version === VERSION) return `not a report as this version writes them: ${what}; was it edited?`;
  return `written by mcp-assay ${version}, which this version (${VERSION}) cannot read: ${what}; run the check again, or use mcp-assay ${version}`;
}

function kindOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  if ("$schema" in value && String(value.$schema).includes("sarif")) return " (SARIF)";
  if ("schemaVersion" in value && "label" in value) return " (a badge)";
  return "kind" in value ? " (a trace? mcp-assay judge reads those)" : "";
}

function wrong(name: string, message: string): AssayError {
  return new AssayError("report.unreadable", 2, `${name}: ${message}`);
}
