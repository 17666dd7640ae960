import type { MessageEvent } from "../trace/events.ts";
import type { JsonObject } from "../wire/json.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Channel } from "./channel.ts";
import type { Exchange, Failure } from "./exchange.ts";
import type { HttpAnswer, Reply, Sent } from "./peer.ts";

/** What was found: a response (a message, or a member of a batch), or why there is none. */
export type Outcome = { readonly event: MessageEvent; readonly member: WireMessage } | { readonly failure: Failure };

export interface ReplyParts {
  readonly channel: Channel;
  readonly sent: Sent;
  readonly method: string;
  readonly rawId: string;
  /** ms from sending to now. */
  readonly ms: number;
  readonly exchange: Exchange | undefined;
  /** The target's messages of the request's own answer; undefined where all share the channel's stream. */
  readonly own: readonly MessageEvent[] | undefined;
}

/** Makes the reply to a request; what is seldom looked at is only made then. */
export function makeReply(parts: ReplyParts, outcome: Outcome): Reply {
  const { channel, sent, method, rawId, ms, exchange, own } = parts;
  const event = "event" in outcome ? outcome.event : undefined;
  const cameByHttp = () => {
    if (exchange?.status === undefined) return false;
    if (event === undefined) return true;
    return exchange.finished && (own !== undefined || exchange.messages.includes(event));
  };
  const shown = event ? [event.seq] : (exchange?.answer.events.filter((seq) => seq !== sent.seq) ?? []);
  return {
    ...readOutcome(outcome),
    sent,
    method,
    rawId,
    ms,
    events: [sent.seq, ...shown],
    get status() {
      return exchange?.status;
    },
    get http() {
      return cameByHttp() ? exchange?.answer : undefined;
    },
    get before() {
      return own
        ? own.filter((other) => event === undefined || other.seq < event.seq)
        : channel.inbox.between(sent.seq, event?.seq);
    },
  } as Reply;
}

function readOutcome(outcome: Outcome) {
  if ("failure" in outcome) return { kind: "none", ...outcome.failure };
  const { event: message, member } = outcome;
  if (member.kind === "error") return { kind: "error", message, error: member.error };
  const { result } = member;
  const whole = typeof result === "object" && result !== null && !Array.isArray(result);
  if (member.kind === "result" && whole) return { kind: "result", message, result: result as JsonObject };
  return {
    kind: "none",
    why: "empty",
    note: `the answer is no valid response: ${member.problem ?? "its result is no object"}`,
  };
}

/** The responses in a message: itself, or a batch's members. */
export function responsesIn(message: WireMessage): readonly WireMessage[] {
  const members = message.kind === "batch" ? message.members : [message];
  return members.filter(
    (member) => member.method === undefined && (member.kind !== "invalid" || member.rawId !== undefined),
  );
}

/** Whether an error names no request: its id is absent or null. */
export function isUnnamedError(member: WireMessage): boolean {
  return member.kind === "error" && (member.rawId === undefined || member.rawId === "null");
}

/** Why an exchange that is over gave no response to a request. */
export function failureOf(exchange: Exchange, answer: HttpAnswer, rawId: string): Failure {
  if (exchange.failure) return exchange.failure;
  const { status, ended } = answer;
  if (ended === "aborted-by-peer") return { why: "closed", note: "the peer closed the exchange" };
  if (ended === "deadline") return { why: "deadline", note: "no answer within the deadline" };
  if (ended === "cap") return { why: "closed", note: "the answer outgrew the cap on bodies" };
  if (ended === "aborted-by-target")
    return { why: "closed", note: `HTTP ${status}, and the target broke the answer off` };
  if (answer.messages.some((event) => responsesIn(event.message).length > 0)) {
    return { why: "empty", note: `HTTP ${status} with a response, but not to the id ${rawId}` };
  }
  if (status >= 400) return { why: "refused", note: `HTTP ${status}` };
  return { why: "empty", note: `HTTP ${status}, ${answer.mediaType || "no content type"}, without a response` };
}
