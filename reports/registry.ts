import type { Report } from "../schemas/report.ts";
import type { TerminalOptions } from "./terminal.ts";

/** Turns the canonical report into text of one format. */
export type Renderer = (report: Report, options: TerminalOptions) => string;

/** Every report format by its name on the command line; each is loaded when it is asked for. */
export const FORMATS: Readonly<Record<string, () => Promise<Renderer>>> = {
  terminal: async () => (await import("./terminal.ts")).renderTerminal,
  json: async () => (await import("./json.ts")).renderJson,
  html: async () => (await import("./html.ts")).renderHtml,
  junit: async () => (await import("./junit.ts")).renderJunit,
  sarif: async () => (await import("./sarif.ts")).renderSarif,
  markdown: async () => (await import("./markdown.ts")).renderMarkdown,
  github: async () => (await import("./github.ts")).renderGithub,
  tap: async () => (await import("./tap.ts")).renderTap,
  badge: async () => (await import("./badge.ts")).renderBadge,
};
