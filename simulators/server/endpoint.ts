import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import { type Era, REVISIONS, type Revision } from "../wire/revisions.ts";
import { type Call, createCall } from "./call.ts";
import { type Channel, idKey, type Job, type Outlet } from "./channel.ts";
import type { Behaviours } from "./create-seams.ts";
import type { Incoming, RequestFacts, ServerFacts } from "./facts.ts";
import { LEGACY_METHODS } from "./legacy.ts";
import { type Handler, SHARED_METHODS } from "./methods.ts";
import { modernMethods } from "./modern.ts";
import { META } from "./names.ts";
import { type Guard, isObject, objectOr, type Refusal, Refused } from "./rules/refusal.ts";
import { idOf, LEGACY_ORDER, MESSAGE_ORDER, MODERN_ORDER } from "./rules/rpc.ts";
import type { Rules } from "./rules.ts";
import { Subscriptions } from "./subscriptions.ts";

/** What is to be done with a message. */
export type Admission =
  | { readonly kind: "request"; readonly request: RequestFacts }
  /** Nothing is answered on a byte stream; HTTP accepts it, or refuses it by status where `refusal` is set. */
  | { readonly kind: "silent"; readonly refusal?: Refusal; readonly rule?: string }
  /** The members of an array, each decided on by itself. */
  | { readonly kind: "batch"; readonly members: readonly Admission[] }
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly rule: string; readonly error: JsonObject };

/** How a request ended; no response where it was cancelled. */
export interface Answer {
  readonly response: JsonObject | undefined;
  readonly status: number;
}

/** The simulated server apart from any transport: it admits messages, runs requests, and tells of changes. */
export class Endpoint {
  readonly facts: ServerFacts;
  readonly behaviours: Behaviours;
  readonly subscriptions: Subscriptions;
  readonly #log: (line: string) => void;
  readonly #methods: { readonly [method: string]: Handler };
  readonly #stopListening: () => void;

  constructor(facts: ServerFacts, behaviours: Behaviours, options: { readonly log?: (line: string) => void } = {}) {
    this.facts = facts;
    this.behaviours = behaviours;
    this.subscriptions = new Subscriptions(behaviours.rules);
    this.#log = options.log ?? (() => {});
    this.#methods = { ...SHARED_METHODS, ...LEGACY_METHODS, ...modernMethods(this.subscriptions) };
    const stops = [
      facts.world.onChange((change) => this.subscriptions.tell(change)),
      facts.world.onEndSubscriptions(() => this.subscriptions.close()),
    ];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
  }

  get rules(): Readonly<Rules> {
    return this.behaviours.rules;
  }

  /** Decides on one message. Notifications and responses take effect here. */
  admit(
    message: WireMessage,
    channel: Channel,
    options: { readonly era?: Era; readonly batched?: boolean } = {},
  ): Admission {
    const era = options.era ?? this.rules.messageEra(message, channel, this.facts.revisions);
    const incoming: Incoming = { message, channel, server: this.facts, era, batched: options.batched ?? false };
    const broken = this.#firstRefusal(MESSAGE_ORDER, incoming);
    if (broken) return expectsNoAnswer(message) ? { kind: "silent", ...broken } : this.#refused(broken, message.value);
    if (message.kind === "batch")
      return {
        kind: "batch",
        members: message.members.map((member) => this.admit(member, channel, { era, batched: true })),
      };
    if (message.kind === "notification") {
      const unwanted = this.#firstRefusal(["notificationAcceptable"], incoming);
      return unwanted ? this.#refused(unwanted, message.value) : this.#notice(message, channel);
    }
    if (message.kind !== "request") {
      const unwanted = this.#firstRefusal(["responseAcceptable"], incoming);
      return unwanted ? this.#refused(unwanted, undefined) : this.#response(message, channel, era);
    }

    const params = message.params ?? {};
    const meta = objectOr(params._meta);
    const request: RequestFacts = {
      ...incoming,
      id: idOf(message.value)!,
      method: message.method!,
      params,
      meta,
      revision: this.#revision(era, channel, meta),
      clientCapabilities: era === "modern" ? this.rules.clientCapabilities(meta) : channel.clientCapabilities,
    };
    const refused = this.#firstRefusal(era === "modern" ? MODERN_ORDER : LEGACY_ORDER, request);
    return refused ? this.#refused(refused, message.value) : { kind: "request", request };
  }

  /** Runs an admitted request. Never rejects. */
  async run(request: RequestFacts, outlet: Outlet): Promise<Answer> {
    const { channel, id, method, era } = request;
    const job: Job = { id, method, controller: new AbortController() };
    const key = idKey(id);
    channel.jobs.set(key, job);
    const call = createCall(request, job, this.rules, outlet);
    const answer = await Promise.race([this.#answer(call), gone(job)]);
    if (channel.jobs.get(key) === job) channel.jobs.delete(key);
    call.answered = true;
    const cancelled = job.controller.signal.aborted && !this.rules.answersCancelled();
    const told = job.controller.signal.aborted ? this.rules.cancelledError() : undefined;
    if (told) {
      const response = { jsonrpc: "2.0", id: this.rules.responseId(request), error: { ...told } };
      return { response, status: this.#status(response, era) };
    }
    return cancelled || !answer
      ? { response: undefined, status: this.rules.acceptedStatus() }
      : { response: answer.response, status: answer.status ?? this.#status(answer.response, era) };
  }

  /** Runs what an array holds; gives a response for each request and each invalid member. */
  async runAll(members: readonly Admission[], outlet: Outlet): Promise<readonly JsonObject[]> {
    const answers = members.map(async (member) => {
      if (member.kind === "refused") return member.error;
      return member.kind === "request" ? (await this.run(member.request, outlet)).response : undefined;
    });
    return (await Promise.all(answers)).filter((answer) => answer !== undefined);
  }

  /** Ends what a channel has under way, without a word. */
  close(channel: Channel): void {
    channel.phase = "closed";
    this.subscriptions.leave(channel);
    for (const job of channel.jobs.values()) job.controller.abort();
    channel.jobs.clear();
    channel.asked.clear();
  }

  /** Ends every subscription in the polite way and stops telling of changes. */
  shutDown(): void {
    this.subscriptions.close();
    this.#stopListening();
  }

  /** The error message of a refusal. */
  errorMessage(refusal: Refusal, value: JsonValue | undefined): JsonObject {
    const id = this.rules.refusalId(value);
    return { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { ...refusal.error } };
  }

  /** Runs guards in order; gives the first refusal with its rule's name. */
  #firstRefusal<Subject, N extends keyof Rules>(
    order: readonly N[],
    subject: Subject,
  ): { readonly refusal: Refusal; readonly rule: string } | undefined {
    for (const name of order) {
      const refusal = (this.rules[name] as Guard<Subject>)(subject, this.rules);
      if (refusal) return { refusal, rule: name };
    }
    return undefined;
  }

  #refused(refused: { readonly refusal: Refusal; readonly rule: string }, value: JsonValue | undefined): Admission {
    return { kind: "refused", ...refused, error: this.errorMessage(refused.refusal, value) };
  }

  #revision(era: Era, channel: Channel, meta: JsonObject): Revision {
    if (era === "legacy") return channel.revision ?? this.facts.revisions[0]!;
    const stated = meta[META.protocolVersion];
    return REVISIONS.find((revision) => revision === stated) ?? this.facts.revisions.at(-1)!;
  }

  #notice(message: WireMessage, channel: Channel): Admission {
    const params = message.params ?? {};
    if (message.method === "notifications/initialized" && channel.phase === "initializing") {
      channel.phase = "ready";
      this.subscriptions.join(channel);
    }
    if (message.method === "notifications/cancelled") {
      const target = this.rules.cancelTarget(params);
      const job = target === undefined ? undefined : channel.jobs.get(idKey(target));
      if (job && this.rules.cancelStops(job.method)) {
        this.#log(
          `request ${idKey(job.id)} was cancelled: ${typeof params.reason === "string" ? params.reason : "no reason given"}`,
        );
        job.controller.abort();
      }
    }
    return { kind: "silent" };
  }

  #response(message: WireMessage, channel: Channel, era: Era): Admission {
    if (era === "legacy") channel.asked.get(idKey(idOf(message.value)))?.(message);
    return { kind: "silent" };
  }

  async #answer(call: Call): Promise<{ readonly response: JsonObject; readonly status?: number | undefined }> {
    const { request, rules } = call;
    const id = rules.responseId(request);
    try {
      const handler = this.#methods[request.method];
      if (!handler) throw new Error(`no handler for ${request.method}`);
      const result = this.behaviours.result(await handler(call), {
        method: request.method,
        id: request.id,
        params: request.params,
      });
      return { response: { jsonrpc: "2.0", id, result: rules.wrapResult(result, request, rules) } };
    } catch (cause) {
      const refusal = cause instanceof Refused ? cause.refusal : rules.internalError(cause);
      if (!(cause instanceof Refused))
        this.#log(`${request.method} failed: ${cause instanceof Error ? cause.stack : String(cause)}`);
      return { response: { jsonrpc: "2.0", id, error: { ...refusal.error } }, status: refusal.status };
    }
  }

  #status(response: JsonObject, era: Era): number {
    return isObject(response.error)
      ? this.rules.errorStatus(response.error as unknown as Refusal["error"], era)
      : this.rules.resultStatus();
  }
}

/** Settles with undefined when a job is cancelled. */
function gone({ controller: { signal } }: Job): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}

/** A malformed notification or response is not answered (JSON-RPC 2.0, notification). */
function expectsNoAnswer({ kind, value }: WireMessage): boolean {
  if (kind !== "invalid" || !isObject(value)) return false;
  if (typeof value.method === "string") return !("id" in value);
  return !("method" in value) && ("result" in value || "error" in value);
}
