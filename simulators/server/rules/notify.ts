import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { type Era, type Revision, since } from "../../wire/revisions.ts";
import type { Channel } from "../channel.ts";
import type { Incoming, ServerFacts } from "../facts.ts";
import { LEVELS, META } from "../names.ts";
import type { Rules } from "../rules.ts";
import { type Guard, isObject, type RpcError } from "./refusal.ts";

/** A change that clients may be told of. */
export type Change =
  | { readonly kind: "tools" | "prompts" | "resources"; readonly uri?: undefined }
  | { readonly kind: "resource"; readonly uri: string };

/** What a client asked to be told of, as far as it is honoured. */
export interface Filter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

/** Everything that is sent without being a response. */
export interface NotifyRules {
  /** Params of a progress notification; undefined sends none. `n` counts from 1. */
  progress: (step: {
    readonly token: JsonValue | undefined;
    readonly n: number;
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
    readonly revision: Revision;
  }) => JsonObject | undefined;
  /** Whether a log message of this level is sent; `minimum` is what the client set, undefined where it set nothing. */
  logPasses: (level: string, minimum: string | undefined, era: Era) => boolean;
  /** Params of a log message. */
  logMessage: (entry: { readonly level: string; readonly data: JsonValue; readonly logger: string }) => JsonObject;
  /** Whether messages of a request may still be sent. */
  mayStillSpeak: (state: { readonly cancelled: boolean; readonly answered: boolean }) => boolean;

  /** Whether a cancellation stops the request that it names. */
  cancelStops: (method: string) => boolean;
  /** Whether the work of a cancelled request is stopped, not only its answer. */
  cancelReachesWork: () => boolean;
  /** The id that a cancellation names; undefined where it is malformed and ignored. */
  cancelTarget: (params: JsonObject) => JsonValue | undefined;
  /** The error that a cancelled request is answered with; undefined for none. */
  cancelledError: () => RpcError | undefined;
  /** Whether a cancelled request is answered all the same. */
  answersCancelled: () => boolean;

  /** The part of a requested filter that is honoured. */
  acknowledge: (requested: JsonObject, server: ServerFacts, rules: Rules) => Filter;
  /** Params of the acknowledgement. */
  acknowledgement: (filter: Filter, listenId: JsonValue) => JsonObject;
  /** `_meta` of whatever a subscription delivers. */
  listenMeta: (listenId: JsonValue) => JsonObject;
  /** Whether a subscription asked for this change. */
  filterMatches: (filter: Filter, change: Change) => boolean;
  /** The notification that tells of a change. */
  changeNotification: (change: Change) => { readonly method: string; readonly params: JsonObject };
  /** Legacy: whether a channel is told of a change. */
  channelMatches: (channel: Channel, change: Change) => boolean;
  /** Whether the listen request is answered at once; it is not. */
  listenAnswersAtOnce: () => boolean;
  /** What is sent when the server ends a subscription: a cancellation (stdio), a response. */
  teardown: (transport: "stdio" | "http" | "sse") => { readonly cancelled: boolean; readonly response: boolean };
  /** The result that ends a subscription. */
  listenResult: (listenId: JsonValue) => JsonObject;

  /** Legacy: whether the server may send a request of this method now. */
  mayAsk: (method: string, channel: Channel) => boolean;
  /** Legacy: the progress token of the server's own request of this id; undefined asks for no progress. */
  askToken: (id: number) => JsonValue | undefined;
  /** Legacy: ms for which the server waits for the client's answer; undefined waits without end. */
  askPatience: (ms: number) => number | undefined;
  /** Whether a response is refused aloud; one that nothing waits for is passed over in silence. */
  responseAcceptable: Guard<Incoming>;
  /** Whether a notification is refused aloud; unknown ones are passed over in silence. */
  notificationAcceptable: Guard<Incoming>;
}

export const notifyRules: NotifyRules = {
  progress: ({ token, progress, total, message, revision }) =>
    token === undefined
      ? undefined
      : {
          progressToken: token,
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined || !since("2025-03-26").includes(revision) ? {} : { message }),
        },

  logPasses: (level, minimum, era) => (minimum === undefined ? era === "legacy" : severity(level) >= severity(minimum)),
  logMessage: ({ level, data, logger }) => ({ level, logger, data }),
  mayStillSpeak: ({ cancelled, answered }) => !cancelled && !answered,

  cancelReachesWork: () => true,
  cancelStops: (method) => method !== "initialize",
  cancelTarget: ({ requestId }) =>
    typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined,
  cancelledError: () => undefined,
  answersCancelled: () => false,

  acknowledge: (requested, server, rules) => {
    const revision = server.revisions.at(-1)!;
    const { tools, prompts, resources } = rules.declaredCapabilities(revision, server);
    const lists = (capability: JsonValue | undefined) => isObject(capability) && capability.listChanged === true;
    const uris = requested.resourceSubscriptions;
    return {
      ...(requested.toolsListChanged === true && lists(tools) ? { toolsListChanged: true } : {}),
      ...(requested.promptsListChanged === true && lists(prompts) ? { promptsListChanged: true } : {}),
      ...(requested.resourcesListChanged === true && lists(resources) ? { resourcesListChanged: true } : {}),
      ...(Array.isArray(uris) && isObject(resources) && resources.subscribe === true
        ? { resourceSubscriptions: uris as readonly string[] }
        : {}),
    };
  },

  acknowledgement: (filter, listenId) => ({ _meta: { [META.subscriptionId]: listenId }, notifications: { ...filter } }),
  listenMeta: (listenId) => ({ [META.subscriptionId]: listenId }),

  filterMatches: (filter, change) => {
    if (change.kind === "tools") return filter.toolsListChanged === true;
    if (change.kind === "prompts") return filter.promptsListChanged === true;
    if (change.kind === "resources") return filter.resourcesListChanged === true;
    return filter.resourceSubscriptions?.includes(change.uri ?? "") ?? false;
  },

  changeNotification: (change) =>
    change.kind === "resource"
      ? { method: "notifications/resources/updated", params: { uri: change.uri } }
      : { method: `notifications/${change.kind}/list_changed`, params: {} },

  channelMatches: (channel, change) =>
    channel.phase === "ready" && (change.kind !== "resource" || channel.subscribed.has(change.uri ?? "")),
  listenAnswersAtOnce: () => false,
  // The schema keeps the server's cancellation to stdio; over HTTP the response and the end of the stream say it.
  teardown: (transport) => ({ cancelled: transport === "stdio", response: true }),
  listenResult: (listenId) => ({ _meta: { [META.subscriptionId]: listenId } }),

  mayAsk: (method, channel) => channel.phase === "ready" && declares(channel, method),
  askToken: (id) => `ask-${id}`,
  askPatience: (ms) => ms,
  responseAcceptable: () => undefined,
  notificationAcceptable: () => undefined,
};

function severity(level: string): number {
  return (LEVELS as readonly string[]).indexOf(level);
}

const CAPABILITY_OF: { readonly [method: string]: string } = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

function declares(channel: Channel, method: string): boolean {
  const capability = CAPABILITY_OF[method];
  const known =
    capability !== "elicitation" || (channel.revision !== undefined && since("2025-06-18").includes(channel.revision));
  if (!known) return false;
  return capability === undefined || isObject(channel.clientCapabilities[capability]);
}
