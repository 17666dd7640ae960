import type { HttpWire, Peer } from "../../../simulators/client/peer.ts";
import type { Random } from "../../../simulators/clock/random.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { SseReader } from "../../../simulators/wire/sse.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";
import { LISTS } from "../../protocol/lists.ts";
import { ordinaryTools } from "../tools/choose.ts";

/** A request by method and params. */
export interface Ask {
  readonly method: string;
  readonly params: JsonObject;
}

/** The HTTP beneath a peer of a scenario that declares an HTTP transport. */
export function httpOf(peer: Peer): HttpWire {
  if (!peer.http)
    throw new Error("expected a peer over HTTP, got one over stdio: the scenario declares its transports");
  return peer.http;
}

/** A request as the body of a POST. */
export function plainBodyOf(peer: Peer, { method, params }: Ask): JsonObject {
  const meta = peer.era === "modern" ? { _meta: peer.meta } : {};
  return { jsonrpc: "2.0", id: peer.nextId(), method, params: { ...params, ...meta } };
}

/** A request that asks for progress, as the body of a POST. */
export function bodyOf(peer: Peer, { method, params }: Ask): JsonObject {
  const id = peer.nextId();
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...peer.meta, progressToken: `stream-${id}` } } };
}

/** Plain requests that this target answers with a result: its lists, else the plainest of all. */
export function plainAsks(peer: Peer, target: Target): readonly Ask[] {
  const lists = LISTS.filter(({ capability }) => target.capabilities[capability] !== undefined);
  const plainest = peer.era === "legacy" ? "ping" : "server/discover";
  return [...lists.map(({ method }) => ({ method, params: {} })), { method: plainest, params: {} }];
}

export function askOf(tool: ToolFacts, given: JsonObject = tool.arguments()): Ask {
  return { method: "tools/call", params: { name: tool.name, arguments: given } };
}

/** Requests for what the target does not offer, one of each kind that it could: well formed, and answered with an error. */
export function vainAsks({ capabilities }: Target, random: Random): readonly Ask[] {
  const name = `no_such_thing_${random.word(8)}`;
  const kinds = [
    { capability: "tools", method: "tools/call", params: { name, arguments: {} } },
    { capability: "prompts", method: "prompts/get", params: { name } },
    { capability: "resources", method: "resources/read", params: { uri: `assay://nowhere/${name}` } },
  ];
  return kinds.filter(({ capability }) => capabilities[capability] !== undefined);
}

/** Two requests that say something while they run, where the target has such tools; else its plainest. */
export function talkativeAsks(peer: Peer, target: Target): readonly [Ask, Ask] {
  const slow = target.fixture("assay_slow");
  const progress = target.fixture("test_tool_with_progress");
  if (slow) return [askOf(slow, { ms: 300 }), askOf(slow, { ms: 400 })];
  if (progress) return [askOf(progress, {}), askOf(progress, {})];
  const [first, second] = [
    ...ordinaryTools(target)
      .slice(0, 2)
      .map((tool) => askOf(tool)),
    ...plainAsks(peer, target),
  ];
  return [first!, second ?? first!];
}

/** What stands in an event of a stream's text. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** The events of a stream's text that have an id or data, in order. */
export function eventsIn(body: string): readonly StreamEvent[] {
  const reader = new SseReader({ capBytes: Number.POSITIVE_INFINITY });
  return [...reader.push(Buffer.from(body)), ...reader.end()]
    .filter(({ id, data, incomplete }) => !incomplete && (id !== undefined || data !== undefined))
    .map(({ id, data = "" }) => ({ id, data }));
}
