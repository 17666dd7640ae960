import type { Peer, Reply } from "../../simulators/client/peer.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { error, result } from "../kit/accept.ts";
import type { Question } from "../kit/judge.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { itemsOf, keysOf, type List } from "../protocol/lists.ts";
import { listsOf, sameSet, type Walked, walk } from "./pagination/walk.ts";

const REPEATED_CURSORS = 3;
const NEVER_ISSUED = "a cursor that the server never issued";

const pagination = suite("pagination", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "follows every cursor to the end of each list, then uses cursors again; each item comes once and each page stays the same",
    ["pagination.operations", "pagination.continues-after-cursor", "pagination.stable-cursors"],
    async ({ peer, judge, target, skip }) => {
      let several = 0;
      for (const list of listsOf(target)) {
        const first = await walk(peer, list);
        const second = first.pages[1];
        if (second === undefined) continue;
        several += 1;
        judge("pagination.operations", list.method)
          .that(second.reply)
          .is(result("the page after the cursor", (page) => keysText(list, page) !== keysOfPage(first, 0)));
        if (first.ended === "refused") continue;

        const again: { readonly page: number; readonly reply: Reply }[] = [];
        for (const [page, { cursor }] of first.pages.slice(0, REPEATED_CURSORS + 1).entries())
          if (cursor !== undefined) again.push({ page, reply: await peer.call(list.method, { cursor }) });
        const unchanged = first.ended === "cap" ? false : sameSet(first, await walk(peer, list));
        for (const { page, reply } of again)
          judge("pagination.stable-cursors", list.method)
            .given(unchanged, `the items of ${list.method} changed while they were read`)
            .that(reply)
            .is(
              result(
                "the page that this cursor led to before",
                (result) => keysText(list, result) === keysOfPage(first, page),
              ),
            );
        judgeOnce(
          judge("pagination.continues-after-cursor", list.method).given(
            unchanged,
            `the items of ${list.method} changed while they were read`,
          ),
          first,
        );
      }
      if (several === 0) skip("no list of the target has a second page");
    },
  );

  scenario(
    "sends a cursor that was never issued to each list; it is answered with -32602",
    ["pagination.invalid-cursor-32602", "pagination.invalid-cursor-graceful"],
    async ({ peer, judge, target, random, skip }) => {
      let listed = 0;
      for (const list of listsOf(target)) {
        const control = await peer.call(list.method, {});
        if (control.kind !== "result") continue;
        listed += 1;
        const reply = await peer.call(
          list.method,
          { cursor: `no-such-cursor-${random.word(12)}` },
          { defect: NEVER_ISSUED },
        );
        judge("pagination.invalid-cursor-32602", list.method).that(reply).is(error(-32602));
        await judgeGraceful(judge("pagination.invalid-cursor-graceful"), peer, reply);
      }
      if (listed === 0) skip("the target offers no list");
    },
  );

  scenario(
    "sends empty, long and odd cursors that were never issued; the server answers and stays alive",
    ["pagination.invalid-cursor-graceful"],
    async ({ peer, judge, target, random, skip }) => {
      const [list] = listsOf(target);
      if (list === undefined || (await peer.call(list.method, {})).kind !== "result")
        return skip("the target offers no list");
      const cursors = [
        "",
        random.word(10_000),
        `\u0000\n${random.word(3)}\u2028\ud83d\ude00`,
        "-1",
        Buffer.from(JSON.stringify({ page: -1, offset: "x", id: null })).toString("base64"),
        Buffer.from(JSON.stringify(random.word(6))).toString("base64url"),
      ];
      for (const cursor of cursors) {
        const reply = await peer.call(list.method, { cursor }, { defect: NEVER_ISSUED });
        if (!(await judgeGraceful(judge("pagination.invalid-cursor-graceful"), peer, reply))) return;
      }
    },
    { isolation: "process" },
  );
});

function judgeOnce(question: Question, walked: Walked): void {
  const { list, pages } = walked;
  const shown = question
    .sent(`${list.method} through ${pages.length} pages`)
    .showing(...pages.flatMap(({ reply }) => reply.events));
  const accepted = ["each item once, and an end"];
  const twice = onTwoPages(walked);
  if (walked.ended === "cap") shown.inconclusive(`${list.method} has more than ${pages.length} pages`);
  else if (walked.ended === "loop")
    shown.fail("a nextCursor that had come before on the same walk, so that the list never ends", accepted);
  else if (twice !== undefined) shown.fail(`the item ${twice} on more than one page`, accepted);
  else shown.pass();
}

/** An item that more than one page has. Items of one page that are alike are no fault of the cursors. */
function onTwoPages({ list, pages }: Walked): string | undefined {
  const earlier = new Set<string>();
  for (const { items } of pages) {
    const keys = keysOf(list, items).map((key) => JSON.stringify(key));
    const twice = keys.find((key) => earlier.has(key));
    if (twice !== undefined) return twice;
    for (const key of keys) earlier.add(key);
  }
  return undefined;
}

/** Whether the server answered in any way and is alive. */
async function judgeGraceful(question: Question, peer: Peer, reply: Reply): Promise<boolean> {
  const answered = reply.kind !== "none" || reply.why === "refused";
  const alive = await peer.alive();
  const shown = question.sent(reply.sent.text, reply.sent.reproduce).showing(...reply.events);
  if (answered && alive) shown.pass();
  else
    shown
      .timed()
      .fail(
        answered
          ? "an answer, after which the server answered no more"
          : `no answer${alive ? "" : ", and the server answered no more"}`,
        ["any answer, from a server that stays alive"],
      );
  return answered && alive;
}

function keysOfPage({ list, pages }: Walked, page: number): string {
  return JSON.stringify(keysOf(list, pages[page]!.items));
}

function keysText(list: List, page: Parameters<typeof itemsOf>[1]): string {
  return JSON.stringify(keysOf(list, itemsOf(list, page)));
}

export const suites: readonly Suite[] = [pagination];
