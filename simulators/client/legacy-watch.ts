import type { MessageEvent } from "../trace/events.ts";
import type { CallOptions, Reply, Watch, WatchFilter } from "./peer.ts";
import { makeReply } from "./reply.ts";
import { SentRecord } from "./sent.ts";
import type { View } from "./view.ts";
import { makeWatch } from "./watch.ts";

const LIST_CHANGES = {
  toolsListChanged: "notifications/tools/list_changed",
  promptsListChanged: "notifications/prompts/list_changed",
  resourcesListChanged: "notifications/resources/list_changed",
} as const;

/** Legacy watch: subscribes to resources where the server can, and picks what was asked for from all that comes. */
export async function watchLegacy(view: View, filter: WatchFilter, options: CallOptions): Promise<Watch> {
  const { channel, transport } = view.core;
  const { inbox } = channel;
  const from = inbox.all.at(-1)?.seq ?? -1;
  await view.core.listen(view.scenario);

  const resources = channel.server?.capabilities["resources"] as { readonly subscribe?: unknown } | undefined;
  const uris = resources?.subscribe === true ? (filter.resourceSubscriptions ?? []) : [];
  let first: Reply | undefined;
  for (const uri of uris) {
    const reply = await view.call("resources/subscribe", { uri }, options);
    first ??= reply;
  }

  const methods = new Set<string>(uris.length > 0 ? ["notifications/resources/updated"] : []);
  for (const [kind, method] of Object.entries(LIST_CHANGES))
    if (filter[kind as keyof typeof LIST_CHANGES]) methods.add(method);

  let end!: () => void;
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const sent = first?.sent ?? new SentRecord({ seq: Math.max(from, 0), text: "", reproduce: () => "" });
  const ended = Promise.race([closed, transport.gone]).then(() =>
    makeReply(
      {
        channel,
        sent,
        method: "resources/subscribe",
        rawId: first?.rawId ?? "",
        ms: 0,
        exchange: undefined,
        own: undefined,
      },
      { failure: { why: "closed", note: channel.closed ?? "the peer closed the watch" } },
    ),
  );
  return makeWatch({
    call: undefined,
    all: () => inbox.between(from),
    until: (fits, deadlineMs) => inbox.until(fits, { since: from, deadlineMs, stop: closed }),
    fits: (event: MessageEvent) => methods.has(event.message.method ?? ""),
    answerMs: channel.patience.answerMs,
    ended,
    close: async () => {
      for (const uri of uris) await view.call("resources/unsubscribe", { uri }, options);
      end();
    },
  });
}
