import type { IncomingMessage, ServerResponse } from "node:http";
import { fromRawList } from "../../wire/headers.ts";
import { readMessage } from "../../wire/message.ts";
import { outgoing } from "../call.ts";
import { type Channel, createChannel } from "../channel.ts";
import type { Endpoint } from "../endpoint.ts";
import type { HttpFacts } from "../facts.ts";
import type { HttpRecording } from "../record/recording.ts";
import { type Guard, objectOr } from "../rules/refusal.ts";
import type { Outgoing } from "../seams.ts";
import { EventStream } from "./event-stream.ts";
import { readBody } from "./read-body.ts";
import { Reply } from "./reply.ts";

const GUARDS = ["host", "origin"] as const;
const POST_GUARDS = ["contentType", "bodyReadable", "bodyIsMessage"] as const;

/** The two endpoints of HTTP+SSE (2024-11-05/basic/transports#http-with-sse). */
export class SseEndpoints {
  readonly #endpoint: Endpoint;
  readonly #sessions = new Map<string, { readonly channel: Channel; readonly stream: EventStream }>();

  readonly #recording: HttpRecording | undefined;

  constructor(endpoint: Endpoint, recording?: HttpRecording) {
    this.#endpoint = endpoint;
    this.#recording = recording;
  }

  /** Whether a path is one of the two. */
  serves(path: string): boolean {
    return path === "/sse" || path === "/messages";
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await readBody(request);
    const opensStream = url.pathname === "/sse" && request.method === "GET";
    const tap = this.#recording?.exchange(request, body ?? Buffer.alloc(0), { opensStream });
    const reply = new Reply(this.#endpoint.behaviours, request, response, tap);
    if (body === undefined) return reply.whole(413, [], undefined, "bodyCap");
    const http = this.#facts(request, url.pathname, body);
    reply.message = objectOr(http.message?.value);
    const opens = url.pathname === "/sse";
    for (const rule of opens ? GUARDS : [...GUARDS, ...POST_GUARDS]) {
      const refusal = (this.#endpoint.rules[rule] as Guard<HttpFacts>)(http, this.#endpoint.rules);
      if (refusal)
        return reply.whole(
          refusal.status ?? 400,
          this.#endpoint.rules.jsonHeaders(),
          JSON.stringify(this.#endpoint.errorMessage(refusal, undefined)),
          rule,
        );
    }
    if (http.method !== (opens ? "GET" : "POST"))
      return reply.whole(405, [["Allow", opens ? "GET" : "POST"]], undefined, "httpMethod");
    if (opens) return this.#open(reply);
    return this.#receive(http, url.searchParams.get("session") ?? "", reply);
  }

  close(): void {
    for (const [id, { channel, stream }] of this.#sessions) {
      this.#endpoint.close(channel);
      stream.end();
      this.#sessions.delete(id);
    }
  }

  #facts(request: IncomingMessage, path: string, body: Buffer): HttpFacts {
    return {
      method: request.method ?? "",
      path,
      headers: fromRawList(request.rawHeaders),
      message: request.method === "POST" ? readMessage(body.toString("utf8")) : undefined,
      era: "legacy",
      session: undefined,
      server: this.#endpoint.facts,
    };
  }

  #open(reply: Reply): void {
    const { rules, facts } = this.#endpoint;
    const id = facts.random.word(40);
    const stream = new EventStream({
      name: `sse-${id}`,
      endpoint: this.#endpoint,
      revision: "2024-11-05",
      eventName: rules.sseMessageEvent(),
    });
    const channel = createChannel(`e${this.#sessions.size + 1}`, "sse", stream);
    this.#sessions.set(id, { channel, stream });
    reply.onClose(() => {
      this.#sessions.delete(id);
      this.#endpoint.close(channel);
    });
    stream.attach(reply);
    stream.raw({ event: rules.sseEndpointEvent(), data: rules.sseEndpoint(id) });
  }

  async #receive({ message }: HttpFacts, id: string, reply: Reply): Promise<void> {
    const session = this.#sessions.get(id);
    if (!session || !message) return reply.whole(404, [], undefined, "sessionKnown");
    const { channel, stream } = session;
    const admission = this.#endpoint.admit(message, channel, { era: "legacy" });
    reply.whole(this.#endpoint.rules.acceptedStatus(), [], undefined, "accepted");
    const context: Outgoing = {
      channel: channel.name,
      request: undefined,
      kind: "response",
      revision: "2024-11-05",
      transport: "sse",
    };
    if (admission.kind === "refused") stream.send(admission.error, context);
    if (admission.kind !== "request") return;
    const { response } = await this.#endpoint.run(admission.request, stream);
    if (response) stream.send(response, { ...outgoing(admission.request), kind: "response" });
  }
}
