import { LEVELS } from "../../../server/names.ts";
import type { Seams } from "../../../server/seams.ts";
import type { Tool } from "../../../server/world/world.ts";
import { isObject, type JsonObject } from "../../../wire/json.ts";
import { without } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "logger-null",
    breaks: ["logging.notification-shape"],
    does: "gives null for the name of a logger that has none",
    apply: (seams) => editLog(seams, (entry) => ({ ...entry, logger: null })),
  },
  {
    id: "message-instead-of-data",
    breaks: ["logging.notification-shape"],
    does: "puts the text into a member 'message', and leaves data out, in every second log message",
    apply: (seams) => {
      let n = 0;
      editLog(seams, (entry) => {
        n += 1;
        return n % 2 === 0 ? { ...without(entry, "data"), message: "text" } : entry;
      });
    },
  },
  {
    id: "asked-once-logs-for-ever",
    breaks: ["logging.opt-in-only"],
    does: "goes on to log for calls without a level once a call had one",
    apply: (seams) => {
      let last: string | undefined;
      seams.rule("logPasses", (original) => (level, minimum, era) => {
        if (era === "modern" && minimum !== undefined) last = minimum;
        return original(level, era === "modern" ? (minimum ?? last) : minimum, era);
      });
    },
  },
  {
    id: "errors-logged-unasked",
    breaks: ["logging.opt-in-only"],
    does: "sends what is an error or worse to those as well who asked for no log",
    apply: (seams) =>
      seams.rule(
        "logPasses",
        (original) => (level, minimum, era) =>
          (era === "modern" && minimum === undefined && rank(level) >= rank("error")) || original(level, minimum, era),
      ),
  },
  {
    id: "last-log-after-response",
    breaks: ["logging.before-final-response"],
    where: { transports: ["stdio"] },
    does: "sends the last log message of a call after its response",
    apply: (seams) => {
      let held: JsonObject | undefined;
      seams.message((message, context) => {
        if (message.method === "notifications/message") {
          const before = held;
          held = message;
          return before ? [before] : [];
        }
        if (context.kind !== "response" || context.request?.method !== "tools/call" || !held) return [message];
        const late = held;
        held = undefined;
        return [message, late];
      });
    },
  },
  {
    id: "password-within-logged-text",
    breaks: ["logging.no-secrets"],
    implies: ["logging.remove-sensitive"],
    does: "logs the arguments of a sign-in as one text, the password among them",
    apply: (seams) =>
      editRun(seams, "assay_sign_in", (tool) => ({
        ...tool,
        run: (given, running) => {
          running.log("debug", `called with ${JSON.stringify(given)}`);
          return tool.run(given, running);
        },
      })),
  },
  {
    id: "stack-trace-logged",
    breaks: ["logging.no-secrets"],
    does: "logs the stack trace of a tool that fails",
    apply: (seams) =>
      editRun(seams, "test_error_handling", (tool) => ({
        ...tool,
        streams: true,
        run: (given, running) => {
          running.log("error", {
            error: "failed",
            stack:
              "Error: failed\n    at handler (/srv/app/dist/tools/fail.js:12:9)\n    at run (/srv/app/dist/run.js:3:1)",
          });
          return tool.run(given, running);
        },
      })),
  },
  {
    id: "logs-undeclared",
    breaks: ["logging.capability-declared"],
    does: "logs for calls and does not declare logging",
    apply: (seams) =>
      seams.rule(
        "declaredCapabilities",
        (original) => (revision, server) => without(original(revision, server), "logging"),
      ),
  },
  {
    id: "unsubscribe-not-removed",
    breaks: ["logging.set-level-removed"],
    facet: "resources/unsubscribe",
    does: "still answers resources/unsubscribe in the modern era",
    apply: (seams) =>
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          request.method === "resources/unsubscribe" ? undefined : original(request, rules),
      ),
  },
];

function rank(level: string): number {
  return (LEVELS as readonly string[]).indexOf(level);
}

function editLog(seams: Seams, edit: (entry: JsonObject) => JsonObject): void {
  seams.message((message) =>
    message.method === "notifications/message" && isObject(message.params)
      ? [{ ...message, params: edit(message.params) }]
      : [message],
  );
}

function editRun(seams: Seams, name: string, edit: (tool: Tool) => Tool): void {
  seams.rule("findTool", (original) => (asked, facts) => {
    const tool = original(asked, facts);
    return tool?.definition.name === name ? edit(tool) : tool;
  });
}
