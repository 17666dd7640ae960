import { AssayError } from "../harness/options.ts";
import { visible, visibleLines } from "../reports/visible.ts";

/** What to say about something thrown, and the exit status that goes with it. */
export interface Failure {
  readonly text: string;
  readonly exit: number;
}

/** A user's mistake or an unreachable target in one sentence; anything else is a fault of ours, with its stack where asked for. */
export function failureOf(error: unknown, options: { readonly stack: boolean }): Failure {
  if (error instanceof AssayError) {
    const stderr = error.stderr?.trim() ? `\nlast lines of its stderr:\n${indented(error.stderr)}` : "";
    return { text: `mcp-assay: ${visible(error.message)}${stderr}\n`, exit: error.exit };
  }
  const message = error instanceof Error ? error.message : String(error);
  const stack = options.stack && error instanceof Error ? `\n${error.stack ?? ""}` : " (--verbose shows where)";
  return { text: `mcp-assay: internal error, please report it: ${visible(message)}${stack}\n`, exit: 4 };
}

function indented(text: string): string {
  return visibleLines(text)
    .map((line) => `  ${line}`)
    .join("\n");
}
