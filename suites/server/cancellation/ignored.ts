import type { Delivery, Peer, RequestId } from "../../../simulators/client/peer.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { LEGACY, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { silence, where } from "../../kit/accept.ts";
import type { Judge } from "../../kit/judge.ts";
import { type Suite, suite } from "../../kit/scenario.ts";

const CANCELLED = "notifications/cancelled";
/** How long a call runs that is not to be cancelled, ms. */
const BRIEF = 400;

interface Odd {
  readonly requirement: string;
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Raw id that it names, where it names one. */
  readonly rawId?: string;
  readonly defect?: string;
}

/** Sends a notification that changes nothing; judges that it is passed over: nothing comes of it, and others are answered. */
async function passedOver(peer: Peer, judge: Judge, odd: Odd): Promise<void> {
  const before = await peer.alive();
  const since = peer.messages().at(-1)?.seq ?? -1;
  const delivery = await peer.notify(odd.method, odd.params, odd.defect === undefined ? {} : { defect: odd.defect });
  const alive = await peer.alive();
  const stray = strays(peer, since, odd.rawId);
  const { sent, http } = delivery;
  const about = judge(odd.requirement)
    .given(before, "the target answered no ordinary request before")
    .sent(sent.text, sent.reproduce);
  if (!alive)
    about
      .showing(sent.seq)
      .timed()
      .fail("no answer to an ordinary request afterwards", ["nothing comes of it, and the next request is answered"]);
  else if (http !== undefined && stray.length === 0) about.that(http).is(takes(peer, delivery));
  else about.showing(sent.seq).that(stray).is(silence());
}

/** Responses to no request, and second responses to the one that is named. */
function strays(peer: Peer, since: number, rawId: string | undefined) {
  return peer
    .messages(since)
    .filter(
      ({ message: { kind, rawId: answers } }) =>
        (kind === "error" && (answers === undefined || answers === "null")) ||
        ((kind === "error" || kind === "result") && rawId !== undefined && answers === rawId),
    );
}

/** Modern HTTP has no use for such a notification: a refusal is no fault there, a breakdown is. */
function takes(peer: Peer, { http }: Delivery) {
  const modern = peer.era === "modern" && peer.transport === "http";
  return where(modern ? "any HTTP status below 500" : "HTTP 2xx", () => (http?.status ?? 0) < (modern ? 500 : 300));
}

export const ignored: Suite = suite("cancellation", { revisions: REVISIONS, isolation: "session" }, (scenario) => {
  scenario(
    "cancels a request that was answered, and one that never was; both are passed over",
    ["cancellation.ignore-completed", "cancellation.ignore-unknown-id"],
    async ({ peer, judge, random }) => {
      const method = peer.era === "modern" ? "server/discover" : "ping";
      const done = peer.call(method, {});
      if ((await done).kind === "none")
        judge("cancellation.ignore-completed").inconclusive(`${method} was not answered`);
      else
        await passedOver(peer, judge, {
          requirement: "cancellation.ignore-completed",
          method: CANCELLED,
          params: { requestId: done.id, reason: "too late" },
          rawId: done.rawId,
        });
      for (const requestId of [`never-used-${random.word(8)}`, 4_000_000 + random.integer(0, 999_999)])
        await passedOver(peer, judge, {
          requirement: "cancellation.ignore-unknown-id",
          method: CANCELLED,
          params: { requestId, reason: "never sent" },
          rawId: JSON.stringify(requestId),
        });
    },
  );

  scenario(
    "sends cancellations that name nothing or no id; they are passed over",
    ["cancellation.ignore-malformed"],
    async ({ peer, judge }) => {
      const wrong: readonly (readonly [what: string, params: JsonObject | undefined])[] = [
        ["without params", undefined],
        ["without requestId", { reason: "which one?" }],
        ["whose requestId is null", { requestId: null }],
        ["whose requestId is an object", { requestId: { id: 1 } }],
        ["whose requestId is an array", { requestId: [1] }],
        ["whose requestId is true", { requestId: true }],
      ];
      for (const [what, params] of wrong)
        await passedOver(peer, judge, {
          requirement: "cancellation.ignore-malformed",
          method: CANCELLED,
          params,
          defect: `a cancellation ${what}`,
        });
    },
    { isolation: "process" },
  );

  scenario(
    "cancels while a call is under way what is not that call; it goes on, and is answered",
    ["cancellation.ignore-unknown-id", "cancellation.ignore-malformed"],
    async ({ peer, judge, target, random, skip }) => {
      if (peer.era === "modern" && peer.transport === "http")
        return skip("over HTTP this revision has no cancellation by notification");
      const slow = target.fixture("assay_slow");
      if (slow === undefined) return skip("only a fixture's tool is sure to be under way for long enough (assay_slow)");
      const arms = { name: slow.name, arguments: { ms: BRIEF } };
      const twin = await peer.call("tools/call", arms);
      const others: readonly (readonly [requirement: string, params: (id: RequestId) => JsonObject])[] = [
        ["cancellation.ignore-unknown-id", (id) => ({ requestId: String(id) })],
        ["cancellation.ignore-unknown-id", () => ({ requestId: `never-used-${random.word(8)}` })],
        ["cancellation.ignore-malformed", () => ({ reason: "which one?" })],
        ["cancellation.ignore-malformed", () => ({ requestId: null })],
      ];
      for (const [requirement, params] of others) {
        const call = peer.call("tools/call", arms, { progress: true });
        const begun = await call.until(({ message }) => message.method === "notifications/progress");
        const { sent } = await peer.notify(CANCELLED, params(call.id), { defect: "a cancellation of no request" });
        const reply = await call;
        judge(requirement)
          .given(twin.kind === "result" && begun !== undefined, "the call was not seen to run")
          .sent(sent.text, sent.reproduce)
          .showing(...reply.events)
          .timed()
          .that(reply.kind)
          .is(where("the result of the call that was under way", (kind: string) => kind === "result"));
      }
    },
  );

  scenario(
    "reports progress for a token that was never given; it is passed over",
    ["progress.track-tokens"],
    async ({ peer, judge, random }) => {
      for (const progressToken of [`never-given-${random.word(8)}`, 5_000_000 + random.integer(0, 999_999)])
        await passedOver(peer, judge, {
          requirement: "progress.track-tokens",
          method: "notifications/progress",
          params: { progressToken, progress: 1, total: 2 },
        });
    },
    // Later clients send no progress.
    { revisions: LEGACY },
  );
});
