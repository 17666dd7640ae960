import type { RequestInstance } from "../../../simulators/trace/context.ts";
import { since } from "../../../simulators/wire/revisions.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shown } from "../jsonrpc/messages.ts";
import { onProgress } from "./on-progress.ts";

const shape = monitor("progress.notification-shape", (m) => {
  const hasMessage = since("2025-03-26").includes(m.revision);
  onProgress(m, ({ signal: { seen, seq }, params }) => {
    m.saw();
    const { progressToken, progress, total, message } = params;
    const fits =
      (typeof progressToken === "string" || (typeof progressToken === "number" && Number.isInteger(progressToken))) &&
      typeof progress === "number" &&
      (total === undefined || typeof total === "number") &&
      (!hasMessage || message === undefined || typeof message === "string");
    if (fits) return;
    m.fail(shown(seen), {
      accepted: [
        `progressToken a string or an integer, progress a number, total a number where present${hasMessage ? ", message a string where present" : ""}`,
      ],
      events: [seq],
    });
  });
});

const increases = monitor("progress.increases", (m) => {
  const last = new WeakMap<RequestInstance, { readonly value: number; readonly seq: number }>();
  onProgress(m, ({ signal: { seen, seq }, params: { progress }, request }) => {
    if (request === undefined || typeof progress !== "number") return;
    const before = last.get(request);
    last.set(request, { value: progress, seq });
    if (before === undefined) return;
    m.saw();
    if (progress > before.value) return;
    m.fail(`progress ${progress} after ${before.value}: ${shown(seen)}`, {
      accepted: [`a progress greater than ${before.value}`],
      events: [request.seen.seq, before.seq, seq],
      sent: shown(request.seen),
      ...(progress < before.value ? { outsideAllReadings: "a value that falls does not increase in any reading" } : {}),
    });
  });
});

const helpful = monitor("progress.message-helpful", (m) => {
  onProgress(m, ({ signal: { seen, seq }, params: { message } }) => {
    if (typeof message !== "string") return;
    m.saw();
    if (message.trim() !== "") return;
    m.fail(shown(seen), { accepted: ["a message that tells something, or none"], events: [seq] });
  });
});

export const reports: readonly Monitor[] = [shape, increases, helpful];
