import { LEVELS } from "../../../server/names.ts";
import { CODES, refusal } from "../../../server/rules/refusal.ts";
import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject } from "../../../wire/json.ts";
import { editResult } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "set-level-itself-withheld",
    breaks: ["logging.sends-at-or-above-set-level"],
    does: "sends only what is more severe than the level set, not what is of that level",
    apply: (seams) =>
      seams.rule(
        "logPasses",
        (original) => (level, minimum, era) =>
          !(era === "legacy" && level === minimum) && original(level, minimum, era),
      ),
  },
  {
    id: "notice-ranks-above-warning",
    breaks: ["logging.none-below-set-level"],
    does: "ranks notice above warning, so that it is sent when warning is set",
    apply: (seams) =>
      seams.rule(
        "logPasses",
        (original) => (level, minimum, era) =>
          (level === "notice" && minimum === "warning") || original(level, minimum, era),
      ),
  },
  {
    id: "one-level-below-passes",
    breaks: ["logging.none-below-set-level"],
    does: "sends the level just below the one set as well",
    apply: (seams) =>
      seams.rule("logPasses", (original) => (level, minimum, era) => {
        const below = LEVELS[(LEVELS as readonly string[]).indexOf(minimum ?? "") - 1];
        return (era === "legacy" && level === below) || original(level, minimum, era);
      }),
  },
  {
    id: "level-only-lowers",
    breaks: ["logging.none-below-set-level"],
    does: "keeps the most talkative level that was ever set in a session",
    apply: (seams) => {
      const lowest = new Map<string, string>();
      seams.rule("levelKnown", (original) => (request, rules) => {
        const refused = original(request, rules);
        const level = String(request.params.level);
        const before = lowest.get(request.channel.name);
        if (!refused && (before === undefined || rank(level) < rank(before))) lowest.set(request.channel.name, level);
        return refused;
      });
      seams.rule("logPasses", (original) => (level, minimum, era) => {
        const talkative = [...lowest.values()].toSorted((a, b) => rank(a) - rank(b))[0];
        return original(level, era === "legacy" && minimum !== undefined ? (talkative ?? minimum) : minimum, era);
      });
    },
  },
  {
    id: "set-level-tells-level",
    breaks: ["logging.set-level-empty-result"],
    does: "answers logging/setLevel with the level",
    apply: (seams) =>
      editResult(seams, "logging/setLevel", (result, { params }) => ({ ...result, level: params.level ?? null })),
  },
  {
    id: "syslog-only-levels-refused",
    breaks: ["logging.set-level-empty-result"],
    does: "knows only the levels that its logging library has",
    apply: (seams) =>
      seams.rule(
        "levelKnown",
        (original) => (request, rules) =>
          ["notice", "alert", "emergency"].includes(String(request.params.level))
            ? refusal(CODES.invalidParams, "unknown level")
            : original(request, rules),
      ),
  },
  {
    id: "capital-levels-accepted",
    breaks: ["logging.invalid-level-32602"],
    where: { revisions: ["2025-06-18"] },
    does: "takes a level in capital letters",
    apply: (seams) =>
      seams.rule(
        "levelKnown",
        (original) => (request, rules) =>
          /^[A-Z]+$/.test(String(request.params.level)) ? undefined : original(request, rules),
      ),
  },
  {
    id: "unknown-level-taken-for-debug",
    breaks: ["logging.invalid-level-32602"],
    where: { revisions: ["2026-07-28"] },
    does: "refuses an unknown level in a list and takes it for debug in a call",
    apply: (seams) =>
      seams.rule(
        "metaLogLevel",
        (original) => (request, rules) => (request.method === "tools/call" ? undefined : original(request, rules)),
      ),
  },
  {
    id: "unknown-level-refused-by-calls-only",
    breaks: ["logging.invalid-level-32602"],
    where: { revisions: ["2026-07-28"] },
    does: "looks at the level of tool calls and at that of no other request",
    apply: (seams) =>
      seams.rule(
        "metaLogLevel",
        (original) => (request, rules) => (request.method === "tools/call" ? original(request, rules) : undefined),
      ),
  },
  {
    id: "level-number-is-internal-error",
    breaks: ["logging.invalid-level-32602"],
    where: { revisions: ["2025-11-25"] },
    does: "answers an unknown level with an internal error",
    apply: (seams) =>
      seams.rule(
        "levelKnown",
        (original) => (request, rules) => original(request, rules) && refusal(CODES.internal, "KeyError"),
      ),
  },
  {
    id: "emergency-spelt-fatal",
    breaks: ["logging.level-enum"],
    implies: ["logging.notification-shape"],
    does: "spells the most severe level 'fatal'",
    apply: (seams) => editLog(seams, (entry) => (entry.level === "emergency" ? { ...entry, level: "fatal" } : entry)),
  },
  {
    id: "levels-in-capitals",
    breaks: ["logging.level-enum"],
    implies: ["logging.notification-shape"],
    where: { revisions: ["2024-11-05"] },
    does: "spells levels in capital letters",
    apply: (seams) => editLog(seams, (entry) => ({ ...entry, level: String(entry.level).toUpperCase() })),
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
