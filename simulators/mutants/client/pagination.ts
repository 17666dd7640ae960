import type { ClientMutant } from "../../client/app/mutant.ts";
import type { JsonObject } from "../../wire/json.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-trims-cursors",
    breaks: ["pagination.cursor-opaque"],
    implies: ["pagination.page-size-not-assumed", "pagination.both-flows"],
    does: "trims a cursor before it sends it back",
    apply: (seams) => seams.rule("cursor", () => (given) => (typeof given === "string" ? given.trim() : given)),
  },
  {
    id: "client-cursor-beside-params",
    breaks: ["pagination.cursor-param"],
    implies: ["pagination.page-size-not-assumed", "pagination.both-flows", "pagination.cursor-opaque"],
    does: "sends the cursor under another name",
    apply: (seams) =>
      seams.message((message) => {
        const { cursor, ...params } = (message.params ?? {}) as JsonObject;
        return [cursor === undefined ? message : { ...message, params: { ...params, nextCursor: cursor } }];
      }),
  },
  {
    id: "client-reads-first-page-only",
    breaks: ["pagination.both-flows"],
    does: "takes the first page for the whole list",
    apply: (seams) => seams.rule("goesOn", () => () => false),
  },
  {
    id: "client-stops-at-second-page",
    breaks: ["pagination.page-size-not-assumed"],
    implies: ["pagination.both-flows"],
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
];
