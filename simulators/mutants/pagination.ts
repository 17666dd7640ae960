import type { Random } from "../clock/random.ts";
import type { ListKind } from "../server/rules/lists.ts";
import { CODES, refusal } from "../server/rules/refusal.ts";
import type { Seams } from "../server/seams.ts";
import { isObject } from "../wire/json.ts";
import { editResult } from "./edits.ts";
import type { Mutant } from "./mutant.ts";

interface Paged {
  readonly kind: ListKind;
  readonly method: string;
}

const LISTS: readonly Paged[] = [
  { kind: "tools", method: "tools/list" },
  { kind: "prompts", method: "prompts/list" },
  { kind: "resources", method: "resources/list" },
  { kind: "resourceTemplates", method: "resources/templates/list" },
];

/** No item has such a name, so that it can stand for a place in a list. */
const LAST_ITEM = "\u0000last";
const FIRST_ITEM = "\u0000first";

export const mutants: readonly Mutant[] = [
  ...onEachList("null-cursor", {
    does: "Ends the list with a nextCursor that is no string",
    breaks: ["pagination.cursor-string"],
    implies: ["tools.list-result-shape"],
    apply: (seams, { method }, draw) => {
      const end = draw.pick([null, 0, false]);
      editResult(seams, method, (result) => ({ ...result, nextCursor: result.nextCursor ?? end }));
    },
  }),
  ...onEachList("endless", {
    does: "Gives a nextCursor on the last page that leads to its end again and again",
    breaks: ["pagination.continues-after-cursor"],
    apply: (seams, { kind }) => {
      seams.rule(
        "nextCursor",
        (original) => (of, page, encode) =>
          original(of, page, encode) ?? (of === kind ? encode(of, LAST_ITEM) : undefined),
      );
      seams.rule(
        "pageStart",
        (original) => (names, last, of) => (last === LAST_ITEM ? names.length - 1 : original(names, last, of)),
      );
    },
  }),
  ...onEachList(
    "overlap",
    {
      does: "Begins each further page with the last item of the page before",
      breaks: ["pagination.continues-after-cursor"],
      apply: (seams, { kind }) =>
        seams.rule("pageStart", (original) => (names, last, of) => {
          const start = original(names, last, of);
          return of === kind && start !== undefined ? start - 1 : start;
        }),
    },
    // A page of one item would never get on.
    LISTS.filter(({ kind }) => kind !== "resourceTemplates"),
  ),
  ...onEachList("cursor-ignored", {
    does: "Answers every cursor of the list with its first page",
    breaks: ["pagination.operations"],
    implies: ["pagination.continues-after-cursor", "pagination.stable-cursors"],
    apply: (seams, { kind }) =>
      seams.rule("pageStart", (original) => (names, last, of) => (of === kind ? 0 : original(names, last, of))),
  }),
  ...onEachList("cursor-used-up", {
    does: "Refuses a cursor of the list that was used before",
    breaks: ["pagination.stable-cursors"],
    apply: (seams, { kind }) => {
      const used = new Set<string>();
      let issued = 0;
      seams.rule(
        "encodeCursor",
        (original) => (of, last) => (of === kind ? `${original(of, last)}.${++issued}` : original(of, last)),
      );
      seams.rule("decodeCursor", (original) => (of, cursor) => {
        if (of !== kind) return original(of, cursor);
        if (used.has(cursor)) return undefined;
        used.add(cursor);
        return original(of, cursor.split(".")[0]!);
      });
    },
  }),
  ...onEachList("unknown-cursor-begins-again", {
    does: "Answers a cursor that it never issued with the first page",
    breaks: ["pagination.invalid-cursor-32602"],
    apply: (seams, { kind }) => {
      seams.rule(
        "decodeCursor",
        (original) => (of, cursor) => original(of, cursor) ?? (of === kind ? FIRST_ITEM : undefined),
      );
      seams.rule("pageStart", (original) => (names, last, of) => (last === FIRST_ITEM ? 0 : original(names, last, of)));
    },
  }),
  {
    id: "unknown-cursor-code",
    does: "Refuses a cursor that it never issued with another code than -32602",
    breaks: ["pagination.invalid-cursor-32602"],
    apply: (seams, draw) => {
      const code = draw.pick([CODES.invalidRequest, CODES.internal, -32001]);
      seams.rule("invalidCursor", () => () => refusal(code, "Invalid cursor"));
    },
  },
  {
    id: "unknown-cursor-unanswered",
    does: "Never answers a request with a cursor that it never issued",
    breaks: ["pagination.invalid-cursor-graceful"],
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && isObject(message.error) && request?.params.cursor !== undefined ? [] : [message],
      ),
  },
];

interface Fault extends Pick<Mutant, "does" | "breaks" | "implies"> {
  readonly apply: (seams: Seams, list: Paged, draw: Random) => void;
}

/** The same fault on each list by itself. */
function onEachList(id: string, { apply, ...fault }: Fault, lists: readonly Paged[] = LISTS): readonly Mutant[] {
  return lists.map((list) => ({
    ...fault,
    id: `${id}-in-${list.method.replaceAll("/", "-")}`,
    facet: list.method,
    apply: (seams, draw) => apply(seams, list, draw),
  }));
}
