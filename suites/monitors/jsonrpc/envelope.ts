import type { JsonValue } from "../../../simulators/wire/json.ts";
import { until } from "../../../simulators/wire/revisions.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { about, has, isObject, onReceived, shown } from "./messages.ts";

const BOTH = { judges: "both" } as const;
const FORBIDS_BOTH = "JSON-RPC 2.0, which every message must follow, forbids it";

/** Whatever no rule about a single member claims: no JSON-RPC shape at all. On stdio, text that is no JSON belongs to stdio.stdout-only-messages. */
export const messagesConform = monitor(
  "jsonrpc.messages-conform",
  (m) => {
    onReceived(m, (received) => {
      const { seen, value, object } = received;
      if (value === undefined && m.transport === "stdio") return;
      m.saw();
      const problem = object === undefined ? shapeless(value, seen.batched) : confused(object);
      if (problem !== undefined)
        m.fail(`${problem}: ${shown(seen)}`, {
          accepted: ["a JSON-RPC 2.0 request, notification or response object"],
          ...about(received),
        });
    });
  },
  BOTH,
);

function shapeless(value: JsonValue | undefined, batched: boolean): string | undefined {
  if (value === undefined) return "text that is no JSON";
  if (Array.isArray(value)) return batched ? "an array within an array" : undefined;
  return `a bare ${value === null ? "null" : typeof value}`;
}

function confused(object: { readonly [member: string]: JsonValue | undefined }): string | undefined {
  const answers = has(object, "result") || has(object, "error");
  if (has(object, "method")) return answers ? "method beside result or error" : undefined;
  return answers || has(object, "id") ? undefined : "none of method, id, result and error";
}

export const versionMember = monitor(
  "jsonrpc.version-member",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      // An object that is no message at all is told of once, by jsonrpc.messages-conform.
      if (object === undefined || confused(object) !== undefined) return;
      m.saw();
      if (object.jsonrpc !== "2.0") m.fail(shown(seen), { accepted: ['jsonrpc: "2.0"'], ...about(received) });
    });
  },
  BOTH,
);

export const resultXorError = monitor(
  "jsonrpc.result-xor-error",
  (m) => {
    // From 2025-11-25 on, a response with neither is told of by jsonrpc.result-present.
    const neitherCounts = until("2025-06-18").includes(m.revision);
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (!isResponse(object)) return;
      m.saw();
      const [result, error] = [has(object, "result"), has(object, "error")];
      if (result && error)
        m.fail(`both result and error: ${shown(seen)}`, {
          accepted: ["a result", "an error"],
          outsideAllReadings: FORBIDS_BOTH,
          ...about(received),
        });
      else if (neitherCounts && !result && !error)
        m.fail(`neither result nor error: ${shown(seen)}`, {
          accepted: ["a result", "an error"],
          outsideAllReadings: "every revision demands one of the two",
          ...about(received),
        });
    });
  },
  BOTH,
);

export const resultPresent = monitor(
  "jsonrpc.result-present",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (!isResponse(object) || has(object, "error")) return;
      m.saw();
      if (!has(object, "result"))
        m.fail(shown(seen), {
          accepted: ["a `result` member, `{}` when there is nothing to report", "an error"],
          ...about(received),
        });
    });
  },
  BOTH,
);

export const resultObject = monitor(
  "jsonrpc.result-object",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (!isResponse(object) || !has(object, "result")) return;
      m.saw();
      if (!isObject(object?.result))
        m.fail(`result is ${nameOf(object?.result)}: ${shown(seen)}`, {
          accepted: ["a JSON object as result"],
          ...about(received),
        });
    });
  },
  BOTH,
);

export const errorShape = monitor(
  "jsonrpc.error-shape",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (!isResponse(object) || !has(object, "error") || has(object, "result")) return;
      m.saw();
      const problem = errorProblem(object?.error);
      if (problem !== undefined)
        m.fail(`${problem}: ${shown(seen)}`, {
          accepted: ["an `error` object with `code` and a string `message`"],
          outsideAllReadings: "the schema of every revision has both members",
          ...about(received),
        });
    });
  },
  BOTH,
);

function errorProblem(error: JsonValue | undefined): string | undefined {
  if (!isObject(error)) return `error is ${nameOf(error)}`;
  if (!has(error, "code")) return "error has no code";
  return typeof error.message === "string" ? undefined : `error.message is ${nameOf(error.message)}`;
}

export const errorCodeInteger = monitor(
  "jsonrpc.error-code-integer",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      const error = object?.error;
      if (!isResponse(object) || !isObject(error) || !has(error, "code")) return;
      m.saw();
      if (!Number.isInteger(error.code))
        m.fail(`error.code is ${JSON.stringify(error.code)}: ${shown(seen)}`, {
          accepted: ["an integer as error.code"],
          ...about(received),
        });
    });
  },
  BOTH,
);

const CONCISE = 300;

export const errorMessageConcise = monitor(
  "jsonrpc.error-message-concise",
  (m) => {
    onReceived(m, (received) => {
      const { seen } = received;
      const message = seen.message.error?.message;
      if (message === undefined) return;
      m.saw();
      const lines = message.trim().split("\n").length;
      // How short "concise" is, the text does not say: only what nobody would call one sentence is told of.
      if (message.length <= CONCISE && lines === 1) return;
      m.fail(`an error message of ${message.length} characters on ${lines} line(s): ${shown(seen)}`, {
        accepted: [`one sentence (one line of at most ${CONCISE} characters)`],
        ...about(received),
      });
    });
  },
  BOTH,
);

export const methodString = monitor(
  "jsonrpc.method-string",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (!has(object, "method")) return;
      m.saw();
      if (typeof object?.method !== "string")
        m.fail(`method is ${nameOf(object?.method)}: ${shown(seen)}`, {
          accepted: ["a string as method"],
          ...about(received),
        });
    });
  },
  BOTH,
);

export const methodNoRpcPrefix = monitor(
  "jsonrpc.method-no-rpc-prefix",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (typeof object?.method !== "string") return;
      m.saw();
      if (object.method.startsWith("rpc."))
        m.fail(shown(seen), { accepted: ["a method that does not begin with rpc."], ...about(received) });
    });
  },
  BOTH,
);

export const paramsObject = monitor(
  "jsonrpc.params-object",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (!has(object, "method") || !has(object, "params")) return;
      m.saw();
      if (!isObject(object?.params))
        m.fail(`params is ${nameOf(object?.params)}: ${shown(seen)}`, {
          accepted: ["a JSON object as params", "no params"],
          ...about(received),
        });
    });
  },
  BOTH,
);

export const notificationNoId = monitor(
  "jsonrpc.notification-no-id",
  (m) => {
    onReceived(m, (received) => {
      const { seen, object } = received;
      if (typeof object?.method !== "string" || !object.method.startsWith("notifications/")) return;
      m.saw();
      if (has(object, "id")) m.fail(shown(seen), { accepted: ["a notification without id"], ...about(received) });
    });
  },
  BOTH,
);

function isResponse(object: { readonly [member: string]: JsonValue | undefined } | undefined): boolean {
  return (
    object !== undefined &&
    !has(object, "method") &&
    (has(object, "id") || has(object, "result") || has(object, "error"))
  );
}

function nameOf(value: JsonValue | undefined): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

export const monitors: readonly Monitor[] = [
  messagesConform,
  versionMember,
  resultXorError,
  resultPresent,
  resultObject,
  errorShape,
  errorCodeInteger,
  errorMessageConcise,
  methodString,
  methodNoRpcPrefix,
  paramsObject,
  notificationNoId,
];
