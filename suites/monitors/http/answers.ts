import type { ExchangeInstance, SeenMessage } from "../../../simulators/trace/context.ts";
import { mediaTypeOf } from "../../../simulators/wire/headers.ts";
import { eraOf } from "../../../simulators/wire/revisions.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { isPost, requestsOf, shownOf, succeeded } from "./exchanges.ts";

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";
const MAX_BODIES = 1_000;

const contentType = monitor("http.response-content-type", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "response" || !isPost(exchange) || requestsOf(exchange).length === 0 || !succeeded(exchange)) return;
    m.saw();
    const { status, headers } = exchange.response!;
    const type = mediaTypeOf(headers);
    if (type === JSON_TYPE || type === STREAM_TYPE) return;
    m.fail(`HTTP ${status} with ${type === "" ? "no Content-Type" : `Content-Type ${type}`}`, {
      ...shownOf(exchange),
      accepted: [`Content-Type ${JSON_TYPE}`, `Content-Type ${STREAM_TYPE}`],
      ...(status === 200
        ? { outsideAllReadings: "no reading allows a third media type for what answers a request" }
        : {}),
    });
  });
});

const jsonSingle = monitor("http.response-json-single", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "end" || exchange.end?.how !== "complete" || !isPost(exchange) || !succeeded(exchange)) return;
    if (requestsOf(exchange).length !== 1 || mediaTypeOf(exchange.response!.headers) !== JSON_TYPE) return;
    const problem = multitude(exchange.received);
    if (problem === undefined) return;
    m.saw();
    if (problem !== "") m.fail(problem, { ...shownOf(exchange), accepted: ["a body that is one JSON object"] });
  });
});

/** "" for one object, what else there is; undefined for what is no JSON at all, which is claimed where JSON is judged. */
function multitude(received: readonly SeenMessage[]): string | undefined {
  const [first, ...others] = received;
  if (first === undefined) return `an empty body of type ${JSON_TYPE}`;
  if (first.batched) return `a JSON array of ${received.length}`;
  if (others.length > 0) return `${received.length} messages`;
  if (first.message.value !== undefined) return "";
  const lines = first.message.text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every(isJson) ? `${lines.length} JSON texts, one a line` : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const success200 = monitor("http.success-status-200", (m) => {
  m.on("response", ({ seen, exchange }) => {
    if (seen.message.kind !== "result" || !exchange?.response || !isPost(exchange)) return;
    m.saw();
    const { status } = exchange.response;
    if (status !== 200) m.fail(`a result with HTTP ${status}`, { ...shownOf(exchange), accepted: ["HTTP 200"] });
  });
});

const NOT_HERE = [404, 405, 501];
/** Methods that name nothing which might not be found. */
const NAMELESS = /^(server\/discover|subscriptions\/listen|[a-z/]+\/list)$/;
/** What may be wrong with a request of theirs: the server has no such method, or does not like its params. */
const OWN_FAULTS = [-32601, -32602];

const postOnly = monitor("http.endpoint-post-only", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "end" || exchange.response === undefined || !isPost(exchange)) return;
    const [request] = requestsOf(exchange);
    if (request === undefined || exchange.end?.how === "aborted-by-peer") return;
    const { status } = exchange.response;
    const method = request.message.method ?? "";
    const answer = exchange.received.find(({ message }) => message.kind === "result" || message.kind === "error");
    const code = answer?.message.error?.code;
    const elsewhere =
      NOT_HERE.includes(status) && code !== undefined && NAMELESS.test(method) && !OWN_FAULTS.includes(code);
    if (answer && !elsewhere) m.saw();
    else if (NOT_HERE.includes(status))
      m.fail(`HTTP ${status} and ${answer ? shorten(answer.message.text, 200) : "no JSON-RPC answer"} to ${method}`, {
        ...shownOf(exchange),
        accepted: ["a JSON-RPC response: the one endpoint takes every message by POST"],
      });
  });
});

/** Judges what an accepted POST without requests gets: HTTP 202 and an empty body. */
function acceptedQuietly(m: MonitorTools, kinds: readonly string[], outside: string | undefined): void {
  const bodies = new Set<string>();
  m.on("chunk", ({ chunk, exchange }) => {
    if (chunk.from !== "target" || exchange === undefined || chunk.bytes.length === 0) return;
    bodies.add(exchange.name);
    if (bodies.size > MAX_BODIES) bodies.delete(bodies.values().next().value!);
  });
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "end") return;
    const hasBody = bodies.delete(exchange.name);
    if (!isPost(exchange) || !succeeded(exchange) || !holdsOnly(exchange, kinds)) return;
    m.saw();
    const { status } = exchange.response!;
    if (status === 202 && !hasBody) return;
    m.fail(`HTTP ${status} with ${hasBody ? "a body" : "an empty body"}`, {
      ...shownOf(exchange),
      accepted: ["HTTP 202 with an empty body", "an HTTP error status, where it is not accepted"],
      ...(outside === undefined ? {} : { outsideAllReadings: outside }),
    });
  });
}

function holdsOnly({ sent }: ExchangeInstance, kinds: readonly string[]): boolean {
  return sent.length > 0 && sent.every(({ message }) => kinds.includes(message.kind));
}

const notification202 = monitor("http.notification-202", (m) => {
  const legacy = eraOf(m.revision) === "legacy";
  acceptedQuietly(
    m,
    ["notification"],
    legacy
      ? "this revision has client notifications, and names 202 without a body for one that is accepted"
      : undefined,
  );
});

const response202 = monitor("http.response-202", (m) => acceptedQuietly(m, ["result", "error"], undefined));

export const answers: readonly Monitor[] = [
  contentType,
  jsonSingle,
  success200,
  postOnly,
  notification202,
  response202,
];
