import type { JsonObject } from "../wire/json.ts";
import { eraOf, factsOf } from "../wire/revisions.ts";
import type { Handler } from "./methods.ts";
import { objectOr, unless } from "./rules/refusal.ts";

/** The methods that only the revisions with a handshake have. */
export const LEGACY_METHODS: { readonly [method: string]: Handler } = {
  initialize: ({ request, rules }) => {
    const { channel, params, server } = request;
    const offered = server.revisions.filter(
      (one) => eraOf(one) === "legacy" && factsOf(one).transports.includes(channel.transport),
    );
    const revision = rules.negotiateVersion(params.protocolVersion as string, offered);
    channel.revision = revision;
    channel.phase = "initializing";
    channel.clientCapabilities = objectOr(params.capabilities);
    const instructions = rules.instructions();
    return {
      protocolVersion: revision,
      capabilities: rules.declaredCapabilities(revision, server),
      serverInfo: rules.serverInfo(revision),
      ...(instructions === undefined ? {} : { instructions }),
    };
  },

  ping: () => ({}),

  "logging/setLevel": ({ request, rules }) => {
    unless(rules.levelKnown(request, rules));
    request.channel.logLevel = request.params.level as string;
    return {};
  },

  "resources/subscribe": ({ request, rules }): JsonObject => {
    unless(rules.subscribable(request, rules));
    request.channel.subscribed.add(request.params.uri as string);
    return {};
  },

  "resources/unsubscribe": ({ request }) => {
    request.channel.subscribed.delete(request.params.uri as string);
    return {};
  },
};
