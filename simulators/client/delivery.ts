import { sleep, within } from "../clock/clock.ts";
import type { MessageEvent } from "../trace/events.ts";
import type { WireMessage } from "../wire/jsonrpc.ts";
import type { Channel } from "./channel.ts";
import { Inbox } from "./inbox.ts";
import type { Delivery, Reply } from "./peer.ts";
import { failureOf, isUnnamedError, makeReply, type Outcome, responsesIn } from "./reply.ts";
import { END_GRACE } from "./round.ts";
import type { Outgoing, Transport } from "./transport.ts";

/** Part of a quiet window for which an answer may come later than that to a later request. */
const OVERTAKEN_GRACE = 4;

export interface DeliveryParts {
  readonly channel: Channel;
  readonly transport: Transport;
  readonly outgoing: Outgoing;
  readonly deadlineMs: number;
  /** Asks the target something ordinary; settles when that was answered or the wait for it is over. */
  readonly probe: () => PromiseLike<unknown>;
}

/** Sends one message that is no plain call. Over HTTP, settles with the answer to its POST, or with the response in it. */
export async function deliver(parts: DeliveryParts): Promise<Delivery> {
  const { channel, transport, outgoing, deadlineMs } = parts;
  const { clock } = channel;
  await transport.ready();
  const began = clock.now();
  const own = new Inbox({ clock, cap: channel.caps.heldEvents });
  const transmission = transport.send({ ...outgoing, receive: (event) => own.add(event) });
  const { sent, exchange, failure } = transmission;
  const find = responseFinder(outgoing, { shared: transport.sharedStream });
  const rawId = requestIds(outgoing.message)[0] ?? "";
  const base = { channel, sent, method: outgoing.message.method ?? "", rawId, exchange };

  if (failure) {
    // Nothing went out.
  } else if (!exchange) await within(clock, deadlineMs, transmission.taken, undefined);
  else if (transport.sharedStream) await within(clock, deadlineMs, exchange.ended, undefined);
  else {
    const fits = (event: MessageEvent) => exchange.streaming && find(event) !== undefined;
    const response = own.until(fits, { deadlineMs, stop: exchange.ended });
    if (!exchange.finished && !(await response) && !exchange.finished) exchange.abort("deadline");
    await within(clock, END_GRACE, exchange.ended, undefined);
    exchange.letEnd(channel.patience.answerMs);
  }

  const odd = outgoing.defect !== undefined && transport.sharedStream;

  const reply = async (options: { readonly deadlineMs?: number } = {}): Promise<Reply> => {
    const ms = options.deadlineMs ?? channel.promptMs;
    const conclude = (outcome: Outcome) =>
      makeReply({ ...base, ms: clock.now() - began, own: transport.sharedStream ? undefined : own.all }, outcome);
    const found = (event: MessageEvent) => conclude({ event, member: find(event)! });
    if (failure) return conclude({ failure });
    const refusal = transport.sharedStream && exchange && (await within(clock, ms, exchange.ended, undefined));
    if (refusal && (refusal.status >= 300 || exchange.failure)) {
      const error = refusal.messages.find((event) => event.message.kind === "error");
      return conclude(
        error ? { event: error, member: error.message } : { failure: failureOf(exchange, refusal, rawId) },
      );
    }
    const fits = (event: MessageEvent) => find(event) !== undefined;
    const inbox = transport.sharedStream ? channel.inbox : own;
    const event = await inbox.until(fits, {
      since: sent.seq,
      deadlineMs: ms,
      ...(exchange && !transport.sharedStream ? { stop: exchange.ended } : {}),
      ...(odd && options.deadlineMs === undefined ? { stop: overtaken(parts) } : {}),
    });
    if (event) return found(event);
    if (exchange?.finished && !transport.sharedStream) {
      return conclude({ failure: failureOf(exchange, exchange.answer, rawId) });
    }
    if (channel.closed !== undefined) return conclude({ failure: { why: "closed", note: channel.closed } });
    return conclude({
      failure: {
        why: "deadline",
        note: odd ? "no answer, though a later request got its own" : `no answer within ${ms} ms`,
      },
    });
  };

  return {
    sent,
    get http() {
      return exchange?.status === undefined ? undefined : exchange.answer;
    },
    reply,
  };
}

/**
 * What is wrong on purpose is answered at once or never. So on a stream that all share, silence is concluded soon after
 * something ordinary, sent later, was answered; nobody has to sit out a deadline for each odd message.
 */
async function overtaken({ channel, probe }: DeliveryParts): Promise<void> {
  await probe();
  await sleep(channel.clock, channel.patience.quietMs / OVERTAKEN_GRACE);
}

/** The ids of what asks for an answer in a message, as exact texts. */
function requestIds(message: WireMessage): readonly string[] {
  const members = message.kind === "batch" ? message.members : [message];
  return members.flatMap((one) => {
    const asks = one.kind === "request" || one.kind === "invalid";
    return asks && one.rawId !== undefined && one.rawId !== "null" ? [one.rawId] : [];
  });
}

/**
 * Finds what answers a message. Where it carries ids, a response to one of them; else, and where it is wrong on purpose,
 * an error that names no request; in an HTTP exchange of its own, any response to a message without ids.
 */
function responseFinder(
  outgoing: Outgoing,
  options: { readonly shared: boolean },
): (event: MessageEvent) => WireMessage | undefined {
  const ids = requestIds(outgoing.message);
  const unnamed =
    !options.shared || ids.length === 0 || outgoing.defect !== undefined || outgoing.message.kind === "batch";
  return (event) =>
    responsesIn(event.message).find(
      (one) =>
        (one.rawId !== undefined && ids.includes(one.rawId)) ||
        (unnamed && isUnnamedError(one)) ||
        (!options.shared && ids.length === 0),
    );
}
