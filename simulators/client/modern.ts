import type { MessageEvent, RawHeaders } from "../trace/events.ts";
import { encodeHeaderValue } from "../wire/header-value.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Revision } from "../wire/revisions.ts";
import { type Answers, isRefusal } from "./answers.ts";
import type { LiveCall } from "./call.ts";
import type { Channel } from "./channel.ts";
import { ParamHeaders } from "./param-headers.ts";
import type { CallOptions, OpenOptions, Reply, Sent, Watch, WatchFilter } from "./peer.ts";
import { SentRecord } from "./sent.ts";
import type { Session } from "./session.ts";
import type { View } from "./view.ts";
import { makeWatch } from "./watch.ts";

const KEY = "io.modelcontextprotocol";

export interface ModernOptions {
  readonly revision: Revision;
  readonly channel: Channel;
  readonly answers: Answers;
}

/** No session at all: every request carries what the server has to know. */
export class ModernSession implements Session {
  readonly era = "modern";
  readonly sessionId = undefined;
  readonly #options: ModernOptions;
  readonly #params = new ParamHeaders();

  constructor(options: ModernOptions) {
    this.#options = options;
  }

  /** 2026-07-28/basic/transports/streamable-http#request-metadata: the headers mirror the body. */
  headers(message: WireMessage | undefined): RawHeaders {
    const params = message?.params ?? {};
    const own = asObject(params["_meta"])[`${KEY}/protocolVersion`];
    const headers: (readonly [string, string])[] = [
      ["MCP-Protocol-Version", typeof own === "string" ? encodeHeaderValue(own) : this.#options.revision],
    ];
    const method = message?.method;
    if (method === undefined) return headers;
    headers.push(["Mcp-Method", encodeHeaderValue(method)]);
    const name = nameIn(method, params);
    if (typeof name === "string") headers.push(["Mcp-Name", encodeHeaderValue(name)]);
    if (method === "tools/call" && typeof name === "string")
      headers.push(...this.#params.headersFor(name, params["arguments"]));
    return headers;
  }

  meta(view: View, options: Pick<CallOptions, "capabilities" | "logLevel">): JsonObject {
    return {
      [`${KEY}/protocolVersion`]: this.#options.revision,
      [`${KEY}/clientInfo`]: view.self.clientInfo,
      [`${KEY}/clientCapabilities`]: options.capabilities ?? view.self.capabilities,
      ...(options.logLevel === undefined ? {} : { [`${KEY}/logLevel`]: options.logLevel }),
    };
  }

  async open(view: View, options: OpenOptions): Promise<Reply> {
    view.self = {
      capabilities: options.capabilities ?? view.self.capabilities,
      clientInfo: options.clientInfo ?? view.self.clientInfo,
    };
    return view.call("server/discover", {}, options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs });
  }

  async watch(view: View, filter: WatchFilter, options: CallOptions): Promise<Watch> {
    const { channel, transport } = view.core;
    const call = view.call(
      "subscriptions/listen",
      { notifications: { ...filter } },
      { deadlineMs: Number.POSITIVE_INFINITY, ...options },
    );
    const sent = await view.within(call.sent);
    const since = sent?.seq ?? call.round.transmission?.sent.seq ?? 0;
    const isOwn = (event: MessageEvent) => {
      const { message } = event;
      if (message.kind === "result" || message.kind === "error") return false;
      if (!transport.sharedStream) return true;
      return JSON.stringify(asObject(message.params?.["_meta"])[`${KEY}/subscriptionId`]) === call.rawId;
    };
    return makeWatch({
      call,
      all: () => (transport.sharedStream ? channel.inbox.between(since) : call.related),
      until: (fits, deadlineMs) => call.until(fits, { deadlineMs }),
      fits: isOwn,
      answerMs: channel.patience.answerMs,
      ended: Promise.resolve(call),
      close: async () => {
        if (call.round.settled) return;
        await this.cancel(view, call, undefined);
        // Over stdio a response may follow the cancellation, or none: the watch ends either way.
        channel.clock.after(channel.quietMs, () =>
          call.round.fail("closed", "cancelled by the peer, and no response came"),
        );
      },
    });
  }

  async cancel(view: View, call: LiveCall, reason: string | undefined): Promise<Sent | undefined> {
    const { round } = call;
    const { channel, transport } = view.core;
    const { exchange } = round;
    if (transport.sharedStream) {
      const params = { requestId: JSON.parse(round.rawId), ...(reason === undefined ? {} : { reason }) };
      return (await view.notify("notifications/cancelled", params)).sent;
    }
    if (!exchange || exchange.finished) return undefined;
    const text = `(closes the response stream of the request ${round.rawId})`;
    const { seq } = channel.recorder.record({
      kind: "intent",
      from: "peer",
      ...channel.place(view.scenario),
      exchange: exchange.name,
      intent: "cancel-by-disconnect",
      what: reason ?? `request ${round.rawId}`,
    });
    exchange.abort("aborted-by-peer", "cancelled");
    return new SentRecord({ seq, text, exchange: exchange.name, reproduce: () => exchange.sent.reproduce });
  }

  async alive(view: View): Promise<boolean> {
    return (await view.call("server/discover", {})).kind !== "none";
  }

  noted(method: string, reply: Reply): void {
    if (reply.kind !== "result") return;
    if (method === "tools/list") this.#params.learn(reply.result);
    if (method !== "server/discover") return;
    const { capabilities, instructions, supportedVersions, _meta } = reply.result;
    const versions: readonly JsonValue[] | undefined = Array.isArray(supportedVersions) ? supportedVersions : undefined;
    this.#options.channel.server = {
      capabilities: asObject(capabilities),
      info: asObject(asObject(_meta)[`${KEY}/serverInfo`]),
      instructions: typeof instructions === "string" ? instructions : undefined,
      protocolVersion: undefined,
      supportedVersions: versions?.filter((version) => typeof version === "string"),
    };
  }

  /** 2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow. */
  retry(view: View, reply: Reply, params: JsonObject): JsonObject | undefined {
    if (reply.kind !== "result" || reply.result["resultType"] !== "input_required") return undefined;
    const { requestState } = reply.result;
    const responses: { [key: string]: JsonValue } = {};
    for (const [key, request] of Object.entries(asObject(reply.result["inputRequests"]))) {
      const { method, params: asked } = asObject(request);
      const told = typeof method === "string" ? this.#options.answers.find(method, view.scenario) : undefined;
      const answer = told?.(asObject(asked));
      if (answer === undefined || isRefusal(answer)) return undefined;
      responses[key] = answer;
    }
    if (Object.keys(responses).length === 0) return undefined;
    const { inputResponses: _responses, requestState: _state, ...rest } = params;
    return { ...rest, inputResponses: responses, ...(requestState === undefined ? {} : { requestState }) };
  }

  async farewell(): Promise<void> {}
}

/** The member that `Mcp-Name` mirrors. */
function nameIn(method: string, params: JsonObject): JsonValue | undefined {
  if (method === "tools/call" || method === "prompts/get") return params["name"];
  if (method === "resources/read") return params["uri"];
  return method.startsWith("tasks/") ? params["taskId"] : undefined;
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
