import type { MessageEvent, RawHeaders } from "../trace/events.ts";
import { headerOf } from "../wire/headers.ts";
import type { JsonObject } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import { readMessage } from "../wire/message.ts";
import { factsOf, isRevision, type Revision } from "../wire/revisions.ts";
import { type Answers, isRefusal } from "./answers.ts";
import type { LiveCall } from "./call.ts";
import type { Channel } from "./channel.ts";
import { watchLegacy } from "./legacy-watch.ts";
import type { CallOptions, OpenOptions, Reply, Sent, Watch, WatchFilter } from "./peer.ts";
import type { Session } from "./session.ts";
import type { Transport } from "./transport.ts";
import type { View } from "./view.ts";

const NOT_FOUND = { code: -32601, message: "not supported by this client" };

export interface LegacyOptions {
  readonly revision: Revision;
  readonly channel: Channel;
  readonly answers: Answers;
}

/** A session that begins with `initialize`. */
export class LegacySession implements Session {
  readonly era = "legacy";
  sessionId: string | undefined;
  #agreed: string | undefined;
  readonly #options: LegacyOptions;

  constructor(options: LegacyOptions) {
    this.#options = options;
  }

  /** Answers the server's requests from now on. */
  serve(transport: Transport): void {
    this.#options.channel.onRequest = (request, event) => {
      const text = this.#answerTo(request, event);
      if (text === undefined) return;
      transport.send({
        text,
        message: readMessage(text),
        scenario: event.scenario,
        defect: undefined,
        headers: undefined,
      });
    };
  }

  headers(): RawHeaders {
    const headers: [string, string][] = [];
    if (this.#agreed !== undefined && isRevision(this.#agreed) && factsOf(this.#agreed).versionHeader) {
      headers.push(["MCP-Protocol-Version", this.#agreed]);
    }
    if (this.sessionId !== undefined) headers.push(["Mcp-Session-Id", this.sessionId]);
    return headers;
  }

  meta(): undefined {
    return undefined;
  }

  async open(view: View, options: OpenOptions): Promise<Reply> {
    const { channel, revision } = this.#options;
    this.#agreed = undefined;
    this.sessionId = undefined;
    const params: JsonObject = {
      protocolVersion: options.protocolVersion ?? revision,
      capabilities: options.capabilities ?? view.self.capabilities,
      clientInfo: options.clientInfo ?? view.self.clientInfo,
    };
    const call = view.call(
      "initialize",
      params,
      options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs },
    );
    const reply = await call;
    if (reply.kind !== "result") return reply;
    const { protocolVersion, capabilities, serverInfo, instructions } = reply.result;
    this.#agreed = typeof protocolVersion === "string" ? protocolVersion : undefined;
    this.sessionId = headerOf(call.round.exchange?.headers ?? [], "mcp-session-id");
    channel.server = {
      capabilities: asObject(capabilities),
      info: asObject(serverInfo),
      instructions: typeof instructions === "string" ? instructions : undefined,
      protocolVersion: this.#agreed,
      supportedVersions: undefined,
    };
    const lines = [reply.sent.text];
    if (options.initialized !== false) lines.push((await view.notify("notifications/initialized")).sent.text);
    view.core.handshake.splice(0, view.core.handshake.length, ...lines);
    return reply;
  }

  watch(view: View, filter: WatchFilter, options: CallOptions): Promise<Watch> {
    return watchLegacy(view, filter, options);
  }

  async cancel(view: View, call: LiveCall, reason: string | undefined): Promise<Sent | undefined> {
    const params = { requestId: call.id, ...(reason === undefined ? {} : { reason }) };
    return (await view.notify("notifications/cancelled", params)).sent;
  }

  async alive(view: View): Promise<boolean> {
    const reply = await view.call("ping");
    // A session that has ended is answered for, but of no use any more.
    if (reply.kind !== "none") return !(this.sessionId !== undefined && reply.status === 404);
    // Before a session exists, a server that wants one refuses; it answers all the same.
    return reply.why === "refused" && this.sessionId === undefined && (reply.status ?? 500) < 500;
  }

  noted(): void {}

  retry(): undefined {
    return undefined;
  }

  async farewell(view: View): Promise<void> {
    if (this.sessionId === undefined || !view.http) return;
    await view.http.request("DELETE");
    this.sessionId = undefined;
    this.#agreed = undefined;
  }

  #answerTo(request: WireMessage, event: MessageEvent): string | undefined {
    const head = `{"jsonrpc":"2.0","id":${request.rawId}`;
    const told = this.#options.answers.find(request.method!, event.scenario);
    if (!told)
      return request.method === "ping" ? `${head},"result":{}}` : `${head},"error":${JSON.stringify(NOT_FOUND)}}`;
    let answer: ReturnType<typeof told>;
    try {
      answer = told(request.params ?? {});
    } catch (error) {
      answer = { error: { code: -32603, message: `the simulated client failed: ${(error as Error).message}` } };
    }
    if (answer === undefined) return undefined;
    return isRefusal(answer)
      ? `${head},"error":${JSON.stringify(answer.error)}}`
      : `${head},"result":${JSON.stringify(answer)}}`;
  }
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
