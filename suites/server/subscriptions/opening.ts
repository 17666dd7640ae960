import type { Call, Reply, WatchFilter } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { MODERN } from "../../../simulators/wire/revisions.ts";
import { error, notification, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";
import { ACKNOWLEDGED, wants } from "../../protocol/subscriptions.ts";
import { endInQuiet, listen } from "./listening.ts";

const LISTEN = "subscriptions/listen";

/** Filters that the schema forbids (2026-07-28/schema#subscriptionfilter), and none at all. */
const MALFORMED: readonly { readonly what: string; readonly params: JsonObject }[] = [
  { what: "no notifications filter", params: {} },
  { what: "a filter that is an array", params: { notifications: ["toolsListChanged"] } },
  { what: "a flag that is a string", params: { notifications: { toolsListChanged: "true" } } },
  { what: "resourceSubscriptions that is no array", params: { notifications: { resourceSubscriptions: "test://x" } } },
];

export const opening: Suite = suite("subscriptions", { revisions: MODERN }, (scenario) => {
  scenario(
    "listens to every kind of change under ids of several types, and waits; each stream is acknowledged and stays open",
    [
      "subscriptions.ack-agrees-with-capabilities",
      "subscriptions.ack-carries-id",
      "subscriptions.ack-filter-shape",
      "subscriptions.ack-first",
      "subscriptions.ack-subset",
      "subscriptions.id-equals-request-id",
      "subscriptions.nothing-before-ack",
      "subscriptions.stream-stays-open",
    ],
    async ({ peer, judge, target, random, skip }) => {
      const ids = [
        random.integer(1_000_000, 2_000_000_000),
        String(random.integer(1_000, 999_999)),
        `listen-${random.word(6)}-\u00e9"`,
      ];
      for (const [index, id] of ids.entries()) {
        const before = peer.messages().at(-1)?.seq ?? -1;
        const { watch, ack } = await listen(peer, everything(target), { id });
        const end = index === 0 || ack === undefined ? await endInQuiet(peer, watch.ended) : undefined;
        if (end?.kind === "error" || (end?.kind === "none" && end.why === "refused"))
          skip(`the server refuses ${LISTEN}`);
        const sent = await watch.call?.sent;
        // One under another id is a fault of its own.
        const misnamed = peer.messages(before).find(({ message }) => message.method === ACKNOWLEDGED);
        if (ack === undefined && misnamed === undefined)
          judge("subscriptions.ack-first")
            .timed()
            .sent(sent?.text ?? LISTEN, sent?.reproduce)
            .that(end)
            .is(notification(ACKNOWLEDGED), error());
        if (index === 0 && ack !== undefined)
          judge("subscriptions.stream-stays-open")
            .timed()
            .sent(sent?.text ?? LISTEN, sent?.reproduce)
            .showing(ack.seq)
            .that(end)
            .is(where("an open stream without a response", (reply) => reply === undefined, { silent: true }));
        await watch.close();
      }
    },
    { isolation: "session" },
  );

  scenario(
    "asks for a kind of notification that no server has; the acknowledgement leaves it out",
    ["subscriptions.ack-omits-unsupported", "subscriptions.ack-subset"],
    async ({ peer, judge, target, random, skip }) => {
      const known = await listen(peer, everything(target));
      await known.watch.close();
      if (known.ack === undefined) skip(`the server does not acknowledge ${LISTEN}`);
      const unknown = `${random.word(8)}ListChanged`;
      const options = { defect: "a filter with a field that no revision has" };
      const { watch, ack, honoured } = await listen(peer, { ...everything(target), [unknown]: true }, options);
      if (ack !== undefined)
        judge("subscriptions.ack-omits-unsupported")
          .sent(`${LISTEN} for ${unknown}`)
          .that(ack)
          .is(where(`an acknowledgement without ${unknown}`, () => !wants(honoured[unknown])));
      await watch.close();
    },
  );

  scenario(
    "listens without a filter and with malformed ones; each is refused with -32602, while the same with a filter is acknowledged",
    ["subscriptions.missing-filter-rejected"],
    async ({ peer, judge, target }) => {
      const twin = await listen(peer, everything(target));
      await twin.watch.close();
      for (const { what, params } of MALFORMED) {
        const call = peer.call(LISTEN, params, { defect: what });
        const outcome = await firstOf(call);
        judge("subscriptions.missing-filter-rejected")
          .given(twin.ack !== undefined, "the same request with a filter was not acknowledged")
          .that(outcome)
          .is(error(-32602));
        if (outcome.kind === "message") await peer.cancel(call);
      }
    },
    { isolation: "session" },
  );
});

/** A filter with every kind; of resources only one that the target lists. */
function everything({ resources }: Target): WatchFilter {
  const uri = resources.find((resource) => typeof resource.uri === "string")?.uri as string | undefined;
  return {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    ...(uri === undefined ? {} : { resourceSubscriptions: [uri] }),
  };
}

/** What a listen request was met with: its acknowledgement, or its reply. */
async function firstOf(call: Call): Promise<MessageEvent | Reply> {
  const acknowledged = await call.until(({ message }) => message.method === ACKNOWLEDGED);
  return acknowledged ?? call;
}
