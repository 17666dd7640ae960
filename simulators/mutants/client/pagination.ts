import type { ClientMutant } from "../../client/app/mutant.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-trims-cursors",
    breaks: ["pagination.cursor-opaque"],
    implies: ["prompts.client-pagination", "pagination.page-size-not-assumed", "pagination.both-flows"],
    does: "trims a cursor before it sends it back",
    apply: (seams) => seams.rule("cursor", () => (given) => (typeof given === "string" ? given.trim() : given)),
  },
  {
    id: "client-cursor-beside-params",
    breaks: ["pagination.cursor-param"],
    implies: [
      "prompts.client-pagination",
      "pagination.empty-cursor-valid",
      "pagination.page-size-not-assumed",
      "pagination.both-flows",
      "pagination.cursor-opaque",
    ],
    does: "sends the cursor under another name",
    apply: (seams) =>
      seams.message((message) => {
        const { cursor, ...params } = (message.params ?? {}) as JsonObject;
        return [cursor === undefined ? message : { ...message, params: { ...params, nextCursor: cursor } }];
      }),
  },
  {
    id: "client-reads-first-page-only",
    breaks: ["pagination.both-flows", "prompts.client-pagination"],
    implies: ["pagination.empty-cursor-valid"],
    does: "takes the first page for the whole list",
    apply: (seams) => seams.rule("goesOn", () => () => false),
  },
  {
    id: "client-stops-at-second-page",
    breaks: ["pagination.page-size-not-assumed"],
    implies: ["prompts.client-pagination", "pagination.both-flows"],
    does: "takes a page shorter than the one before for the last",
    apply: (seams) => seams.rule("goesOn", (original) => (cursor, seen) => original(cursor, seen) && seen.size < 2),
  },
  {
    id: "client-asks-once-more",
    breaks: ["pagination.missing-cursor-ends"],
    does: "asks once more after the last page",
    apply: (seams) => {
      let more = 1;
      seams.rule("goesOn", (original) => (cursor, seen) => original(cursor, seen) || (seen.size > 3 && more-- > 0));
      seams.rule("cursor", (original) => (given) => original(given ?? "once more"));
    },
  },
  {
    id: "client-cursor-as-object",
    breaks: ["pagination.cursor-string"],
    implies: [
      "pagination.cursor-param",
      "pagination.cursor-opaque",
      "pagination.page-size-not-assumed",
      "pagination.both-flows",
      "pagination.empty-cursor-valid",
      "prompts.client-pagination",
    ],
    does: "sends a cursor in an object",
    apply: (seams) => seams.rule("cursor", () => (given) => ({ value: given })),
  },
  {
    id: "client-ends-at-empty-cursor",
    breaks: ["pagination.empty-cursor-valid"],
    does: "takes an empty cursor for none",
    apply: (seams) => seams.rule("goesOn", (original) => (cursor, seen) => cursor !== "" && original(cursor, seen)),
  },
  {
    id: "client-takes-cursors-along",
    breaks: ["pagination.cursor-not-persisted"],
    does: "goes on in a new session where it was in the one before",
    apply: (seams) => {
      let kept: JsonValue | undefined;
      let sessions = 0;
      seams.rule("goesOn", (original) => (cursor, seen) => {
        kept = cursor ?? kept;
        return original(cursor, seen);
      });
      seams.message((message) => {
        if (message.method === "initialize") sessions += 1;
        const params = (message.params ?? {}) as JsonObject;
        const first = message.method === "prompts/list" && params.cursor === undefined;
        if (!first || sessions < 2 || kept === undefined) return [message];
        return [{ ...message, params: { ...params, cursor: kept } }];
      });
    },
  },
];
