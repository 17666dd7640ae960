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

/** A stream that was read to its end, with event ids. */
interface Read {
  readonly ids: readonly string[];
  /** Where it is taken up: after its first id, so that these are missing. */
  readonly missing: readonly string[];
  readonly events: readonly number[];
}

export const resume: Suite = suite("http", {
  revisions: since("2025-03-26").filter((one) => until("2025-11-25").includes(one)),
  transports: ["http"],
}, (scenario) => {
  scenario(
    "reads two streams at a time, then takes each up after its first event id; what follows is the rest of that stream",
    ["http.event-id-unique", "http.event-id-per-stream", "http.resume-no-cross-stream", "http.event-id-encodes-stream"],
    async ({ peer, target, judge, skip }) => {
      const [one, other] = await Promise.all(talkativeAsks(peer, target).map((ask) => read(peer, ask)));
      if (!one || !other) return skip("the target answers by streams without event ids, or by no streams");
      const first = await takeUp(peer, one);
      const second = await takeUp(peer, other);
      const came = first.length + second.length;
      if (came === 0) return skip("the target replayed nothing, which it need not");
      judgeReplay(judge, one, other, first);
      judgeReplay(judge, other, one, second);
      judgeFound(judge, [one, first], [other, second]);
    },
    { isolation: "session" },
  );

  scenario(
    "calls a tool whose connection the server breaks off before it answers; a retry field comes before",
    ["http.sse-retry-before-close", "http.get-retry-before-close"],
    async ({ peer, target, skip }) => {
      const tool = target.fixture("test_reconnection");
      if (!tool) return skip("the target offers no tool that is known to break a connection off");
      await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() }, { deadlineMs: RECONNECTION_MS });
    },
    { revisions: ["2025-11-25"] },
  );
});

async function read(peer: Peer, ask: Ask): Promise<Read | undefined> {
  const answer = await httpOf(peer).post(bodyOf(peer, ask));
  const events = answer.mediaType === "text/event-stream" ? eventsIn(answer.body) : [];
  const first = events.findIndex(({ id }) => id !== undefined && id !== "");
  const missing = events.slice(first + 1).flatMap(({ data }) => (data === "" ? [] : [data]));
  if (first === -1) return undefined;
  return { ids: events.flatMap(({ id }) => id ?? []), missing, events: answer.events };
}

/** Takes a stream up after its first id; gives what came, until nothing more is to be expected. */
async function takeUp(peer: Peer, { ids, missing }: Read): Promise<readonly MessageEvent[]> {
  const stream = await httpOf(peer).open("GET", { headers: { "Last-Event-ID": ids[0] } });
  while (stream.messages.length < missing.length && (await stream.next({ deadlineMs: REPLAY_MS })));
  if (stream.status === 200) await peer.quiet();
  await stream.close();
  return [...stream.messages];
}

function judgeReplay(judge: Judge, own: Read, other: Read, came: readonly MessageEvent[]): void {
  if (came.length === 0) return;
  const texts = came.map(({ message }) => message.text);
  const sent = `GET with Last-Event-ID: ${own.ids[0]}`;
  const shown = [...own.events.slice(0, 4), ...came.map(({ seq }) => seq)];
  const foreign = texts.find((text) => other.missing.includes(text) && !own.missing.includes(text));
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
  if (own.missing.length === 0) return;
  const cursor = judge("http.event-id-per-stream")
    .sent(sent)
    .showing(...shown);
  const expected = own.missing.slice(0, texts.length);
  if (texts.length <= own.missing.length && texts.every((text, at) => text === expected[at])) cursor.pass();
  else
    cursor.fail(
      `${texts.length} messages, of which these do not follow each other as on the stream: ${shorten(texts.join(" "), 300)}`,
      [`the ${own.missing.length} messages after that event, in order and once`],
    );
}

function judgeFound(judge: Judge, ...resumed: readonly (readonly [Read, readonly MessageEvent[]])[]): void {
  const question = judge("http.event-id-encodes-stream").sent("GET with Last-Event-ID, for each of two streams");
  const lost = resumed.find(
    ([own, came]) => came.length > 0 && !came.some(({ message }) => own.missing.includes(message.text)),
  );
  if (lost)
    question
      .showing(...lost[1].map(({ seq }) => seq))
      .fail("another stream was found by the id", ["the stream that the id belongs to"]);
  else if (resumed.every(([, came]) => came.length > 0)) question.pass();
  else question.inconclusive("of two streams only one was replayed");
}
