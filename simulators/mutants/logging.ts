import { LEVELS, META } from "../server/names.ts";
import { CODES, refusal } from "../server/rules/refusal.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import { LEGACY, MODERN } from "../wire/revisions.ts";
import { editResult, without } from "./edits.ts";
import type { Mutant } from "./mutant.ts";

const LOG = "notifications/message";
const REMOVED = ["logging/setLevel", "ping", "resources/subscribe", "resources/unsubscribe"];

export const mutants: readonly Mutant[] = [
  {
    id: "log-after-response",
    does: "Logs once more after the response",
    breaks: ["logging.before-final-response"],
    where: { revisions: MODERN },
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && logLevelOf(request?.params) !== undefined
          ? [message, { jsonrpc: "2.0", method: LOG, params: { level: "emergency", data: "done" } }]
          : [message],
      ),
  },
  {
    id: "logging-undeclared",
    does: "Logs without declaring that it does",
    breaks: ["logging.capability-declared"],
    apply: (seams) =>
      seams.rule(
        "declaredCapabilities",
        (original) => (revision, server) => without(original(revision, server), "logging"),
      ),
  },
  {
    id: "any-log-level",
    does: "Accepts log levels that do not exist",
    breaks: ["logging.invalid-level-32602"],
    apply: (seams) => {
      seams.rule("levelKnown", () => () => undefined);
      seams.rule("metaLogLevel", () => () => undefined);
    },
  },
  {
    id: "unknown-level-of-another-code",
    does: "Refuses log levels that do not exist with another code",
    breaks: ["logging.invalid-level-32602"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const code = draw.pick([CODES.internal, CODES.invalidRequest, CODES.methodNotFound]);
      seams.rule(
        "levelKnown",
        (original) => (request, rules) => original(request, rules) && refusal(code, "there is no such level"),
      );
    },
  },
  {
    id: "log-level-misspelt",
    does: "Names the levels of log messages in its own way",
    breaks: ["logging.level-enum"],
    implies: ["logging.sends-at-or-above-set-level"],
    apply: (seams, draw) => {
      const spell = draw.pick<(level: string) => JsonValue>([
        (level) => level.toUpperCase(),
        (level) => LEVELS.indexOf(level as (typeof LEVELS)[number]),
        (level) => (level === "warning" ? "warn" : `${level[0]}`),
        () => "fatal",
      ]);
      seams.rule("logMessage", (original) => (entry) => ({ ...original(entry), level: spell(entry.level) }));
    },
  },
  {
    id: "log-without-member",
    does: "Leaves level or data out of log messages",
    breaks: ["logging.notification-shape"],
    implies: ["logging.none-below-set-level", "logging.sends-at-or-above-set-level"],
    apply: (seams, draw) => {
      const member = draw.pick(["data", "level"]);
      seams.rule("logMessage", (original) => (entry) => without(original(entry), member));
    },
  },
  {
    id: "logger-no-string",
    does: "Names the logger by something else than a string",
    breaks: ["logging.notification-shape"],
    apply: (seams, draw) => {
      const logger = draw.pick<JsonValue>([null, 7, { name: "assay" }]);
      seams.rule("logMessage", (original) => (entry) => ({ ...original(entry), logger }));
    },
  },
  {
    id: "logs-the-password",
    does: "Logs the password that a tool was handed",
    breaks: ["logging.no-secrets", "logging.remove-sensitive"],
    apply: (seams) =>
      seams.message((message, { request }) => {
        const password = (request?.params.arguments as JsonObject | undefined)?.password;
        if (message.method !== LOG || password === undefined) return [message];
        const params = message.params as JsonObject;
        return [{ ...message, params: { ...params, data: { said: params.data ?? null, arguments: { password } } } }];
      }),
  },
  {
    id: "log-level-ignored",
    does: "Logs everything, whatever level was set",
    breaks: ["logging.none-below-set-level"],
    where: { revisions: LEGACY },
    apply: (seams) => seams.rule("logPasses", () => () => true),
  },
  {
    id: "log-level-exclusive",
    does: "Keeps messages back that are just as severe as the level set",
    breaks: ["logging.sends-at-or-above-set-level"],
    where: { revisions: LEGACY },
    apply: (seams) =>
      seams.rule(
        "logPasses",
        (original) => (level, minimum, era) => level !== minimum && original(level, minimum, era),
      ),
  },
  {
    id: "silent-once-level-set",
    does: "Loses every message of one level once a level was set",
    breaks: ["logging.sends-at-or-above-set-level"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const lost = draw.pick(["error", "critical", "alert"]);
      seams.rule(
        "logPasses",
        (original) => (level, minimum, era) =>
          !(level === lost && minimum !== undefined && minimum !== "debug") && original(level, minimum, era),
      );
    },
  },
  {
    id: "logs-unasked",
    does: "Logs for requests that set no log level",
    breaks: ["logging.opt-in-only"],
    where: { revisions: MODERN },
    apply: (seams) =>
      seams.rule(
        "logPasses",
        (original) => (level, minimum, era) => minimum === undefined || original(level, minimum, era),
      ),
  },
  {
    id: "logs-on-another-stream",
    does: "Sends log messages of one request on the stream of another",
    breaks: ["logging.request-stream-only"],
    implies: ["logging.opt-in-only", "logging.before-final-response"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) => {
      const held: { readonly id: string; readonly message: JsonObject }[] = [];
      seams.message((message, { request, kind }) => {
        const id = JSON.stringify(request?.id);
        if (message.method === LOG) {
          held.push({ id, message });
          return [];
        }
        const others = kind === "notification" ? held.filter((one) => one.id !== id) : [];
        for (const one of others) held.splice(held.indexOf(one), 1);
        return [...others.map((one) => one.message), message];
      });
    },
  },
  {
    id: "logs-on-listen-stream",
    does: "Sends a log message on each subscription",
    breaks: ["logging.request-stream-only"],
    implies: ["subscriptions.no-request-scoped-on-listen", "subscriptions.id-absent-elsewhere"],
    where: { revisions: MODERN },
    apply: (seams) =>
      seams.message((message, { request }) => {
        if (message.method !== "notifications/subscriptions/acknowledged") return [message];
        const _meta = { [META.subscriptionId]: request?.id ?? null };
        return [message, { jsonrpc: "2.0", method: LOG, params: { _meta, level: "info", data: "one more listens" } }];
      }),
  },
  {
    id: "set-level-answers-more",
    does: "Answers logging/setLevel with the level",
    breaks: ["logging.set-level-empty-result"],
    where: { revisions: LEGACY },
    apply: (seams) =>
      editResult(seams, "logging/setLevel", (result, { params }) => ({ ...result, level: params.level ?? null })),
  },
  {
    id: "set-level-lacks-a-level",
    does: "Refuses one of the log levels",
    breaks: ["logging.set-level-empty-result"],
    implies: ["logging.none-below-set-level", "logging.sends-at-or-above-set-level"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const level = draw.pick(LEVELS);
      seams.rule(
        "levelKnown",
        (original) => (request, rules) =>
          request.params.level === level
            ? refusal(CODES.invalidParams, "there is no such level")
            : original(request, rules),
      );
    },
  },
  ...REMOVED.map(
    (method): Mutant => ({
      id: `keeps-${method.replace("/", "-").toLowerCase()}`,
      does: `Still serves ${method}`,
      breaks: ["logging.set-level-removed"],
      facet: method,
      where: { revisions: MODERN },
      apply: (seams) =>
        seams.rule(
          "methodKnown",
          (original) => (request, rules) => (request.method === method ? undefined : original(request, rules)),
        ),
    }),
  ),
];

function logLevelOf(params: JsonObject | undefined): JsonValue | undefined {
  return (params?._meta as JsonObject | undefined)?.[META.logLevel];
}
