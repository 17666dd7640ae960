import type { Reducer, RequestInstance, SeenMessage } from "../../simulators/trace/context.ts";
import type { Recorder } from "../../simulators/trace/events.ts";
import { headerOf, mediaTypeOf } from "../../simulators/wire/headers.ts";
import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";
import type { Feature } from "../../suites/applicability/facts.ts";

/** What a lane shows of the target, as `when` expressions ask about it. */
export interface FactsObserver {
  readonly uses: ReadonlySet<Feature>;
  readonly sessionIssued: () => boolean;
  readonly getStream: () => boolean | undefined;
  readonly eventIds: () => boolean;
  /** Requests to the server, by whichever side is the client, that were answered. */
  readonly answered: () => number;
}

const BY_METHOD: Readonly<Record<string, Feature>> = {
  "tools/list": "tools",
  "tools/call": "tools",
  "prompts/list": "prompts",
  "prompts/get": "prompts",
  "resources/list": "resources",
  "resources/read": "resources",
  "completion/complete": "completion",
};

/** What a server asks of its client. */
const BY_QUESTION: Readonly<Record<string, Feature>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

const BY_NOTIFICATION: Readonly<Record<string, Feature>> = {
  "notifications/progress": "progress",
  "notifications/message": "log-messages",
  "notifications/subscriptions/acknowledged": "listen",
};

/** Watches a lane for what the target turns out to use. */
export function observeFacts(reducer: Reducer, recorder: Pick<Recorder, "head" | "listen">): FactsObserver {
  const serverSide = recorder.head.role === "server" ? "target" : "peer";
  const uses = new Set<Feature>();
  let session = false;
  let stream: boolean | undefined;
  let ids = false;
  let answered = 0;
  const openStreams = new Set<string>();

  reducer.on("response", ({ seen, request }) => {
    if (request === undefined) return;
    if (seen.from !== serverSide) {
      const feature = BY_QUESTION[request.method];
      if (feature !== undefined && seen.message.kind === "result") uses.add(feature);
      return;
    }
    answered += 1;
    if (seen.message.kind === "result") for (const feature of featuresOfResult(request, seen)) uses.add(feature);
    if (seen.message.error?.code === -32021) uses.add("missing-capability");
  });
  reducer.on("request", ({ seen, request }) => {
    if (request.method === "ping" && seen.from === "target") uses.add("target-pings");
    if (seen.from === serverSide) {
      uses.add("server-requests");
      return;
    }
    if (request.progressToken !== undefined) uses.add("progress-token");
    const meta = request.params._meta as JsonObject | undefined;
    if (request.method === "logging/setLevel" || meta?.["io.modelcontextprotocol/logLevel"] !== undefined)
      uses.add("log-level");
  });
  reducer.on("notification", ({ seen }) => {
    const feature = BY_NOTIFICATION[seen.message.method ?? ""];
    const whose = seen.message.method === "notifications/progress" ? "target" : serverSide;
    if (seen.from === whose && feature !== undefined) uses.add(feature);
  });
  reducer.on("exchange", ({ exchange, at }) => {
    const { request, response, end } = exchange;
    if (at === "response" && response !== undefined) {
      if (headerOf(response.headers, "mcp-session-id") !== undefined) session = true;
      if (response.status === 401) uses.add("authorization");
      if (request.method === "GET" && exchange.defect === undefined)
        stream = response.status === 200 && mediaTypeOf(response.headers) === "text/event-stream";
      if (exchange.streaming) openStreams.add(exchange.name);
      if (openStreams.size > 1) uses.add("several-streams");
    }
    if (at === "end" && end !== undefined) {
      openStreams.delete(exchange.name);
      const early = exchange.streaming && end.how === "complete";
      if (early && request.method === "GET") uses.add("early-get-close");
      const asked = exchange.sent.filter((seen) => seen.message.kind === "request").length;
      const given = exchange.received.filter(
        (seen) => seen.message.kind === "result" || seen.message.kind === "error",
      ).length;
      if (early && request.method === "POST" && given < asked) uses.add("early-close");
    }
  });
  recorder.listen((event) => {
    if (event.kind === "frame" && event.from === serverSide && event.sse?.id !== undefined) ids = true;
  });
  return { uses, sessionIssued: () => session, getStream: () => stream, eventIds: () => ids, answered: () => answered };
}

function featuresOfResult(request: RequestInstance, seen: SeenMessage): readonly Feature[] {
  const result = seen.message.result as JsonObject;
  const found: Feature[] = [];
  const byMethod = BY_METHOD[request.method];
  if (byMethod !== undefined) found.push(byMethod);
  if (result.resultType === "input_required") found.push("input-required");
  if (result.resultType === "task" || request.method.startsWith("tasks/")) found.push("tasks");
  if (Array.isArray(result.content)) {
    found.push("content");
    if (blocks(result.content).some((block) => block.type === "resource_link")) found.push("resource-links");
  }
  const tools = blocks(result.tools);
  if (tools.some((tool) => tool.inputSchema !== undefined || tool.outputSchema !== undefined)) found.push("schemas");
  if (tools.some((tool) => JSON.stringify(tool.inputSchema ?? null).includes('"x-mcp-header"')))
    found.push("x-mcp-header");
  if (blocks(result.resources).some((resource) => typeof resource.uri === "string" && resource.uri.startsWith("file:")))
    found.push("file-resources");
  const listed = [
    ...tools,
    ...blocks(result.resources),
    ...blocks(result.prompts),
    ...blocks(result.resourceTemplates),
  ];
  if (listed.some((item) => item.icons !== undefined)) found.push("icons");
  return found;
}

function blocks(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value)
    ? value.filter((item): item is JsonObject => typeof item === "object" && item !== null && !Array.isArray(item))
    : [];
}
