import type { Peer } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { since, until } from "../../../simulators/wire/revisions.ts";
import type { Judge } from "../../kit/judge.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { shorten } from "../../kit/subject.ts";
import { type Ask, bodyOf, eventsIn, httpOf, talkativeAsks } from "./stimuli.ts";

const REPLAY_MS = 1_500;
/** Being told to come back, perhaps more than once, takes longer than an answer. */
const RECONNECTION_MS = 15_000;

/** Where a stream can be taken up, and what is missing from there on. */
interface Place {
  readonly id: string;
  readonly missing: readonly string[];
}

/** A stream that was read to its end, with event ids. */
interface Read {
  readonly texts: readonly string[];
  readonly first: Place;
  /** Further on than the first id, where more is still missing; else the first. */
  readonly later: Place;
  readonly events: readonly number[];
}

/** A stream that was taken up again, and what came. */
interface Resumed {
  readonly own: Read;
  readonly from: Place;
  readonly came: readonly MessageEvent[];
}

export const resume: Suite = suite("http", {
  revisions: since("2025-03-26").filter((one) => until("2025-11-25").includes(one)),
  transports: ["http"],
}, (scenario) => {
  scenario(
    "reads two streams at a time, then takes one up after its first event id and one further on; the rest of that stream follows",
    ["http.event-id-unique", "http.event-id-per-stream", "http.resume-no-cross-stream", "http.event-id-encodes-stream"],
    async ({ peer, target, judge, skip }) => {
      const [one, other] = await Promise.all(talkativeAsks(peer, target).map((ask) => read(peer, ask)));
      if (!one || !other) return skip("the target answers by streams without event ids, or by no streams");
      const first = await takeUp(peer, one, one.first);
      const second = await takeUp(peer, other, other.later);
      if (first.came.length + second.came.length === 0) return skip("the target replayed nothing, which it need not");
      judgeReplay(judge, first, other);
      judgeReplay(judge, second, one);
      const unfound = first.came.length === 0 && one.later !== one.first;
      judgeFound(judge, first, second, unfound ? await takeUp(peer, one, one.later) : undefined);
    },
    { isolation: "session" },
  );

  scenario(
    "calls a tool twice at a time whose connections the server breaks off before it answers; a retry field comes before each end",
    ["http.sse-retry-before-close", "http.get-retry-before-close"],
    async ({ peer, target, skip }) => {
      const tool = target.fixture("test_reconnection");
      if (!tool) return skip("the target offers no tool that is known to break a connection off");
      const params = { name: tool.name, arguments: tool.arguments() };
      const call = () => peer.call("tools/call", params, { deadlineMs: RECONNECTION_MS });
      await Promise.all([call(), call()]);
    },
    { revisions: ["2025-11-25"] },
  );
});

async function read(peer: Peer, ask: Ask): Promise<Read | undefined> {
  const answer = await httpOf(peer).post(bodyOf(peer, ask));
  const events = answer.mediaType === "text/event-stream" ? eventsIn(answer.body) : [];
  const textsOf = (some: typeof events) => some.flatMap(({ data }) => (data === "" ? [] : [data]));
  const places = events.flatMap(({ id }, at) => (id ? [{ id, missing: textsOf(events.slice(at + 1)) }] : []));
  const [first, ...others] = places;
  if (first === undefined) return undefined;
  const later = others.find(({ missing }) => missing.length > 0) ?? first;
  return { texts: textsOf(events), first, later, events: answer.events };
}

/** Takes a stream up from a place; gives what came, until nothing more is to be expected. */
async function takeUp(peer: Peer, own: Read, from: Place): Promise<Resumed> {
  const stream = await httpOf(peer).open("GET", { headers: { "Last-Event-ID": from.id } });
  while (stream.messages.length < from.missing.length && (await stream.next({ deadlineMs: REPLAY_MS })));
  if (stream.status === 200) await peer.quiet();
  await stream.close();
  return { own, from, came: [...stream.messages] };
}

function judgeReplay(judge: Judge, { own, from, came }: Resumed, other: Read): void {
  if (came.length === 0) return;
  const texts = came.map(({ message }) => message.text);
  const sent = `GET with Last-Event-ID: ${from.id}`;
  const shown = [...own.events.slice(0, 4), ...came.map(({ seq }) => seq)];
  const foreign = texts.find((text) => other.texts.includes(text) && !own.texts.includes(text));
  const crossing = judge("http.resume-no-cross-stream")
    .sent(sent)
    .showing(...shown);
  if (foreign === undefined) crossing.pass();
  else {
    crossing.fail(`a message of another stream: ${shorten(foreign, 200)}`, [
      "messages of the stream that the id names",
    ]);
    return;
  }
  if (from.missing.length === 0) return;
  const cursor = judge("http.event-id-per-stream")
    .sent(sent)
    .showing(...shown);
  const expected = from.missing.slice(0, texts.length);
  if (texts.length <= from.missing.length && texts.every((text, at) => text === expected[at])) cursor.pass();
  else
    cursor.fail(
      `${texts.length} messages, of which these do not follow each other as on the stream: ${shorten(texts.join(" "), 300)}`,
      [`the ${from.missing.length} messages after that event, in order and once`],
    );
}

/** `again`: the first stream, taken up further on after nothing had come for its first id. */
function judgeFound(judge: Judge, first: Resumed, second: Resumed, again: Resumed | undefined): void {
  const question = judge("http.event-id-encodes-stream").sent("GET with Last-Event-ID, for each of two streams");
  const isOwn = ({ own, came }: Resumed) => came.some(({ message }) => own.texts.includes(message.text));
  const seqs = ({ came }: Resumed) => came.map(({ seq }) => seq);
  const lost = [first, second].find((one) => one.came.length > 0 && !isOwn(one));
  if (lost)
    question.showing(...seqs(lost)).fail("another stream was found by the id", ["the stream that the id belongs to"]);
  else if (first.came.length > 0 && second.came.length > 0) question.pass();
  else if (again && isOwn(again))
    question
      .showing(...seqs(again))
      .fail(`nothing was found by the first id, ${first.from.id}, and by the one after it the stream was`, [
        "the stream, by the id of any of its events",
      ]);
  else question.inconclusive("of two streams only one was replayed");
}
