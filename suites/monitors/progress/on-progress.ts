import type { RequestInstance, Signal } from "../../../simulators/trace/context.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { rawAt } from "../../../simulators/wire/lossless.ts";
import type { MonitorTools } from "../../kit/monitor.ts";
import { isObject, isReplay } from "../jsonrpc/messages.ts";

export interface Progress {
  readonly signal: Signal<"notification">;
  readonly params: JsonObject;
  /** Exact text of the token; undefined where there is none. */
  readonly token: string | undefined;
  /** The request that asked for it. */
  readonly request: RequestInstance | undefined;
}

/** Each progress notification of the target, once: what a stream repeats on demand is left out. */
export function onProgress(m: MonitorTools, listener: (progress: Progress) => void): void {
  m.on("notification", (signal) => {
    const { seen, request } = signal;
    if (seen.from !== "target" || seen.message.method !== "notifications/progress" || isReplay(signal)) return;
    const token = rawAt(seen.message.text, ["params", "progressToken"]);
    listener({
      signal,
      params: seen.message.params ?? {},
      token,
      request: request?.from === "peer" ? request : undefined,
    });
  });
}

/** A task goes on after its request was answered, and so does its progress. */
export function isTask({ params, firstAnswer }: RequestInstance): boolean {
  const result = firstAnswer?.message.result;
  return params.task !== undefined || (isObject(result) && (isObject(result.task) || result.resultType === "task"));
}
