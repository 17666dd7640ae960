import type { JsonObject } from "../wire/json.ts";
import type { Call } from "./call.ts";
import type { Channel } from "./channel.ts";
import type { Change, Filter } from "./rules/notify.ts";
import type { Rules } from "./rules.ts";

interface Subscription {
  readonly call: Call;
  readonly filter: Filter;
  /** Answers the listen request. */
  end(result: JsonObject): void;
}

/** Who is told of changes: open `subscriptions/listen` requests, and the legacy channels. */
export class Subscriptions {
  readonly #rules: Readonly<Rules>;
  readonly #open = new Set<Subscription>();
  readonly #channels = new Set<Channel>();

  constructor(rules: Readonly<Rules>) {
    this.#rules = rules;
  }

  /** Legacy: the channel hears of changes until it is closed. */
  join(channel: Channel): void {
    this.#channels.add(channel);
  }

  leave(channel: Channel): void {
    this.#channels.delete(channel);
  }

  /** Keeps a listen request open; settles with its result when the server ends it, and is dropped when it is cancelled. */
  open(call: Call, filter: Filter): Promise<JsonObject> {
    return new Promise((resolve) => {
      const subscription: Subscription = { call, filter, end: resolve };
      this.#open.add(subscription);
      call.job.controller.signal.addEventListener("abort", () => this.#open.delete(subscription), { once: true });
    });
  }

  /** Tells everyone who asked. */
  tell(change: Change): void {
    const rules = this.#rules;
    const { method, params } = rules.changeNotification(change);
    for (const { call, filter } of this.#open) {
      if (!rules.filterMatches(filter, change)) continue;
      const meta = rules.listenMeta(call.request.id);
      call.notify(method, Object.keys(meta).length === 0 ? params : { _meta: meta, ...params });
    }
    for (const channel of this.#channels) {
      if (!rules.channelMatches(channel, change)) continue;
      const message: JsonObject = { jsonrpc: "2.0", method, ...(Object.keys(params).length === 0 ? {} : { params }) };
      channel.outlet?.send(message, {
        channel: channel.name,
        request: undefined,
        kind: "notification",
        revision: channel.revision,
        transport: channel.transport,
      });
    }
  }

  /** Ends every subscription of a channel, or all, the way the server does it on its own initiative. */
  close(channel?: Channel): void {
    for (const subscription of this.#open) {
      const { request } = subscription.call;
      if (channel && request.channel !== channel) continue;
      this.#open.delete(subscription);
      const signals = this.#rules.teardown(request.channel.transport);
      if (signals.cancelled)
        subscription.call.notify("notifications/cancelled", {
          requestId: request.id,
          reason: "the server is shutting down",
        });
      if (signals.response) subscription.end(this.#rules.listenResult(request.id));
      else subscription.call.job.controller.abort();
    }
  }
}
