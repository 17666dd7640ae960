import type { Conversation, ExchangeInstance, RequestInstance } from "../../../simulators/trace/context.ts";
import { rawAt } from "../../../simulators/wire/lossless.ts";
import { eraOf } from "../../../simulators/wire/revisions.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shown } from "../jsonrpc/messages.ts";
import { isTask, onProgress } from "./on-progress.ts";

/** What is late on one stream may have been early on another, ms. */
const STREAMS_APART = 500;

/** The open request whose token was sent back as another JSON type: `"1"` for `1`. */
function retyped(token: string, conversation: Conversation): RequestInstance | undefined {
  for (const request of conversation.open.values()) {
    const { from, progressToken } = request;
    if (from === "peer" && progressToken !== undefined && plain(progressToken) === plain(token)) return request;
  }
  return undefined;
}

function plain(raw: string): string {
  return String(JSON.parse(raw)).toLowerCase().trim();
}

/** Whether nothing on this stream, or over stdio nothing under way, asked for progress. */
function unasked(conversation: Conversation, exchange: ExchangeInstance | undefined): boolean {
  if (exchange !== undefined)
    return exchange.sent.every(
      ({ message }) => rawAt(message.text, ["params", "_meta", "progressToken"]) === undefined,
    );
  return ![...conversation.open.values()].some(({ progressToken }) => progressToken !== undefined);
}

/** A call that was answered could have been reported on. */
function sawCalls(m: MonitorTools): void {
  m.on("response", ({ seen, request }) => {
    if (seen.from === "target" && request?.method === "tools/call" && request.progressToken === undefined) m.saw();
  });
}

const echo = monitor("progress.token-echo", (m) => {
  onProgress(m, ({ signal: { seen, seq, conversation }, token, request }) => {
    if (token === undefined) return;
    if (request !== undefined) return m.saw();
    const meant = retyped(token, conversation);
    if (meant === undefined) return;
    m.saw();
    m.fail(shown(seen), {
      accepted: [`progressToken ${meant.progressToken}, the same in value and JSON type`],
      events: [meant.seen.seq, seq],
      sent: shown(meant.seen),
    });
  });
});

const activeOnly = monitor("progress.only-active-tokens", (m) => {
  const modern = eraOf(m.revision) === "modern";
  sawCalls(m);
  onProgress(m, ({ signal: { seen, seq, conversation, exchange }, token, request }) => {
    if (token === undefined) return;
    m.saw();
    if (request !== undefined || retyped(token, conversation) !== undefined) return;
    // That nothing asked for it is a requirement of its own there.
    if (modern && unasked(conversation, exchange)) return;
    m.fail(`${shown(seen)}, a token that no request had`, {
      accepted: ["the token of an active request"],
      events: [seq],
    });
  });
});

const optIn = monitor("progress.opt-in", (m) => {
  sawCalls(m);
  onProgress(m, ({ signal: { seen, seq, conversation, exchange }, token, request }) => {
    if (request !== undefined || (token !== undefined && retyped(token, conversation) !== undefined)) return;
    if (!unasked(conversation, exchange)) return;
    m.saw();
    m.fail(`${shown(seen)}, and no request under way asked for progress`, {
      accepted: ["no progress for a request without _meta.progressToken"],
      events: [...(exchange?.sent.map((sent) => sent.seq) ?? []), seq],
    });
  });
});

const ownStream = monitor("progress.on-request-stream", (m) => {
  onProgress(m, ({ signal: { seen, seq, exchange }, request }) => {
    if (request?.exchange === undefined || exchange === undefined) return;
    m.saw();
    if (exchange.name === request.exchange.name) return;
    m.fail(`${shown(seen)} in the answer to another request (${exchange.request.method} ${exchange.name})`, {
      accepted: ["progress on the response stream of the request that it is about"],
      events: [request.seen.seq, exchange.request.seq, seq],
      sent: shown(request.seen),
    });
  });
});

const stops = monitor("progress.stop-after-completion", (m) => {
  m.on("response", ({ seen, request }) => {
    if (seen.from === "target" && request !== undefined && request.progress.length > 0) m.saw();
  });
  onProgress(m, ({ signal: { seen, seq, exchange, conversation }, request }) => {
    const answer = request?.firstAnswer;
    if (request === undefined || answer === undefined || isTask(request)) return;
    const oneStream = conversation.transport !== "http" || exchange?.name === request.exchange?.name;
    if (!oneStream && seen.t - answer.t <= STREAMS_APART) return;
    m.saw();
    m.fail(`after the response to ${request.method}: ${shown(seen)}`, {
      accepted: ["no progress of a request once it is answered"],
      events: [request.seen.seq, answer.seq, seq],
      sent: shown(request.seen),
      timed: !oneStream,
    });
  });
});

export const whichRequest: readonly Monitor[] = [echo, activeOnly, optIn, ownStream, stops];
