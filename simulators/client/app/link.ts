import type { Clock } from "../../clock/clock.ts";
import type { MessageEvent } from "../../trace/events.ts";
import { createRecorder } from "../../trace/recorder.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { Revision } from "../../wire/revisions.ts";
import { connect } from "../connect.ts";
import type { Connection, ServerPlace } from "../connection.ts";
import type { CallOptions, Peer, Reply } from "../peer.ts";
import { ResultCache } from "./cache.ts";
import type { Orders } from "./orders.ts";
import { isModern } from "./rules.ts";
import type { ClientBehaviours } from "./seams.ts";

export interface LinkOptions {
  readonly orders: Orders;
  readonly place: ServerPlace;
  readonly clock: Clock;
  readonly behaviours: ClientBehaviours;
  /** Told of each notification that the server sends. */
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/** What the application gets in place of a result. */
export class Failed extends Error {
  readonly kind: "protocol" | "timeout" | "cancelled" | "connection" | "validation" | "other";
  readonly code: number | undefined;
  constructor(kind: Failed["kind"], message: string, code?: number) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

const CLIENT = { name: "assay-simulated-client", version: "1.0.0" };

/** One connection of the simulated client to its server, in the revision that both speak. */
export class Link {
  readonly cache: ResultCache;
  readonly peer: Peer;
  readonly #options: LinkOptions;
  readonly #connection: Connection;
  logLevel: string | undefined;

  private constructor(options: LinkOptions, connection: Connection, cache: ResultCache) {
    this.#options = options;
    this.#connection = connection;
    this.peer = connection.peer;
    this.cache = cache;
  }

  get modern(): boolean {
    return isModern(this.peer.revision);
  }

  /**
   * Tries revision after revision until server and client agree.
   * @throws Failed `connection` when they do not.
   */
  static async open(options: LinkOptions): Promise<Link> {
    const { rules } = options.behaviours;
    let why = "no revision was tried";
    for (const revision of rules.attempts(options.orders.revision, options.place.transport)) {
      const link = await Link.#attempt(options, revision);
      const reply = await link.peer.open({ deadlineMs: rules.answerMs(), initialized: false });
      if (reply.kind === "result" && link.#agrees(reply.result, revision)) {
        if (!link.modern) await link.peer.notify("notifications/initialized");
        if (!link.modern && link.peer.transport === "http" && rules.listens()) await link.peer.watch({});
        return link;
      }
      why = `${reply.method} under ${revision}: ${describe(reply)}`;
      await link.close();
      if (reply.kind === "result" || !rules.fallsBack(reply)) break;
    }
    throw new Failed("connection", why);
  }

  static async #attempt(options: LinkOptions, revision: Revision): Promise<Link> {
    const { orders, place, clock, behaviours } = options;
    const { transport } = place;
    const recorder = createRecorder(
      { role: "server", revision, transport, lane: "client", seed: 0, catalogue: "" },
      { clock, heldEvents: 1_000 },
    );
    const cache = new ResultCache(behaviours.rules, clock);
    recorder.listen((event) => {
      if (event.kind !== "message" || event.from !== "target" || event.message.kind !== "notification") return;
      const method = event.message.method ?? "";
      cache.notified(method, event.message.params ?? {});
      if (behaviours.rules.tells(method)) options.onNotification(method, event.message.params ?? {});
    });
    const answerMs = behaviours.rules.answerMs();
    const connection = await connect({
      revision,
      place,
      recorder,
      clock,
      patience: { answerMs, quietMs: 250, exitMs: 2_000 },
      clientInfo: CLIENT,
      capabilities: orders.capabilities as never,
      edits: behaviours.edits({ revision, transport }),
    });
    const link = new Link(options, connection, cache);
    for (const kind of ["elicitation", "sampling", "roots"] as const)
      if (orders.capabilities[kind] !== undefined) connection.peer.answer(kind, (params) => link.#answer(kind, params));
    return link;
  }

  /** @throws Failed where no result came, or one that cannot be used. */
  async request(
    method: string,
    params: JsonObject,
    options: CallOptions & { readonly stop?: Stop } = {},
  ): Promise<JsonObject> {
    const stored = this.modern ? this.cache.find(method, params) : undefined;
    if (stored !== undefined) return stored;
    const { rules } = this.#options.behaviours;
    const { stop, ...own } = options;
    const wantedMs = options.deadlineMs ?? rules.answerMs();
    const deadlineMs = rules.patience(wantedMs, { progress: options.progress === true });
    const level = this.modern && this.logLevel !== undefined ? { logLevel: this.logLevel } : {};
    const call = this.peer.call(method, params, { ...level, ...own, deadlineMs });
    let cancelled = false;
    stop?.(() => {
      cancelled = true;
      void this.peer.cancel(call, "no longer wanted");
    });
    const reply = await (stop === undefined ? call : Promise.race([call, this.#given(stop)]));
    if (reply === undefined || (cancelled && reply.kind === "none"))
      throw new Failed("cancelled", "the call was cancelled");
    if (reply.kind === "none" && reply.why === "deadline") {
      if (rules.cancelsAtTimeout()) await this.peer.cancel(call, "its time was up");
      throw new Failed("timeout", reply.note);
    }
    const lost = reply.kind !== "result" && !this.modern && this.peer.http?.sessionId !== undefined;
    if (lost && rules.reopens(reply.status)) {
      await this.peer.open();
      return this.request(method, params, options);
    }
    if (reply.kind === "none") throw new Failed("connection", reply.note);
    if (reply.kind === "error") throw new Failed("protocol", reply.error.message, reply.error.code);
    const problem = this.modern ? rules.typeProblem(reply.result.resultType) : undefined;
    if (problem !== undefined) throw new Failed("validation", problem);
    if (this.modern)
      this.cache.store(method, params, reply.result, {
        retried: reply.rawId !== call.rawId,
        again: () => void this.peer.call(method, params),
      });
    return reply.result;
  }

  async close(): Promise<void> {
    const { policy } = this.#options.behaviours;
    const { stdio } = this.peer;
    if (stdio === undefined) {
      if (policy.endsSession) await this.peer.close();
      await this.#connection.destroy();
      return;
    }
    if (policy.signalsFirst !== undefined) stdio.signal(policy.signalsFirst);
    if (policy.endsInput) stdio.endInput();
    const gone = () => stdio.exited({ deadlineMs: policy.exitMs });
    for (const signal of policy.escalates) {
      if ((await gone()) !== undefined) return;
      stdio.signal(signal);
    }
    await gone();
  }

  /** Settles a turn after the call was given up, so that an answer that is there already still counts. */
  #given(stop: Stop): Promise<undefined> {
    return new Promise((resolve) => stop(() => this.#options.clock.after(50, () => resolve(undefined))));
  }

  #agrees(result: JsonObject, revision: Revision): boolean {
    const { rules } = this.#options.behaviours;
    return this.modern
      ? rules.acceptsDiscovered(result.supportedVersions, revision)
      : rules.acceptsAgreed(result.protocolVersion, revision);
  }

  #answer(kind: string, params: JsonObject) {
    const { answers } = this.#options.orders;
    const text = JSON.stringify(params);
    const found = answers.find((one) => one.kind === kind && (one.match === undefined || text.includes(one.match)));
    const usual = kind === "roots" ? { roots: [] } : { action: "decline" };
    const told = found?.error === undefined ? (found?.reply ?? usual) : { error: found.error };
    const { capabilities } = this.#options.orders;
    return this.#options.behaviours.rules.answers(kind, params, { told, capabilities });
  }
}

/** Registers what is to be done when a call is given up. */
export type Stop = (run: () => void) => void;

/** The server's notifications that an event carries. */
export function isNotification(event: MessageEvent, method: string): boolean {
  return event.message.kind === "notification" && event.message.method === method;
}

function describe(reply: Reply): string {
  if (reply.kind === "error") return `error ${reply.error.code} ${reply.error.message}`;
  return reply.kind === "none" ? reply.note : JSON.stringify(reply.result.protocolVersion ?? reply.result);
}
