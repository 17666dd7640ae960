import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { Job, Outlet } from "./channel.ts";
import type { RequestFacts } from "./facts.ts";
import { META } from "./names.ts";
import type { Rules } from "./rules.ts";
import type { Outgoing } from "./seams.ts";

/** A request being served: what it is, and how to speak to its client meanwhile. */
export interface Call {
  readonly request: RequestFacts;
  readonly rules: Readonly<Rules>;
  readonly job: Job;
  /** Once the answer is on its way nothing more is said. */
  answered: boolean;
  notify(method: string, params: JsonObject): void;
  progress(progress: number, options?: { readonly total?: number; readonly message?: string }): void;
  log(level: string, data: JsonValue): void;
  /** Legacy: sends a request of the server's own on the call's stream. */
  send(message: JsonObject, kind: Outgoing["kind"]): void;
  interrupt(): boolean;
}

/** Makes a call whose messages leave by `outlet`. */
export function createCall(request: RequestFacts, job: Job, rules: Readonly<Rules>, outlet: Outlet): Call {
  let steps = 0;
  const context = outgoing(request);
  const call: Call = {
    request,
    rules,
    job,
    answered: false,
    send: (message, kind) => outlet.send(message, { ...context, kind }),
    interrupt: () => outlet.interrupt?.() ?? false,
    notify: (method, params) => {
      if (rules.mayStillSpeak({ cancelled: job.controller.signal.aborted, answered: call.answered }))
        call.send({ jsonrpc: "2.0", method, params }, "notification");
    },
    progress: (progress, options = {}) => {
      steps += 1;
      const params = rules.progress({
        token: request.meta.progressToken,
        n: steps,
        progress,
        revision: request.revision,
        ...options,
      });
      if (params) call.notify("notifications/progress", params);
    },
    log: (level, data) => {
      const minimum =
        request.era === "modern" ? (request.meta[META.logLevel] as string | undefined) : request.channel.logLevel;
      if (rules.logPasses(level, minimum, request.era))
        call.notify("notifications/message", rules.logMessage({ level, data, logger: "assay" }));
    },
  };
  return call;
}

/** What seams are told of a message that belongs to a request. */
export function outgoing({ channel, method, id, params, revision, message }: RequestFacts): Omit<Outgoing, "kind"> {
  return {
    channel: channel.name,
    request: { method, id, params, rawId: message.rawId },
    revision,
    transport: channel.transport,
  };
}
