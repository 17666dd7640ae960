import type { IncomingMessage, ServerResponse } from "node:http";
import { fromRawList, headerOf } from "../../wire/headers.ts";
import type { WireMessage } from "../../wire/jsonrpc.ts";
import { readMessage } from "../../wire/message.ts";
import { type Channel, createChannel } from "../channel.ts";
import type { Endpoint } from "../endpoint.ts";
import type { HttpFacts } from "../facts.ts";
import type { HttpRecording } from "../record/recording.ts";
import { MODERN_HTTP_ORDER } from "../rules/headers.ts";
import { LEGACY_HTTP_ORDER, SHARED_HTTP_ORDER } from "../rules/http.ts";
import { type Guard, objectOr, type Refusal } from "../rules/refusal.ts";
import { answerPost } from "./post.ts";
import { readBody } from "./read-body.ts";
import { Reply } from "./reply.ts";
import { Sessions } from "./sessions.ts";

/** The one endpoint of Streamable HTTP, for both eras. */
export class McpEndpoint {
  readonly #endpoint: Endpoint;
  readonly #sessions: Sessions;
  readonly #recording: HttpRecording | undefined;
  #served = 0;

  constructor(endpoint: Endpoint, recording?: HttpRecording) {
    this.#endpoint = endpoint;
    this.#recording = recording;
    this.#sessions = new Sessions(endpoint);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const tap = this.#recording?.exchange(request, body ?? Buffer.alloc(0), { opensStream: false });
    const reply = new Reply(this.#endpoint.behaviours, request, response, tap);
    if (body === undefined) return reply.whole(413, [], undefined, "bodyCap");
    const http = this.#facts(request, body);
    reply.message = objectOr(http.message?.value);
    const refused = this.#firstRefusal(http);
    if (refused) return this.#refuse(reply, refused, http.message);
    if (http.method === "GET") return this.#get(http, reply);
    if (http.method === "DELETE") return this.#delete(http, reply);
    const message = http.message!;
    return answerPost({
      endpoint: this.#endpoint,
      sessions: this.#sessions,
      http,
      message,
      reply,
      channel: this.#channel(http, message),
    });
  }

  close(): void {
    this.#sessions.close();
  }

  #facts(request: IncomingMessage, body: Buffer): HttpFacts {
    const { rules, facts: server } = this.#endpoint;
    const headers = fromRawList(request.rawHeaders);
    const method = request.method ?? "";
    const partial = {
      method,
      path: (request.url ?? "").split("?", 1)[0]!,
      headers,
      message: method === "POST" ? readMessage(body.toString("utf8")) : undefined,
      session: this.#sessions.find(headerOf(headers, "mcp-session-id")),
      server,
    };
    return { ...partial, era: rules.httpEra(partial) };
  }

  #firstRefusal(http: HttpFacts): { readonly refusal: Refusal; readonly rule: string } | undefined {
    const { rules } = this.#endpoint;
    for (const rule of [...SHARED_HTTP_ORDER, ...(http.era === "modern" ? MODERN_HTTP_ORDER : LEGACY_HTTP_ORDER)]) {
      const refusal = (rules[rule] as Guard<HttpFacts>)(http, rules);
      if (refusal) return { refusal, rule };
    }
    return undefined;
  }

  #refuse(
    reply: Reply,
    { refusal, rule }: { readonly refusal: Refusal; readonly rule: string },
    message: WireMessage | undefined,
  ): void {
    const { rules } = this.#endpoint;
    const error = this.#endpoint.errorMessage(
      refusal,
      message?.kind === "request" || message?.kind === "invalid" ? message.value : undefined,
    );
    reply.whole(
      refusal.status ?? 400,
      [...rules.jsonHeaders(), ...(refusal.headers ?? [])],
      JSON.stringify(error),
      rule,
    );
  }

  /** A modern request is a scope of its own; a legacy one belongs to its session. */
  #channel(http: HttpFacts, message: WireMessage): Channel {
    if (http.era === "legacy" && http.session && message.method !== "initialize") return http.session;
    this.#served += 1;
    return createChannel(`h${this.#served}`, "http");
  }

  #get(http: HttpFacts, reply: Reply): void {
    const { rules } = this.#endpoint;
    const session = http.session!;
    const last = headerOf(http.headers, "last-event-id");
    const place = last === undefined ? undefined : rules.readEventId(last);
    const resumed = place && this.#sessions.stream(session, place.stream);
    if (!rules.opensGetStream()) reply.whole(405, [["Allow", "POST"]], undefined, "opensGetStream");
    else if (resumed) resumed.attach(reply, { after: place.n });
    else this.#sessions.openGetStream(session).attach(reply);
  }

  #delete(http: HttpFacts, reply: Reply): void {
    const { rules } = this.#endpoint;
    if (rules.deleteEnds()) this.#sessions.end(http.session!);
    reply.whole(rules.deleteStatus(), [], undefined, "delete");
  }
}
