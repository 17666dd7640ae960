import type { RequestInstance } from "../../simulators/trace/context.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { LEGACY, MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { value, where } from "../kit/accept.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import type { Stage } from "../kit/client/stage.ts";

const LIST = "prompts/list";
const PAGES = [3, 1, 0, 7, 2];

const prompt = (n: number): JsonObject => ({ name: `prompt-${n}`, description: "One of a list in pages" });

/** Serves pages of these sizes, each followed by the cursor of its place. */
function pages({ seams }: Stage, sizes: readonly number[], cursors: readonly string[]): void {
  seams.rule("decodeCursor", () => (_kind, cursor) => cursor);
  seams.rule("pageStart", () => () => 0);
  seams.result(LIST, (result, { params }) => {
    const page = params.cursor === undefined ? 0 : cursors.indexOf(String(params.cursor)) + 1;
    const before = sizes.slice(0, page).reduce((sum, size) => sum + size, 0);
    const items = Array.from({ length: sizes[page] ?? 0 }, (_, n) => prompt(before + n));
    const { nextCursor: _own, prompts: _prompts, ...rest } = result;
    const more = page < sizes.length - 1 ? { nextCursor: cursors[page]! } : {};
    return { ...rest, prompts: items, ...more };
  });
}

/** How many of the cursors given were sent back, from the first on. */
function walk(requests: readonly RequestInstance[]): number {
  let walked = 0;
  for (const { params } of requests.slice(1)) if (params.cursor === ODD[walked]) walked += 1;
  return walked;
}

const string = () =>
  where("params.cursor, a string", (cursor: unknown) => typeof cursor === "string", { silent: true });

const ODD = ["plain", " spaces \t in it ", '{"json":[1,2]}', "ünïcödé-🧭-\u2028", "x".repeat(10_000)];

export const suites = [
  clientSuite("pagination", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "pages of many sizes, an empty one among them, are walked to the end with cursors given back as they are",
      [
        "pagination.both-flows",
        "pagination.cursor-opaque",
        "pagination.cursor-param",
        "pagination.page-size-not-assumed",
        "pagination.missing-cursor-ends",
        "prompts.client-pagination",
      ],
      {
        actions: [{ action: "list", what: "prompts" }],
        alone: true,
        stage: (stage) => pages(stage, PAGES, ODD),
      },
      ({ judge, record, ended, skip }) => {
        const requests = record.requests(LIST);
        if (requests.length === 0) skip("the client did not list prompts");
        const asked = requests.map(({ params }) => params.cursor);
        const outcome = ended(0);
        if (!outcome.ok) skip("the client gave the list up");
        const walked = walk(requests);
        const show = (id: string) => judge(id).showing(...requests.map(({ seen }) => seen.seq));
        const given = ODD.slice(0, PAGES.length - 1);
        // A page is asked for once where the walk went wrong before it.
        for (const [page, cursor] of given.slice(0, Math.max(1, asked.length - 1)).entries()) {
          const came = asked[page + 1];
          if (came === undefined) continue;
          show("pagination.cursor-opaque").that(came).is(value(cursor));
        }
        if (asked.length > 1) show("pagination.cursor-param").that(asked[1]).is(string());
        else
          show("pagination.both-flows").fail("only the first page was asked for", ["a request for each further page"]);
        show("prompts.client-pagination")
          .that(walked)
          .is(
            where("a request with the cursor of each page of prompts/list", (count: number) => count === given.length),
          );
        if (walked === given.length) {
          show("pagination.both-flows").pass();
          show("pagination.page-size-not-assumed").pass();
          show("pagination.missing-cursor-ends")
            .that(asked.length)
            .is(where("no request after the page without nextCursor", (count: number) => count === PAGES.length));
        } else if (asked.length > 1 && asked.length === walked + 1)
          show("pagination.page-size-not-assumed").fail(
            `the walk stopped after a page of ${PAGES[walked]} items, which had a nextCursor`,
            ["a request with the page's nextCursor"],
          );
      },
    );

    scenario(
      "an empty cursor is a cursor",
      ["pagination.empty-cursor-valid"],
      {
        revisions: MODERN,
        actions: [{ action: "list", what: "prompts" }],
        alone: true,
        stage: (stage) => pages(stage, [2, 1], [""]),
      },
      ({ judge, record, ended, skip }) => {
        const requests = record.requests(LIST);
        if (requests.length === 0) skip("the client did not list prompts");
        ended(0);
        judge("pagination.empty-cursor-valid")
          .sent('a page of prompts/list with "nextCursor":""')
          .showing(...requests.map(({ seen }) => seen.seq))
          .that(requests[1]?.params.cursor)
          .is(value(""));
      },
    );

    scenario(
      "a new session begins its lists at the start",
      ["pagination.cursor-not-persisted"],
      {
        revisions: LEGACY,
        actions: [{ action: "list", what: "prompts" }, { action: "close" }, { action: "list", what: "prompts" }],
        alone: true,
        stage: (stage) => pages(stage, [2, 1], ["assay-second-page"]),
      },
      ({ judge, record, skip }) => {
        const [, again] = record.requests("initialize");
        if (again === undefined) return skip("the client did not open a second session");
        const first = record.requests(LIST).find(({ seen }) => seen.seq > again.seen.seq);
        if (first === undefined) return skip("the client did not list prompts in its second session");
        judge("pagination.cursor-not-persisted")
          .sent("pages of prompts/list in one session, then a new session")
          .showing(again.seen.seq, first.seen.seq)
          .that(first.params.cursor)
          .is(value(undefined));
      },
    );
  }),
];
