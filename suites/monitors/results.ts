import type { Conversation, RequestInstance, SeenMessage } from "../../simulators/trace/context.ts";
import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import type { MonitorTools } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";

/** A result of the target to an honest request. */
export interface Answered {
  readonly request: RequestInstance;
  readonly seen: SeenMessage;
  readonly result: JsonObject;
  readonly conversation: Conversation;
  /** What shows it, for a finding. */
  readonly shown: { readonly sent: string; readonly events: readonly number[] };
}

/** Calls back for each result that is an object, to a known request of one of these methods. */
export function onResult(m: MonitorTools, methods: readonly string[], listener: (answered: Answered) => void): void {
  m.on("response", ({ seen, request, conversation }) => {
    if (request === undefined || seen.from !== "target" || seen.message.kind !== "result") return;
    const { result } = seen.message;
    if (!methods.includes(request.method) || !isObject(result)) return;
    const shown = { sent: shorten(request.seen.message.text), events: [request.seen.seq, seen.seq] };
    listener({ request, seen, result, conversation, shown });
  });
}

/** Whether a result is final: no interim result and no task stands for it (2026-07-28/basic#result). */
export function isComplete({ result, request }: Answered): boolean {
  if (result.resultType !== undefined) return result.resultType === "complete";
  // A task-augmented call is answered by the task (2025-11-25/basic/utilities/tasks#creating-tasks).
  return !(request.params.task !== undefined && isObject(result.task));
}
