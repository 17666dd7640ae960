import type { Progress } from "../harness/options.ts";
import { progressView } from "../reports/progress.ts";
import { type Interrupted, interruptible } from "./interrupt.ts";
import type { OutputFlags } from "./options/output-flags.ts";

/** Runs work that tells of its progress on stderr and that signals end early. */
export async function watched<T>(
  flags: OutputFlags,
  work: (tools: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void }) => Promise<T>,
): Promise<Interrupted<T>> {
  const terminal = process.stderr.isTTY === true;
  const view = progressView({
    mode: flags.quiet ? "quiet" : terminal ? "live" : "plain",
    write: (text) => process.stderr.write(text),
    ...(terminal ? { width: process.stderr.columns } : {}),
  });
  try {
    return await interruptible((signal) => work({ signal, onProgress: view.show }));
  } finally {
    view.clear();
  }
}
