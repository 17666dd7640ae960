import type { MessageEvent } from "../trace/events.ts";
import type { Call, Reply, Watch } from "./peer.ts";

export interface WatchParts {
  readonly call: Call | undefined;
  /** All messages so far among which the watch's are. */
  readonly all: () => readonly MessageEvent[];
  readonly until: (fits: (event: MessageEvent) => boolean, deadlineMs: number) => Promise<MessageEvent | undefined>;
  readonly fits: (event: MessageEvent) => boolean;
  readonly answerMs: number;
  readonly ended: Promise<Reply>;
  readonly close: () => Promise<void>;
}

/** A watch over messages that come elsewhere too. */
export function makeWatch(parts: WatchParts): Watch {
  let taken = -1;
  let turn: Promise<unknown> = Promise.resolve();
  const next = async (deadlineMs: number) => {
    const event = await parts.until((one) => one.seq > taken && parts.fits(one), deadlineMs);
    if (event) taken = event.seq;
    return event;
  };
  return {
    call: parts.call,
    get seen() {
      return parts.all().filter(parts.fits);
    },
    next: (options = {}) => {
      const mine = turn.then(() => next(options.deadlineMs ?? parts.answerMs));
      turn = mine;
      return mine;
    },
    ended: parts.ended,
    close: parts.close,
  };
}
