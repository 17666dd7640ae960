import type { JsonObject, JsonValue } from "../wire/json.ts";
import { rawAt } from "../wire/lossless.ts";
import { type Era, eraOf, type Revision, type TransportName } from "../wire/revisions.ts";
import type { Conversation, SeenMessage, SubscriptionInstance } from "./context.ts";
import type { HeadEvent, Source } from "./events.ts";
import { canonicalId } from "./ids.ts";
import { RequestBook, type RequestState } from "./requests.ts";

const META = "io.modelcontextprotocol/";
const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const HELD_SUBSCRIPTIONS = 10_000;
/** After so many answers to honest requests, what comes without a usable id is no longer put down to an old defect. */
const DEFECT_REACH = 8;

interface Self {
  readonly capabilities: JsonObject | undefined;
  readonly info: JsonObject | undefined;
}

interface SubscriptionState extends SubscriptionInstance {
  honoured: JsonObject | undefined;
  acknowledgedAt: number | undefined;
  closed: number | undefined;
}

/** One channel while it is followed: its requests, and what both sides have told of themselves. */
export class ConversationState implements Conversation {
  readonly channel: string;
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: TransportName;
  phase: Conversation["phase"];
  agreed: string | undefined;
  server: Self = { capabilities: undefined, info: undefined };
  client: Self = { capabilities: undefined, info: undefined };
  sessionId: string | undefined;
  logLevel: string | undefined;
  readonly requests = new RequestBook();
  readonly subscriptions: SubscriptionState[] = [];
  process: string | undefined;
  /** The peer has said goodbye: what is open ends with the connection. */
  closing = false;
  readonly #clientSide: Source;
  #defect: string | undefined;
  #answersSinceDefect = 0;

  constructor(channel: string, head: HeadEvent) {
    this.channel = channel;
    this.revision = head.revision;
    this.era = eraOf(head.revision);
    this.transport = head.transport;
    this.phase = this.era === "modern" ? "ready" : "new";
    this.agreed = this.era === "modern" ? head.revision : undefined;
    this.#clientSide = head.role === "server" ? "peer" : "target";
  }

  get open(): ReadonlyMap<string, RequestState> {
    return this.requests.open;
  }

  used(from: Source, rawId: string): boolean {
    return this.requests.used(from, rawId);
  }

  /** What the peer did wrong lately, that a message without a usable id may answer to. */
  get lateDefect(): string | undefined {
    return this.#defect;
  }

  noteDefect(defect: string): void {
    this.#defect = defect;
    this.#answersSinceDefect = 0;
  }

  takeRequest(request: RequestState): void {
    if (request.from !== this.#clientSide) return;
    const { method, params } = request;
    if (this.era === "modern") {
      if (request.defect === undefined) this.#learnFromMeta(asObject(params._meta));
      if (method === "subscriptions/listen") this.#subscribe(request);
    } else if (method === "initialize") {
      this.phase = "initializing";
      this.client = { capabilities: asObject(params.capabilities), info: asObject(params.clientInfo) };
    } else if (method === "logging/setLevel" && this.logLevel !== undefined) {
      // Until the answer comes, either level may be in force.
      const asked = LOG_LEVELS.indexOf(String(params.level));
      if (asked !== -1 && asked < LOG_LEVELS.indexOf(this.logLevel)) this.logLevel = LOG_LEVELS[asked];
    }
  }

  takeAnswer(request: RequestState, seen: SeenMessage): void {
    if (request.defect === undefined && ++this.#answersSinceDefect >= DEFECT_REACH) this.#defect = undefined;
    if (request.from !== this.#clientSide) return;
    if (request.method === "subscriptions/listen") this.closeSubscription(request, seen.seq);
    const result = seen.message.kind === "result" ? asObject(seen.message.result) : undefined;
    if (!result) return;
    if (request.method === "initialize") {
      this.phase = "initialized";
      this.agreed = typeof result.protocolVersion === "string" ? result.protocolVersion : undefined;
      this.server = { capabilities: asObject(result.capabilities), info: asObject(result.serverInfo) };
    } else if (request.method === "logging/setLevel") {
      if (typeof request.params.level === "string") this.logLevel = request.params.level;
    } else if (this.era === "modern") {
      const info = asObject(asObject(result._meta)?.[`${META}serverInfo`]) ?? this.server.info;
      const told = request.method === "server/discover" ? asObject(result.capabilities) : undefined;
      this.server = { capabilities: told ?? this.server.capabilities, info };
    }
  }

  takeNotification(seen: SeenMessage): SubscriptionInstance | undefined {
    const { method, params, text } = seen.message;
    if (method === "notifications/initialized" && seen.from === this.#clientSide && this.phase === "initialized")
      this.phase = "ready";
    if (seen.from === this.#clientSide || !text.includes("subscriptionId")) return undefined;
    const rawId = rawAt(text, ["params", "_meta", `${META}subscriptionId`]);
    const subscription = rawId === undefined ? undefined : this.#subscriptionOf(rawId);
    if (
      subscription &&
      method === "notifications/subscriptions/acknowledged" &&
      subscription.acknowledgedAt === undefined
    ) {
      subscription.acknowledgedAt = seen.seq;
      subscription.honoured = asObject(params?.notifications) ?? {};
    }
    return subscription;
  }

  closeSubscription(request: RequestState, seq: number): void {
    const subscription = this.subscriptions.findLast((candidate) => candidate.request === request);
    if (subscription) subscription.closed ??= seq;
  }

  #subscribe(request: RequestState): void {
    const asked = asObject(request.params.notifications) ?? {};
    this.subscriptions.push({ request, asked, honoured: undefined, acknowledgedAt: undefined, closed: undefined });
    if (this.subscriptions.length <= HELD_SUBSCRIPTIONS) return;
    const closed = this.subscriptions.findIndex((subscription) => subscription.closed !== undefined);
    this.subscriptions.splice(Math.max(closed, 0), 1);
  }

  #subscriptionOf(rawId: string): SubscriptionState | undefined {
    const id = canonicalId(rawId);
    return this.subscriptions.findLast(({ request }) => canonicalId(request.rawId) === id);
  }

  #learnFromMeta(meta: JsonObject | undefined): void {
    if (!meta) return;
    this.client = {
      capabilities: asObject(meta[`${META}clientCapabilities`]) ?? this.client.capabilities,
      info: asObject(meta[`${META}clientInfo`]) ?? this.client.info,
    };
  }
}

function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
