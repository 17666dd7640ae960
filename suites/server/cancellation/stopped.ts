import type { Call, Peer } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { MODERN, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";
import { ordinaryTools } from "../tools/choose.ts";

/** How long the slow tool would run, ms. */
const SLOW = 4_000;
const MANY = 12;
const ROUNDS = 9;
const MOST_CALLED = 3;
/** A tool is given so long to report progress for the first time, and again after it was cancelled, ms. */
const BEGINS = 2_500;
const GOES_ON = 3_000;

/** A request that changes nothing and gives more than a word, so that its answer takes a moment. */
function listing({ capabilities }: Target, peer: Peer): string {
  for (const kind of ["tools", "resources", "prompts"]) if (capabilities[kind] !== undefined) return `${kind}/list`;
  return peer.era === "modern" ? "server/discover" : "ping";
}

export const stopped: Suite = suite("cancellation", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "cancels requests at once, later and too late, with others between; each of the others is answered",
    ["cancellation.race-handled", "cancellation.no-response"],
    async ({ peer, judge, target }) => {
      const method = listing(target, peer);
      const before = await peer.call(method, {});
      const companions: Call[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const doomed = peer.call(method, {});
        const companion = peer.call(method, {});
        companions.push(companion);
        if (round % 3 === 1) await companion;
        if (round % 3 === 2) await doomed;
        // A request answered before it could be cancelled is cancelled too late only where a notification says so.
        await peer.cancel(doomed, "the race is on");
      }
      const replies = await Promise.all(companions);
      const about = () =>
        judge("cancellation.race-handled").given(before.kind === "result", `${method} was not answered with a result`);
      for (const reply of replies) {
        if (reply.kind === "none")
          about()
            .sent(reply.sent.text)
            .showing(...reply.events)
            .timed()
            .fail(`no response to a request beside a cancelled one (${reply.note})`, ["a response of its own"]);
        else
          about()
            .that(reply)
            .is(where(`the result of ${method}`, () => reply.kind === "result"));
      }
      if (!(await peer.alive()))
        about().timed().fail("no answer to an ordinary request afterwards", ["the target goes on answering"]);
    },
    { isolation: "session" },
  );

  scenario(
    "cancels slow calls that are under way; their work stops, what they held is freed, and nothing more is said of them",
    [
      "cancellation.receiver-stops",
      "cancellation.receiver-frees-resources",
      "cancellation.no-response",
      "stdio.cancel-stop-work",
      "stdio.cancel-no-further-messages",
    ],
    async ({ peer, judge, target, skip }) => {
      const [slow, counter] = [target.fixture("assay_slow"), target.fixture("assay_counter_read")];
      if (slow === undefined || counter === undefined)
        return skip("only a fixture's tools tell what is under way (assay_slow, assay_counter_read)");
      const idle = await running(peer);
      // Numbers and strings: a server may look its requests up by either.
      const calls = Array.from({ length: MANY }, (_, n) =>
        peer.call(
          "tools/call",
          { name: slow.name, arguments: { ms: SLOW } },
          { progress: true, ...(n % 2 === 0 ? {} : { id: `slow-${peer.nextId()}` }) },
        ),
      );
      await Promise.all(calls.map((call) => call.until(reportsOn(call))));
      const busy = await running(peer);
      const underWay = idle !== undefined && busy === idle + MANY;
      const fewer = (most: number) =>
        where(
          `at most ${most} slow calls under way`,
          (count: number | undefined) => count !== undefined && count <= most,
        );

      const [first, second, ...others] = calls;
      // A reason is optional.
      const sent = [await peer.cancel(first!), await peer.cancel(second!, "no longer needed")];
      await peer.quiet();
      const left = await running(peer);
      for (const id of ["cancellation.receiver-stops", "stdio.cancel-stop-work"])
        judge(id)
          .given(underWay, "the slow calls were not seen to run")
          .sent(sent.map((one) => one?.text ?? "").join("\n"))
          .timed()
          .that(left)
          .is(fewer((busy ?? 0) - 2));

      for (const call of others) await peer.cancel(call, "no longer needed");
      await peer.quiet();
      judge("cancellation.receiver-frees-resources")
        .given(underWay, "the slow calls were not seen to run")
        .sent(`${MANY} cancellations`)
        .timed()
        .that(await running(peer))
        .is(fewer(idle ?? 0));

      // Past the time at which they would have ended of themselves.
      const ids = calls.map(({ rawId }) => rawId);
      await peer.until(({ message }) => message.rawId !== undefined && ids.includes(message.rawId), {
        since: peer.messages().at(-1)?.seq ?? -1,
        deadlineMs: SLOW + 500,
      });
      await peer.alive();
    },
    { isolation: "alone" },
  );

  scenario(
    "cancels calls of ordinary tools that have begun to report progress; nothing more is said of them",
    ["cancellation.receiver-stops", "cancellation.no-response", "stdio.cancel-no-further-messages"],
    async ({ peer, target, skip }) => {
      const tools = ordinaryTools(target).slice(0, MOST_CALLED);
      if (tools.length === 0) return skip(target.whyNotCallable);
      let cancelled = 0;
      for (const tool of tools) {
        const call = peer.call("tools/call", { name: tool.name, arguments: tool.arguments() }, { progress: true });
        const begun = await call.until(reportsOn(call), { deadlineMs: BEGINS });
        if (begun === undefined) continue;
        cancelled += 1;
        await peer.cancel(call, "no longer needed");
        const reports = reportsOn(call);
        await peer.until((event) => event.message.rawId === call.rawId || reports(event), {
          since: peer.messages().at(-1)?.seq ?? -1,
          deadlineMs: GOES_ON,
        });
      }
      if (cancelled === 0) skip("none of the tools that were called reported progress before it answered");
      await peer.alive();
    },
  );

  scenario(
    "leaves a subscription open until the end of input; it is ended in the server's own way",
    [
      "cancellation.server-no-other-use",
      "cancellation.request-id-param",
      "stdio.server-exit-on-eof",
      "stdio.newline-delimited",
    ],
    async ({ peer, judge, target, skip }) => {
      const { stdio } = peer;
      if (stdio === undefined) return skip("there are no pipes");
      const watch = await peer.watch({ toolsListChanged: true });
      const first = await watch.next();
      if (first?.message.method !== "notifications/subscriptions/acknowledged")
        return skip("the target did not acknowledge a subscription");
      const slow = target.fixture("assay_slow");
      const call =
        slow && peer.call("tools/call", { name: slow.name, arguments: { ms: 10 * SLOW } }, { progress: true });
      await call?.until(reportsOn(call));
      stdio.endInput();
      judge("stdio.server-exit-on-eof")
        .sent(`the end of input, with a subscription open${call === undefined ? "" : " and a call under way"}`)
        .timed()
        .that(await stdio.exited())
        .is(where("the end of the process", (exit: unknown) => exit !== undefined));
    },
    { revisions: MODERN, transports: ["stdio"], isolation: "process" },
  );
});

/** How many slow calls the fixture has under way. */
async function running(peer: Peer): Promise<number | undefined> {
  const reply = await peer.call("tools/call", { name: "assay_counter_read", arguments: {} });
  const content = reply.kind === "result" ? reply.result.content : undefined;
  const block = Array.isArray(content) ? content[0] : undefined;
  if (!isObject(block) || typeof block.text !== "string") return undefined;
  const counts: unknown = JSON.parse(block.text);
  return (counts as { readonly running?: number }).running;
}

/** Progress under the token that the peer makes for a call: over shared streams others report, too. */
function reportsOn({ id }: Call): (event: MessageEvent) => boolean {
  return ({ message }) =>
    message.method === "notifications/progress" && message.params?.progressToken === `progress-${id}`;
}
