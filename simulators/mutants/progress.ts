import type { Seams } from "../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../wire/json.ts";
import { LEGACY, MODERN, since } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

const PROGRESS = "notifications/progress";

export const mutants: readonly Mutant[] = [
  {
    id: "late-progress",
    does: "Reports progress once more after the response",
    breaks: ["progress.stop-after-completion"],
    apply: (seams) => {
      const last = new Map<string, number>();
      seams.message((message, { kind, request }) => {
        const token = (request?.params._meta as JsonObject | undefined)?.progressToken;
        if (token === undefined) return [message];
        const key = JSON.stringify(token);
        if (message.method === PROGRESS) last.set(key, (message.params as { readonly progress: number }).progress);
        if (kind !== "response") return [message];
        const params = { progressToken: token, progress: (last.get(key) ?? 0) + 1 };
        return [message, { jsonrpc: "2.0", method: PROGRESS, params }];
      });
    },
  },
  {
    id: "progress-stands-still",
    does: "Reports the same progress again and again",
    breaks: ["progress.increases"],
    apply: (seams) => editProgress(seams, (params) => ({ ...params, progress: 1 })),
  },
  {
    id: "progress-falls",
    does: "Counts down instead of up",
    breaks: ["progress.increases"],
    apply: (seams) => editProgress(seams, (params) => ({ ...params, progress: 1_000 - Number(params.progress) })),
  },
  {
    id: "empty-progress-message",
    does: "Sends a message without words with its progress",
    breaks: ["progress.message-helpful"],
    where: { revisions: since("2025-03-26") },
    apply: (seams, draw) => {
      const message = draw.pick(["", " ", "\n"]);
      editProgress(seams, (params) => ({ ...params, message }));
    },
  },
  odd("progress-as-text", "progress", ["50", null, "50 %"]),
  odd("progress-total-as-text", "total", ["100", null, [100]]),
  {
    id: "progress-message-object",
    does: "Sends an object as the message of its progress",
    breaks: ["progress.notification-shape"],
    where: { revisions: since("2025-03-26") },
    apply: (seams, draw) => {
      const message = draw.pick<JsonValue>([{ text: "half-way" }, 50, null]);
      editProgress(seams, (params) => ({ ...params, message }));
    },
  },
  {
    id: "progress-on-other-stream",
    does: "Reports the progress of one request on the stream of another that runs at the same time",
    breaks: ["progress.on-request-stream"],
    implies: ["http.sse-related-notifications-must", "progress.increases", "progress.stop-after-completion"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: swapsStreams,
  },
  {
    id: "token-retyped",
    does: "Sends progress tokens back as another JSON type",
    breaks: ["progress.token-echo"],
    apply: (seams) =>
      editProgress(seams, ({ progressToken: token, ...params }) => {
        if (typeof token === "number") return { ...params, progressToken: String(token) };
        const digits = typeof token === "string" && /^\d{1,15}$/.test(token);
        return { ...params, progressToken: digits ? Number(token) : token! };
      }),
  },
  {
    id: "token-invented",
    does: "Reports progress under a token of its own making",
    breaks: ["progress.only-active-tokens"],
    implies: ["progress.opt-in"],
    apply: (seams, draw) => {
      const token = draw.pick<JsonValue>([draw.word(10), 8_000_000 + draw.integer(0, 999)]);
      editProgress(seams, (params) => ({ ...params, progressToken: token }));
    },
  },
  {
    id: "progress-unasked",
    does: "Reports progress of calls that asked for none",
    breaks: ["progress.opt-in"],
    implies: ["progress.only-active-tokens", "http.sse-related-notifications-must"],
    where: { revisions: MODERN },
    apply: (seams, draw) => {
      const prefix = draw.word(4);
      let n = 0;
      seams.rule("progress", (original) => (step) => {
        if (step.token !== undefined) return original(step);
        n += 1;
        return original({ ...step, token: `${prefix}-${n}` });
      });
    },
  },
  {
    id: "ask-token-type",
    does: "Asks for progress under a token that is neither string nor integer",
    breaks: ["progress.token-type"],
    implies: ["progress.token-unique"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const odd = draw.pick<JsonValue>([true, { token: 1 }, [1], 0.5, null]);
      seams.rule("askToken", () => () => odd);
    },
  },
  {
    id: "ask-token-repeated",
    does: "Asks for progress of each of its requests under the same token",
    breaks: ["progress.token-unique"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const token = draw.pick<JsonValue>([draw.word(6), 1]);
      seams.rule("askToken", () => () => token);
    },
  },
  {
    id: "refuses-unknown-progress",
    does: "Answers progress for a token that it never gave with an error",
    breaks: ["progress.track-tokens"],
    implies: ["jsonrpc.notification-no-response"],
    where: { revisions: LEGACY },
    apply: (seams) =>
      seams.rule(
        "notificationAcceptable",
        (original) => (incoming, rules) =>
          incoming.message.method === PROGRESS
            ? { error: { code: -32602, message: "unknown progress token" } }
            : original(incoming, rules),
      ),
  },
];

function editProgress(seams: Seams, edit: (params: JsonObject) => JsonObject): void {
  seams.message((message) =>
    message.method === PROGRESS && isObject(message.params)
      ? [{ ...message, params: edit(message.params) }]
      : [message],
  );
}

function odd(id: string, member: string, values: readonly JsonValue[]): Mutant {
  return {
    id,
    does: `Sends ${member} of its progress as something that is no number`,
    breaks: ["progress.notification-shape"],
    apply: (seams, draw) => {
      const value = draw.pick(values);
      editProgress(seams, (params) => ({ ...params, [member]: value }));
    },
  };
}

/** Keeps a report back until another request has something to say. */
function swapsStreams(seams: Seams): void {
  let held: { readonly owner: string; readonly message: JsonObject } | undefined;
  seams.message((message, { request }) => {
    const owner = JSON.stringify(request?.id);
    const foreign = held !== undefined && held.owner !== owner ? [held.message] : [];
    if (message.method !== PROGRESS) {
      if (foreign.length > 0) held = undefined;
      return [...foreign, message];
    }
    if (foreign.length === 0 && held !== undefined) return [message];
    held = { owner, message };
    return foreign;
  });
}
