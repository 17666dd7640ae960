import type { Clock } from "../../clock/clock.ts";
import type { Outlet } from "../../server/channel.ts";
import type { RequestFacts } from "../../server/facts.ts";
import type { Seams } from "../../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { LEGACY, MODERN, since } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

const PROGRESS = "notifications/progress";

export const mutants: readonly Mutant[] = [
  {
    id: "digits-token-becomes-number",
    breaks: ["progress.token-echo"],
    implies: ["progress.only-active-tokens"],
    does: "A string token that is all digits comes back as a number.",
    apply: (seams) =>
      editing(seams, (params) => {
        const token = params.progressToken;
        return typeof token === "string" && /^\d+$/.test(token) ? { ...params, progressToken: Number(token) } : params;
      }),
  },
  {
    id: "falsy-token-replaced",
    breaks: ["progress.only-active-tokens"],
    implies: ["progress.token-echo"],
    does: "The token 0 or an empty one is replaced by the request's id.",
    apply: (seams) =>
      seams.message((message, { request }) => {
        const params = progressOf(message);
        if (!params || !request || (params.progressToken !== 0 && params.progressToken !== "")) return [message];
        return [{ ...message, params: { ...params, progressToken: request.id } }];
      }),
  },
  {
    id: "request-id-for-token",
    breaks: ["progress.only-active-tokens"],
    implies: ["progress.token-echo"],
    does: "Progress carries the request's id in place of the token.",
    apply: (seams) =>
      seams.message((message, { request }) => {
        const params = progressOf(message);
        return [params && request ? { ...message, params: { ...params, progressToken: request.id } } : message];
      }),
  },
  {
    id: "token-sticks",
    breaks: ["progress.stop-after-completion"],
    implies: ["progress.increases", "progress.only-active-tokens"],
    where: { transports: ["stdio"] },
    does: "A call without a token reports progress under the token of the call before.",
    apply: (seams) => {
      let last: JsonValue | undefined;
      seams.rule("progress", (original) => (step) => {
        last = step.token ?? last;
        return original(last === undefined ? step : { ...step, token: last });
      });
    },
  },
  {
    id: "latest-token-wins",
    breaks: ["progress.on-request-stream"],
    implies: [
      "progress.increases",
      "progress.only-active-tokens",
      "progress.token-echo",
      "http.sse-related-notifications-must",
    ],
    where: { revisions: MODERN, transports: ["http"] },
    does: "All running calls report progress under the token of the one that came last.",
    apply: (seams) => latestWins(seams),
  },
  {
    id: "latest-token-counts-twice",
    breaks: ["progress.increases"],
    implies: ["progress.only-active-tokens", "progress.token-echo", "progress.stop-after-completion"],
    where: { transports: ["stdio"] },
    does: "All running calls report progress under the token of the one that came last, each counting by itself.",
    apply: (seams) => latestWins(seams),
  },
  {
    id: "last-progress-repeated",
    breaks: ["progress.increases"],
    does: "Before the answer the last progress is told once more.",
    apply: (seams) => {
      const last = new Map<string, JsonObject>();
      seams.message((message, { request, kind }) => {
        const key = JSON.stringify(request?.id) ?? "";
        if (progressOf(message)) last.set(key, message);
        const told = kind === "response" ? last.get(key) : undefined;
        last.delete(kind === "response" ? key : "");
        return told ? [told, message] : [message];
      });
    },
  },
  {
    id: "progress-falls-back-once",
    breaks: ["progress.increases"],
    does: "The third progress of a call is less than its second.",
    apply: (seams) =>
      seams.rule("progress", (original) => (step) => {
        const params = original(step);
        return params && step.n === 3 ? { ...params, progress: -1 } : params;
      }),
  },
  {
    id: "progress-trails-answer",
    breaks: ["progress.stop-after-completion"],
    implies: ["progress.only-active-tokens"],
    where: { transports: ["stdio"] },
    does: "The last progress of a call comes a moment after its answer.",
    apply: (seams, draw) => {
      const ms = draw.integer(20, 90);
      const open = new Map<
        string,
        { readonly clock: Clock; readonly outlet: Outlet | undefined; readonly token: JsonValue }
      >();
      seams.rule("progressTokenShape", (original) => (request, rules) => {
        const { progressToken: token } = request.meta;
        if (token !== undefined && request.method === "tools/call")
          open.set(JSON.stringify(request.id), { clock: request.server.clock, outlet: request.channel.outlet, token });
        return original(request, rules);
      });
      seams.message((message, context) => {
        const key = JSON.stringify(message.id) ?? "";
        const call = context.kind === "response" ? open.get(key) : undefined;
        open.delete(key);
        if (call && "result" in message)
          call.clock.after(ms, () =>
            call.outlet?.send(
              { jsonrpc: "2.0", method: PROGRESS, params: { progressToken: call.token, progress: 1e6 } },
              { ...context, kind: "notification" },
            ),
          );
        return [message];
      });
    },
  },
  {
    id: "progress-after-failed-call",
    breaks: ["progress.stop-after-completion"],
    implies: ["progress.only-active-tokens"],
    where: { transports: ["stdio"] },
    does: "After the result of a call that failed progress is told to be complete.",
    apply: (seams) => {
      seams.message((message, { request, kind }) => {
        const token = isObject(request?.params._meta) ? request.params._meta.progressToken : undefined;
        const failed = kind === "response" && isObject(message.result) && message.result.isError === true;
        return failed && token !== undefined
          ? [message, { jsonrpc: "2.0", method: PROGRESS, params: { progressToken: token, progress: 1, total: 1 } }]
          : [message];
      });
    },
  },
  {
    id: "unknown-total-null",
    breaks: ["progress.notification-shape"],
    does: "The first progress of a call has a null total.",
    apply: (seams) =>
      seams.rule("progress", (original) => (step) => {
        const params = original(step);
        return params && step.n === 1 ? { ...params, total: null } : params;
      }),
  },
  {
    id: "progress-message-in-parts",
    breaks: ["progress.notification-shape"],
    where: { revisions: since("2025-03-26") },
    does: "The message of progress is an object with a text.",
    apply: (seams) => editing(seams, (params) => ("message" in params ? { ...params, message: { text: "" } } : params)),
  },
  {
    id: "progress-message-empty-later",
    breaks: ["progress.message-helpful"],
    where: { revisions: since("2025-03-26") },
    does: "From the second on the message of progress is empty.",
    apply: (seams) =>
      seams.rule("progress", (original) => (step) => {
        const params = original(step);
        return params && step.n > 1 ? { ...params, message: "" } : params;
      }),
  },
  {
    id: "progress-on-busiest-stream",
    breaks: ["progress.on-request-stream"],
    implies: [
      "progress.only-active-tokens",
      "progress.token-echo",
      "progress.stop-after-completion",
      "progress.increases",
      "http.sse-related-notifications-must",
    ],
    where: { revisions: MODERN, transports: ["http"] },
    does: "While several calls run, progress of one goes to the stream of whichever speaks next.",
    apply: (seams) => {
      const held: { readonly id: string; readonly message: JsonObject }[] = [];
      seams.message((message, { request }) => {
        const id = JSON.stringify(request?.id) ?? "";
        const strays = held.filter((one) => one.id !== id).map((one) => one.message);
        if (strays.length > 0) held.splice(0);
        if (!progressOf(message)) return [...strays, message];
        if (strays.length > 0 || held.length > 0) return [...strays, message];
        held.push({ id, message });
        return [];
      });
    },
  },
  {
    id: "client-progress-refused",
    breaks: ["progress.track-tokens"],
    implies: ["jsonrpc.notification-no-response"],
    where: { revisions: LEGACY, transports: ["stdio"] },
    does: "Progress from the client for an unknown token is answered with an error.",
    apply: (seams) =>
      seams.rule(
        "notificationAcceptable",
        (original) => (incoming, rules) =>
          incoming.message.method === PROGRESS
            ? { error: { code: -32602, message: "Unknown progress token" } }
            : original(incoming, rules),
      ),
  },
  {
    id: "fractional-ask-token",
    breaks: ["progress.token-type"],
    where: { revisions: LEGACY },
    does: "The server's own requests carry a fraction as progress token.",
    apply: (seams) => seams.rule("askToken", () => (id) => id + 0.5),
  },
  {
    id: "one-ask-token-for-all",
    breaks: ["progress.token-unique"],
    where: { revisions: LEGACY },
    does: "The server's own requests all carry the same progress token.",
    apply: (seams) => seams.rule("askToken", () => () => "progress"),
  },
];

function progressOf(message: JsonObject): JsonObject | undefined {
  return message.method === PROGRESS && isObject(message.params) ? message.params : undefined;
}

function editing(seams: Seams, edit: (params: JsonObject) => JsonObject): void {
  seams.message((message) => {
    const params = progressOf(message);
    return [params ? { ...message, params: edit(params) } : message];
  });
}

function latestWins(seams: Seams): void {
  let latest: JsonValue | undefined;
  seams.rule("progressTokenShape", (original) => (request: RequestFacts, rules) => {
    latest = request.meta.progressToken ?? latest;
    return original(request, rules);
  });
  seams.rule(
    "progress",
    (original) => (step) =>
      original(step.token === undefined || latest === undefined ? step : { ...step, token: latest }),
  );
}
