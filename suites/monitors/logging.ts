import type { Conversation, RequestInstance, SeenMessage, Signal } from "../../simulators/trace/context.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { LOG_LEVEL, LOG_LEVELS, LOG_MESSAGE } from "../protocol/log-levels.ts";
import { SUBSCRIPTION_ID } from "../protocol/subscriptions.ts";

const LISTEN = "subscriptions/listen";

const beforeFinalResponse = monitor("logging.before-final-response", (m) => {
  /** Channels on which a request that asked for log messages has been answered. */
  const answered = new Set<string>();
  m.on("response", ({ request, conversation }) => {
    if (request !== undefined && asksForLogs(request.params)) answered.add(conversation.channel);
  });
  onLog(m, ({ text, exchange, conversation, events, seen }) => {
    // On a subscription it is out of place whenever it comes.
    if (seen.message.text.includes(SUBSCRIPTION_ID)) return;
    const waiting = openCalls(conversation);
    if (waiting.some(({ params }) => asksForLogs(params))) m.saw();
    // Over stdio nothing ties a message to its request: it is late for certain when no request is under way at all.
    const late =
      exchange === undefined
        ? waiting.length === 0 && answered.has(conversation.channel)
        : exchange.received.some(({ message }) => message.kind === "result" || message.kind === "error");
    if (late) m.fail(`after the response: ${text}`, { accepted: ["log messages before the final response"], events });
  });
});

const capabilityDeclared = monitor("logging.capability-declared", (m) => {
  onLog(m, ({ text, conversation, events }) => {
    const { capabilities } = conversation.server;
    if (capabilities === undefined) return;
    m.saw();
    if (!isObject(capabilities.logging))
      m.fail(`from a server that does not declare logging: ${text}`, {
        accepted: ["the capability logging, or no log messages"],
        events,
      });
  });
});

// What passes is judged by the scenario that knows that the server logs: here is only what cannot be.
const optInOnly = monitor("logging.opt-in-only", (m) => {
  const asked = new Set<string>();
  m.on(
    "request",
    ({ request, conversation }) => {
      if (asksForLogs(request.params)) asked.add(conversation.channel);
    },
    { defects: true },
  );
  onLog(m, ({ text, exchange, conversation, events }) => {
    const requests = requestsOf(exchange);
    const unasked =
      exchange === undefined
        ? !asked.has(conversation.channel)
        : requests.length > 0 && requests.every(({ method, params }) => method !== LISTEN && !asksForLogs(params));
    if (unasked)
      m.fail(`for a request that asked for none: ${text}`, {
        accepted: [`log messages only for requests with ${LOG_LEVEL} in _meta`],
        events: [...requests.map(({ seq }) => seq), ...events],
      });
  });
});

const requestStreamOnly = monitor("logging.request-stream-only", (m) => {
  onLog(m, ({ text, seen, exchange, conversation, events }) => {
    const listens = conversation.subscriptions.some(({ closed }) => closed === undefined);
    const requests = requestsOf(exchange);
    const others = openCalls(conversation).filter((request) => request.exchange !== exchange);
    const elsewhere =
      exchange === undefined
        ? seen.message.text.includes(SUBSCRIPTION_ID)
        : requests.some(({ method }) => method === LISTEN) ||
          (requests.length > 0 &&
            !requests.some(({ params }) => asksForLogs(params)) &&
            others.some(({ params }) => asksForLogs(params)));
    if (listens || (exchange !== undefined && others.length > 0)) m.saw();
    if (elsewhere)
      m.fail(`not on the stream of the request that asked for it: ${text}`, {
        accepted: ["log messages on the response stream of the request that set the level"],
        events: [...requests.map(({ seq }) => seq), ...events],
      });
  });
});

/** Frames of a stack as common runtimes print them: a place in a file of the server's. */
const STACK = [
  /\n\s+at .+:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /\n\s+at [\w.$]+\([\w$]+\.java:\d+\)/,
  /goroutine \d+ \[/,
];

// What passes is judged by the scenario that hands secrets over: here is only what shows by itself.
const noInternals = monitor(
  "logging.no-secrets",
  (m) => {
    onLog(m, ({ text, params, events }) => {
      if (!textsIn(params?.data, 0).some((data) => STACK.some((frame) => frame.test(data)))) return;
      m.fail(`a stack trace: ${text}`, {
        accepted: ["log messages without internals of the server"],
        events,
        warningOnly: "whether a stack trace could aid an attack depends on what it shows",
      });
    });
  },
  { name: "logging.no-secrets (internals)" },
);

const MOST_NESTED = 10;

function textsIn(data: JsonValue | undefined, depth: number): readonly string[] {
  if (typeof data === "string") return [data];
  if (typeof data !== "object" || data === null || depth > MOST_NESTED) return [];
  return Object.values(data).flatMap((inner) => textsIn(inner, depth + 1));
}

interface Log {
  readonly seen: SeenMessage;
  readonly params: JsonObject | undefined;
  readonly conversation: Conversation;
  readonly exchange: Signal["exchange"];
  /** As a finding shows it. */
  readonly text: string;
  readonly events: readonly number[];
}

/** Calls back for each log message of the target. */
function onLog(m: MonitorTools, listener: (log: Log) => void): void {
  m.on("notification", ({ seen, conversation, exchange }) => {
    const { method, params, text } = seen.message;
    if (seen.from !== "target" || method !== LOG_MESSAGE) return;
    listener({ seen, params, conversation, exchange, text: shorten(text, 400), events: [seen.seq] });
  });
}

function asksForLogs(params: JsonObject | undefined): boolean {
  const meta = params?._meta;
  return isObject(meta) && meta[LOG_LEVEL] !== undefined;
}

/** Requests of the peer under way, those apart that stay open to listen. */
function openCalls({ open }: Conversation): readonly RequestInstance[] {
  return [...open.values()].filter(({ from, method }) => from === "peer" && method !== LISTEN);
}

interface Asked {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly seq: number;
}

/** Requests that the body of an exchange carried. */
function requestsOf(exchange: Log["exchange"]): readonly Asked[] {
  return (exchange?.sent ?? [])
    .filter(({ message }) => message.kind === "request")
    .map(({ message, seq }) => ({ method: message.method ?? "", params: message.params, seq }));
}

const askedLevel = monitor(
  "logging.requested-level-enum",
  (m) => {
    m.on("request", ({ seen, request }) => {
      if (request.from !== "target") return;
      const meta = request.params._meta;
      const modern = isObject(meta) ? meta[LOG_LEVEL] : undefined;
      const level = request.method === "logging/setLevel" ? request.params.level : modern;
      if (level === undefined && request.method !== "logging/setLevel") return;
      m.saw();
      if (typeof level === "string" && LOG_LEVELS.includes(level)) return;
      m.fail(shorten(seen.message.text, 400), { accepted: [`one of ${LOG_LEVELS.join(", ")}`], events: [seen.seq] });
    });
  },
  { judges: "client" },
);

export const monitors: readonly Monitor[] = [
  askedLevel,
  beforeFinalResponse,
  capabilityDeclared,
  noInternals,
  optInOnly,
  requestStreamOnly,
];
