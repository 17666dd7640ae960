import type { RawHeaders } from "../../trace/events.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { WireMessage } from "../../wire/jsonrpc.ts";
import { outgoing } from "../call.ts";
import { type Channel, idKey, type Outlet } from "../channel.ts";
import type { Admission, Endpoint } from "../endpoint.ts";
import type { HttpFacts, RequestFacts } from "../facts.ts";
import { accepts } from "../rules/http.ts";
import type { Outgoing } from "../seams.ts";
import { serialise } from "../serialise.ts";
import { EventStream } from "./event-stream.ts";
import type { Reply } from "./reply.ts";
import type { Sessions } from "./sessions.ts";

export interface Post {
  readonly endpoint: Endpoint;
  readonly sessions: Sessions;
  readonly http: HttpFacts;
  readonly message: WireMessage;
  readonly reply: Reply;
  readonly channel: Channel;
}

type Refused = Extract<Admission, { kind: "refused" }>;

/** Answers a POST that no guard of the transport refused. */
export async function answerPost(post: Post): Promise<void> {
  const { endpoint, http, message, channel, reply } = post;
  const admission = endpoint.admit(message, channel, { era: http.era });
  if (admission.kind === "refused") return refuse(post, admission);
  if (admission.kind === "batch") return answerBatch(post, admission.members);
  if (admission.kind === "request") return answerRequest(post, admission.request);
  if (admission.refusal)
    return refuse(post, {
      ...admission,
      kind: "refused",
      rule: admission.rule ?? "",
      refusal: admission.refusal,
      error: endpoint.errorMessage(admission.refusal, undefined),
    });
  reply.whole(endpoint.rules.acceptedStatus(), [], undefined, "accepted");
}

function refuse({ endpoint, http, message, reply, channel }: Post, { refusal, rule, error }: Refused): void {
  const { rules, behaviours } = endpoint;
  const status = refusal.status ?? rules.errorStatus(refusal.error, http.era);
  const request =
    message.method === undefined
      ? undefined
      : { method: message.method, id: error.id ?? null, params: message.params ?? {}, rawId: message.rawId };
  const context: Outgoing = { channel: channel.name, request, kind: "response", transport: "http" };
  const body = behaviours
    .message(error, context)
    .map((one) => serialise(one, context))
    .join("\n");
  reply.whole(status, [...rules.jsonHeaders(), ...(refusal.headers ?? [])], body, rule);
}

async function answerRequest(post: Post, request: RequestFacts): Promise<void> {
  const { endpoint, reply, channel } = post;
  const { rules, behaviours } = endpoint;
  const mode = modeOf(post, request);
  const stream = new LazyStream(post, request);
  const running = endpoint.run(request, mode === "sse" ? stream : aside(channel, request));
  let settled = false;
  if (mode === "sse") setImmediate(() => settled || stream.begin());
  reply.onClose(() => {
    if (!settled && rules.disconnectCancels(request.revision, request))
      channel.jobs.get(idKey(request.id))?.controller.abort();
  });
  const { response, status } = await running;
  settled = true;

  const context: Outgoing = { ...outgoing(request), kind: "response" };
  const messages = response ? behaviours.message(response, context) : [];
  const headers = opened(post, request, response);
  const streams = stream.begun || (messages.length !== 1 && !headers.length) || (mode === "sse" && status === 200);
  if (!streams)
    return reply.whole(
      status,
      [...rules.jsonHeaders(), ...headers],
      messages.map((one) => serialise(one, context)).join("\n"),
      "answer",
    );
  stream.write(messages, context);
  if (rules.endsAfterResponse(request, response)) stream.end();
}

/** Several requests in one POST (2025-03-26): a stream where one of them needs it, else an array. */
async function answerBatch(post: Post, members: readonly Admission[]): Promise<void> {
  const { endpoint, reply, channel } = post;
  const { rules, behaviours } = endpoint;
  const requests = members.flatMap((member) => (member.kind === "request" ? [member.request] : []));
  const context: Outgoing = {
    channel: channel.name,
    request: undefined,
    kind: "response",
    revision: channel.revision,
    transport: "http",
  };
  const streaming = requests.find((request) => modeOf(post, request) === "sse");
  if (streaming) {
    const stream = new LazyStream(post, streaming);
    await Promise.all(
      members.map(async (member) => {
        for (const answer of await endpoint.runAll([member], stream)) stream.send(answer, context);
      }),
    );
    return stream.end();
  }
  const answers = rules.batchAnswer(await endpoint.runAll(members, aside(channel, undefined)));
  if (!answers) return reply.whole(rules.acceptedStatus(), [], undefined, "accepted");
  const body = answers.flatMap((answer) => behaviours.message(answer, context));
  reply.whole(rules.resultStatus(), rules.jsonHeaders(), JSON.stringify(body), "answer");
}

function modeOf({ endpoint, http }: Post, request: RequestFacts): "json" | "sse" {
  const { name } = request.params;
  const tool =
    request.method === "tools/call" && typeof name === "string"
      ? endpoint.facts.world.tool(name, request.revision)
      : undefined;
  return endpoint.rules.responseMode(request, {
    streams: tool?.streams ?? false,
    acceptsStream: accepts(http.headers, "text/event-stream"),
    acceptsJson: accepts(http.headers, "application/json"),
  });
}

/** A successful initialize opens a session, whose id goes with the answer. */
function opened({ sessions, channel }: Post, request: RequestFacts, response: JsonObject | undefined): RawHeaders {
  if (request.method !== "initialize" || response?.result === undefined) return [];
  const id = sessions.open(channel);
  return id === undefined ? [] : [["Mcp-Session-Id", id]];
}

/** Beside a single JSON object nothing can be said of the request; the rest goes to the session's own stream. */
function aside(channel: Channel, request: RequestFacts | undefined): Outlet {
  return {
    send: (message, context) => (request?.era === "modern" ? undefined : channel.outlet?.send(message, context)),
  };
}

/** The stream of a POST, opened when something is first said on it. */
class LazyStream implements Outlet {
  readonly #post: Post;
  readonly #request: RequestFacts;
  #stream: EventStream | undefined;

  constructor(post: Post, request: RequestFacts) {
    this.#post = post;
    this.#request = request;
  }

  get begun(): boolean {
    return this.#stream !== undefined;
  }

  begin(): EventStream {
    if (this.#stream) return this.#stream;
    const { endpoint, sessions, channel, reply } = this.#post;
    this.#stream = new EventStream({
      name: sessions.streamName(channel),
      endpoint,
      revision: this.#request.revision,
      eventName: endpoint.rules.eventName(),
    });
    sessions.keep(channel, this.#stream);
    this.#stream.attach(reply);
    return this.#stream;
  }

  send(message: JsonObject, context: Outgoing): void {
    this.write(this.#post.endpoint.behaviours.message(message, context), context);
  }

  /** Messages that have passed the message seam. */
  write(messages: readonly JsonValue[], context: Outgoing): void {
    const aside = this.#request.era === "legacy" ? this.#post.channel.outlet : undefined;
    const place = aside?.write ? this.#post.endpoint.rules.placement(context) : "own";
    if (place !== "own") aside?.write?.(messages, context);
    if (place !== "get-stream") this.begin().write(messages, context);
  }

  interrupt(): boolean {
    return this.begin().interrupt();
  }

  end(): void {
    this.begin().end();
  }
}
