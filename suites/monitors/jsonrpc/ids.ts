import type { Signal } from "../../../simulators/trace/context.ts";
import type { MessageKind } from "../../../simulators/wire/jsonrpc.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { about, isReplay, onReceived, shown } from "./messages.ts";

const BOTH = { judges: "both" } as const;
/** What a request without an id would look like: a notification whose method is a request's. */
const REQUESTS = new Set([
  "initialize",
  "server/discover",
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "completion/complete",
  "logging/setLevel",
  "subscriptions/listen",
  "ping",
  "sampling/createMessage",
  "elicitation/create",
  "roots/list",
  "tasks/get",
  "tasks/result",
  "tasks/list",
  "tasks/cancel",
]);
/** May run for as long as they like. */
const SLOW = new Set(["tools/call", "prompts/get", "resources/read", "tasks/result", "completion/complete"]);
/** A request this old (ms) when its channel ended was not overtaken by the end. */
const OLD_MS = 1_500;

/** Responses that bear the id of no request although they answer one. */
function idEcho(requirement: string, kind: MessageKind): Monitor {
  return monitor(
    requirement,
    (m) => {
      m.on("response", (signal) => {
        const { seen, request, known } = signal;
        if (seen.from !== "target" || seen.message.kind !== kind || isReplay(signal)) return;
        if (request !== undefined || known) return m.saw();
        const asked = unanswered(signal);
        // Without an exchange nothing says what an error without id answers: perhaps something that could not be read.
        const { rawId } = seen.message;
        if (asked === undefined && kind === "error" && (rawId === undefined || rawId === "null")) return;
        m.saw();
        m.fail(`${rawId === undefined ? "no id" : `id ${rawId}`}, which no request has: ${shown(seen)}`, {
          accepted: [
            asked === undefined
              ? "the id of a request, the same in value and JSON type"
              : `id ${asked.rawId}, the same in value and JSON type`,
          ],
          ...(asked === undefined ? about({ seen, signal }) : { events: [asked.seq, seen.seq], sent: asked.text }),
        });
      });
    },
    BOTH,
  );
}

/** The one request that this response's HTTP exchange carried. */
function unanswered({ exchange }: Signal<"response">) {
  const [first, ...more] = exchange?.sent.filter(({ message }) => message.kind === "request") ?? [];
  return first === undefined || more.length > 0
    ? undefined
    : { rawId: first.message.rawId, seq: first.seq, text: shown(first) };
}

export const resultIdEcho = idEcho("jsonrpc.result-id-echo", "result");
export const errorIdEcho = idEcho("jsonrpc.error-id-echo", "error");

const ONE = "jsonrpc.one-response-per-request";

export const oneResponsePerRequest = monitor(
  ONE,
  (m) => {
    m.on("response", (signal) => {
      const { seen, request } = signal;
      if (seen.from !== "target" || request === undefined) return;
      m.saw();
      if (request.answers <= 1 || isReplay(signal)) return;
      const first = request.firstAnswer;
      m.fail(`response ${request.answers} to ${request.method}: ${shown(seen)}`, {
        accepted: ["one response to each request"],
        events: [request.seen.seq, ...(first === undefined ? [] : [first.seq]), seen.seq],
        sent: shown(request.seen),
      });
    });
  },
  BOTH,
);

/** A client's answer comes by a connection of its own, so that nothing but time would tell of its absence. */
export const someResponsePerRequest = monitor(
  ONE,
  (m) => {
    let now = 0;
    const tick = ({ event }: { readonly event: { readonly t: number } }) => {
      now = event.t;
    };
    m.on("process", tick, { defects: true });
    m.on("intent", tick, { defects: true });
    m.on("unanswered", ({ request, why, conversation, seq }) => {
      const late = why === "deadline" || why === "trace-ended" || why === "closed-by-peer";
      // Whether arrays are served at all, batch.receive tells.
      if (why === "refused" || request.seen.batched || (late && SLOW.has(request.method))) return;
      if (late && conversation.transport !== "http" && now - request.seen.t < OLD_MS) return;
      if (why === "closed-by-peer" && conversation.transport === "http") return;
      m.saw();
      m.fail(`no response to ${request.method} (${WHY[why]})`, {
        accepted: ["one response to each request"],
        events: [request.seen.seq, seq],
        sent: shown(request.seen),
        timed: late,
      });
    });
  },
  { name: `${ONE}: at least one` },
);

const WHY = {
  "exchange-ended": "its HTTP response ended without one",
  "process-exited": "the process ended first",
  "closed-by-peer": "none had come when the connection was closed",
  deadline: "none came in time",
  "trace-ended": "none had come at the end",
  refused: "refused",
} as const;

export const requestIdNotNull = monitor(
  "jsonrpc.request-id-not-null",
  (m) => {
    m.on(
      "request",
      (signal) => {
        const { seen, request } = signal;
        if (seen.from !== "target") return;
        m.saw();
        if (request.rawId === "null") m.fail(shown(seen), { accepted: ["a string or integer id"], events: [seen.seq] });
      },
      { defects: true },
    );
  },
  BOTH,
);

export const requestIdType = monitor(
  "jsonrpc.request-id-type",
  (m) => {
    m.on(
      "request",
      ({ seen, request }) => {
        if (seen.from !== "target" || request.rawId === "null") return;
        m.saw();
        const id = JSON.parse(request.rawId) as unknown;
        if (typeof id === "string" || Number.isInteger(id)) return;
        m.fail(`id ${request.rawId}: ${shown(seen)}`, {
          accepted: ["a string or integer id"],
          events: [seen.seq],
          outsideAllReadings: "prose and JSON Schema allow integers and strings only",
        });
      },
      { defects: true },
    );
  },
  BOTH,
);

export const requestIdUnique = monitor(
  "jsonrpc.request-id-unique-in-session",
  (m) => {
    m.on(
      "request",
      (signal) => {
        const { seen, reused } = signal;
        if (seen.from !== "target" || isReplay(signal)) return;
        m.saw();
        if (reused)
          m.fail(`id ${seen.message.rawId} again: ${shown(seen)}`, {
            accepted: ["an id that its sender has not used before in the session"],
            events: [seen.seq],
          });
      },
      { defects: true },
    );
  },
  BOTH,
);

export const requestIdPresent = monitor(
  "jsonrpc.request-id-present",
  (m) => {
    onReceived(m, ({ seen }) => {
      const { kind, method } = seen.message;
      if (method === undefined || !(kind === "request" || REQUESTS.has(method))) return;
      m.saw();
      if (kind === "notification") m.fail(shown(seen), { accepted: ["an id on each request"], events: [seen.seq] });
    });
  },
  BOTH,
);

export const monitors: readonly Monitor[] = [
  resultIdEcho,
  errorIdEcho,
  oneResponsePerRequest,
  someResponsePerRequest,
  requestIdNotNull,
  requestIdType,
  requestIdUnique,
  requestIdPresent,
];
