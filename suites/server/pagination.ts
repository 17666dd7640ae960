import type { Peer, Reply } from "../../simulators/client/peer.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { error, result, status } from "../kit/accept.ts";
import type { Question } from "../kit/judge.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { itemsOf, keysOf, type List } from "../protocol/lists.ts";
import { listsOf, sameSet, type Walked, walk } from "./pagination/walk.ts";

const REPEATED_CURSORS = 3;
const TOO_MANY_REQUESTS = 429;
/** Shorter cursors, and those that end in digits, are likely to hold plain numbers, which stay so when cut. */
const LONG_ENOUGH = 8;
const CUT = 3;
const ENDS_IN_NUMBER = /\d{3}$/;
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
        const reuse = async (most: number) => {
          for (const [page, { cursor }] of first.pages.slice(0, most + 1).entries())
            if (cursor !== undefined) again.push({ page, reply: await peer.call(list.method, { cursor }) });
        };
        await reuse(REPEATED_CURSORS);
        const unchanged = first.ended === "cap" ? false : sameSet(first, await walk(peer, list));
        // Once more, now that the list has been begun anew.
        await reuse(1);
        const restless = await wanders(peer, first, again);
        if (restless !== undefined)
          judge("pagination.stable-cursors", list.method)
            .sent(`${list.method} with one cursor, again and again`)
            .showing(...restless)
            .fail("another page each time, while the first page stayed the same", ["the page that it led to before"]);
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
        if (await judgeGraceful(judge("pagination.invalid-cursor-graceful"), peer, reply))
          judge("pagination.invalid-cursor-graceful")
            .that(await peer.call(list.method, {}))
            .is(result("the list, as before the cursor"), status(TOO_MANY_REQUESTS));
      }
      if (listed === 0) skip("the target offers no list");
    },
  );

  scenario(
    "sends each list a cursor cut short and one of another list; neither is taken for the beginning of the list",
    ["pagination.invalid-cursor-32602"],
    async ({ peer, judge, target, skip }) => {
      const begun: { readonly list: List; readonly page: Reply & { kind: "result" }; readonly cursor: string }[] = [];
      for (const list of listsOf(target)) {
        const page = await peer.call(list.method, {});
        if (page.kind === "result" && typeof page.result.nextCursor === "string" && page.result.nextCursor !== "")
          begun.push({ list, page, cursor: page.result.nextCursor });
      }
      if (begun.length === 0) skip("no list of the target has a second page");
      for (const { list, page, cursor } of begun) {
        const own = begun.map((other) => other.cursor);
        const wrong = [
          ...(cursor.length < LONG_ENOUGH || ENDS_IN_NUMBER.test(cursor) ? [] : [cursor.slice(0, -CUT)]),
          ...own.filter((other) => other !== cursor),
        ];
        for (const odd of wrong) {
          const reply = await peer.call(list.method, { cursor: odd }, { defect: NEVER_ISSUED });
          const first =
            reply.kind === "result" && keysText(list, reply.result) === keysText(list, page.result) && !isBare(reply);
          // A cursor may be so made that it means something here too; the beginning of the list it never means.
          if (first || reply.kind === "error")
            judge("pagination.invalid-cursor-32602", list.method).that(reply).is(error(-32602));
        }
      }
      skip("no such cursor was refused, or taken for the beginning of a list");
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

/**
 * Whether one cursor led to another page each time that it was used, though the list's beginning stayed as it was: a list
 * that changes is seldom so regular. Gives the seqs that show it.
 */
async function wanders(
  peer: Peer,
  { list, pages }: Walked,
  again: readonly { readonly page: number; readonly reply: Reply }[],
): Promise<readonly number[] | undefined> {
  const cursor = pages[1]?.cursor;
  if (cursor === undefined) return undefined;
  const replies = [
    pages[1]!.reply,
    ...again.filter(({ page }) => page === 1).map(({ reply }) => reply),
    await peer.call(list.method, { cursor }),
  ];
  const texts = replies.flatMap((reply) => (reply.kind === "result" ? [keysText(list, reply.result)] : []));
  const begun = await peer.call(list.method, {});
  const steady =
    begun.kind === "result" && keysText(list, begun.result) === JSON.stringify(keysOf(list, pages[0]!.items));
  const differ = texts.length === replies.length && new Set(texts).size === texts.length;
  return steady && differ ? replies.flatMap((reply) => reply.events) : undefined;
}

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

/** A page without items has nothing to be known by. */
function isBare(reply: Reply): boolean {
  return (
    reply.kind === "result" && !Object.values(reply.result).some((value) => Array.isArray(value) && value.length > 0)
  );
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
