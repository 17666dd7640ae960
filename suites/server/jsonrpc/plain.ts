import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import type { JsonObject, JsonValue } from "../../../simulators/wire/json.ts";
import type { WireMessage } from "../../../simulators/wire/jsonrpc.ts";
import { value } from "../../kit/accept.ts";
import type { Judge } from "../../kit/judge.ts";

/** The plainest request that every server of the era answers with a result. */
export function plainMethod(peer: Peer): "ping" | "server/discover" {
  return peer.era === "legacy" ? "ping" : "server/discover";
}

/** The same as a message of our own making, without `jsonrpc` and `id`. */
export function plainBody(peer: Peer): { readonly method: string; readonly params?: JsonObject } {
  const method = plainMethod(peer);
  return peer.era === "legacy" ? { method } : { method, params: { _meta: peer.meta } };
}

/** The responses in a message of the target's: itself, or members of an array. */
export function responsesIn({ message }: MessageEvent): readonly WireMessage[] {
  const members = message.kind === "batch" ? message.members : [message];
  return members.filter(
    ({ kind, method, value }) => kind === "result" || kind === "error" || (method === undefined && isResponse(value)),
  );
}

function isResponse(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("result" in value || "error" in value);
}

/** A response that came where the answer should have, under an id that is none of ours. */
export function strayResponse(peer: Peer, reply: Reply, ours: ReadonlySet<string>): MessageEvent | undefined {
  const came = [...(reply.http?.messages ?? []), ...peer.messages(reply.sent.seq)];
  return came.find((event) => responsesIn(event).some(({ rawId }) => rawId === undefined || !ours.has(rawId)));
}

/** Judges under which id an error came to a request whose id can be read. `ours`: raw ids that the peer used. */
export function judgeErrorId({
  peer,
  judge,
  reply,
  ours,
}: {
  readonly peer: Peer;
  readonly judge: Judge;
  readonly reply: Reply;
  readonly ours: ReadonlySet<string>;
}): void {
  const stray = reply.kind === "none" ? strayResponse(peer, reply, ours) : undefined;
  const answer = reply.kind === "error" ? reply.message : stray;
  if (answer === undefined) return;
  const { rawId } = answer.message;
  judge("jsonrpc.error-id-echo")
    .outsideAllReadings("the id of this request can be read")
    .sent(reply.sent.text, reply.sent.reproduce)
    .showing(answer.seq)
    .that(rawId === undefined ? undefined : JSON.parse(rawId))
    .is(value(JSON.parse(reply.rawId) as JsonValue));
}

/** Lets a line that all answers share fall quiet. Over Streamable HTTP what a message provokes comes in its own exchange. */
export async function fallQuiet(peer: Peer): Promise<void> {
  if (peer.transport !== "http") await peer.quiet();
}
