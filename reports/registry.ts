import type { Report } from "../schemas/report.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderTerminal, type TerminalOptions } from "./terminal.ts";

/** Turns the canonical report into text of one format. */
export type Renderer = (report: Report, options: TerminalOptions) => string;

/** Every report format by its name on the command line. */
export const FORMATS: Readonly<Record<string, Renderer>> = {
  terminal: renderTerminal,
  json: renderJson,
  html: renderHtml,
};
