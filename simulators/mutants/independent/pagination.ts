import type { ListKind } from "../../server/rules/lists.ts";
import { CODES, refusal } from "../../server/rules/refusal.ts";
import type { Seams } from "../../server/seams.ts";
import { editResult } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "templates-end-in-null",
    breaks: ["pagination.cursor-string"],
    facet: "resources/templates/list",
    does: "gives null for nextCursor on the last page of templates",
    apply: (seams) =>
      editResult(seams, "resources/templates/list", (result) =>
        result.nextCursor === undefined ? { ...result, nextCursor: null } : result,
      ),
  },
  {
    id: "prompt-offset-as-cursor",
    breaks: ["pagination.cursor-string"],
    implies: ["pagination.operations", "pagination.stable-cursors", "pagination.continues-after-cursor"],
    facet: "prompts/list",
    does: "gives a number for nextCursor of prompts",
    apply: (seams) =>
      editResult(seams, "prompts/list", (result) =>
        result.nextCursor === undefined ? result : { ...result, nextCursor: 3 },
      ),
  },
  {
    id: "later-pages-overlap",
    breaks: ["pagination.continues-after-cursor"],
    implies: ["tools.name-unique-should", "tools.name-unique-must"],
    facet: "tools/list",
    does: "begins the third page of tools, and those after it, one item early",
    apply: (seams) =>
      seams.rule("pageStart", (original) => (names, last, kind) => {
        const start = original(names, last, kind);
        return kind === "tools" && start !== undefined && start > 10 ? start - 1 : start;
      }),
  },
  {
    id: "last-resource-page-repeats-cursor",
    breaks: ["pagination.continues-after-cursor"],
    facet: "resources/list",
    does: "gives on the last page of resources the cursor by which it was asked for",
    apply: (seams) =>
      editResult(seams, "resources/list", (result, { params }) =>
        result.nextCursor === undefined && params.cursor !== undefined
          ? { ...result, nextCursor: params.cursor }
          : result,
      ),
  },
  {
    id: "prompts-go-round",
    breaks: ["pagination.continues-after-cursor"],
    facet: "prompts/list",
    does: "gives on the last page of prompts a cursor that leads back to the first",
    apply: (seams) => {
      seams.rule(
        "nextCursor",
        (original) => (kind, page, encode) =>
          kind === "prompts" ? (original(kind, page, encode) ?? "round") : original(kind, page, encode),
      );
      acceptAs(seams, "prompts", "round", 0);
    },
  },
  {
    id: "empty-cursor-begins-again",
    breaks: ["pagination.continues-after-cursor"],
    facet: "resources/list",
    implies: ["pagination.operations"],
    does: "gives an empty nextCursor on the first page of resources and takes it for no cursor",
    apply: (seams) => {
      seams.rule(
        "nextCursor",
        (original) => (kind, page, encode) => (kind === "resources" && page.more ? "" : original(kind, page, encode)),
      );
      acceptAs(seams, "resources", "", 0);
    },
  },
  {
    id: "cursor-of-another-list",
    breaks: ["pagination.invalid-cursor-32602"],
    facet: "prompts/list",
    does: "takes a cursor of another list, though not one made up, for the start of its prompts",
    apply: (seams) => {
      seams.rule("decodeCursor", (original) => (kind, cursor) => {
        if (kind !== "prompts") return original(kind, cursor);
        const others: readonly ListKind[] = ["tools", "resources", "resourceTemplates"];
        return others.some((other) => original(other, cursor) !== undefined) ? "" : original(kind, cursor);
      });
      acceptAs(seams, "prompts", "", 0);
    },
  },
  {
    id: "cursor-cut-short-served",
    breaks: ["pagination.invalid-cursor-32602"],
    facet: "tools/list",
    does: "takes a cursor of tools that lost its end for the start of the list",
    apply: (seams) => {
      seams.rule("decodeCursor", (original) => (kind, cursor) => {
        const known = original(kind, cursor);
        const cut = kind === "tools" && Buffer.from(cursor, "base64url").toString().startsWith('["tools"');
        return known ?? (cut ? "" : undefined);
      });
      acceptAs(seams, "tools", "", 0);
    },
  },
  {
    id: "made-up-cursor-empty-page",
    breaks: ["pagination.invalid-cursor-32602"],
    facet: "resources/templates/list",
    does: "answers a made-up cursor of templates with an empty page",
    apply: (seams) => {
      seams.rule(
        "decodeCursor",
        (original) => (kind, cursor) =>
          kind === "resourceTemplates" ? (original(kind, cursor) ?? "") : original(kind, cursor),
      );
      acceptAs(seams, "resourceTemplates", "", 1_000);
    },
  },
  {
    id: "made-up-cursor-internal-error",
    breaks: ["pagination.invalid-cursor-32602"],
    does: "answers a made-up cursor with an internal error",
    apply: (seams) => seams.rule("invalidCursor", () => () => refusal(CODES.internal, "bad base64")),
  },
  {
    id: "made-up-resource-cursor-unanswered",
    breaks: ["pagination.invalid-cursor-graceful"],
    implies: ["pagination.invalid-cursor-32602"],
    where: { transports: ["stdio"] },
    does: "never answers a made-up cursor of resources",
    apply: (seams) =>
      seams.message((message, context) =>
        context.kind === "response" && context.request?.method === "resources/list" && "error" in message
          ? []
          : [message],
      ),
  },
  {
    id: "made-up-cursor-poisons-list",
    breaks: ["pagination.invalid-cursor-graceful"],
    does: "refuses every further list once it was given a made-up cursor",
    apply: (seams) => {
      let poisoned = false;
      seams.rule("invalidCursor", (original) => (cursor) => {
        poisoned = true;
        return original(cursor);
      });
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          poisoned && request.method.endsWith("/list")
            ? refusal(CODES.internal, "the list is broken")
            : original(request, rules),
      );
    },
  },
  {
    id: "template-cursor-ignored",
    breaks: ["pagination.operations"],
    implies: ["pagination.continues-after-cursor", "pagination.invalid-cursor-32602"],
    facet: "resources/templates/list",
    does: "gives the first page of templates whatever the cursor",
    apply: (seams) => {
      seams.rule(
        "decodeCursor",
        (original) => (kind, cursor) => (kind === "resourceTemplates" ? "" : original(kind, cursor)),
      );
      acceptAs(seams, "resourceTemplates", "", 0);
    },
  },
  {
    id: "one-walk-at-a-time",
    breaks: ["pagination.stable-cursors"],
    facet: "prompts/list",
    does: "forgets the cursors of prompts when the list is asked for from its start again",
    apply: (seams) => {
      let walk = 0;
      seams.rule("paramsShape", (original) => (request, rules) => {
        if (request.method === "prompts/list" && request.params.cursor === undefined) walk += 1;
        return original(request, rules);
      });
      seams.rule(
        "encodeCursor",
        (original) => (kind, last) => (kind === "prompts" ? `${original(kind, last)}~${walk}` : original(kind, last)),
      );
      seams.rule("decodeCursor", (original) => (kind, cursor) => {
        if (kind !== "prompts") return original(kind, cursor);
        const [issued = "", of] = cursor.split("~");
        return of === String(walk) ? original(kind, issued) : undefined;
      });
    },
  },
  {
    id: "cursor-moves-on-when-used-again",
    breaks: ["pagination.stable-cursors"],
    facet: "tools/list",
    does: "goes one item further each time that a cursor of tools is used again",
    apply: (seams) => {
      const used = new Map<string, number>();
      seams.rule("pageStart", (original) => (names, last, kind) => {
        const start = original(names, last, kind);
        if (kind !== "tools" || start === undefined) return start;
        const times = used.get(last) ?? 0;
        used.set(last, times + 1);
        return start + times;
      });
    },
  },
];

/** Takes what `decodeCursor` gave for this name, or a cursor of this text, for a place in the list. */
function acceptAs(seams: Seams, of: ListKind, text: string, start: number): void {
  seams.rule(
    "decodeCursor",
    (original) => (kind, cursor) => (kind === of && cursor === text ? text : original(kind, cursor)),
  );
  seams.rule(
    "pageStart",
    (original) => (names, last, kind) => (kind === of && last === text ? start : original(names, last, kind)),
  );
}
