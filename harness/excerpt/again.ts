import { curlLine, pipeLine } from "../../simulators/client/sent.ts";
import type { HttpRequestEvent, MessageEvent } from "../../simulators/trace/events.ts";
import type { Evidence } from "../../suites/kit/judgement.ts";
import type { Held } from "./recent.ts";

/** Where the target is, as far as a reproduction has to name it. */
export type Where =
  | { readonly command: readonly string[] }
  | { readonly url: URL; readonly headers: readonly (readonly [string, string])[] };

const SHOWN = 600;
const OPENING = new Set(["initialize", "notifications/initialized"]);

/** The evidence with what provoked it and how to see it again, where a judge that only listened left them out. */
export function withStimulus(evidence: Evidence, held: readonly Held[], where: Where): Evidence {
  if (evidence.reproduce !== undefined) return evidence;
  const stimulus = stimulusOf(new Set(evidence.events), held);
  if (stimulus === undefined) return evidence;
  const { event } = stimulus;
  const text = event.kind === "message" ? event.message.text : `${event.method} ${event.target}`;
  const sent = evidence.sent ?? (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`);
  const reproduce = "command" in where ? piped(stimulus, held, where.command) : curled(stimulus, held, where);
  return { ...evidence, sent, ...(reproduce === undefined ? {} : { reproduce }) };
}

type Stimulus = Held & { readonly event: MessageEvent | HttpRequestEvent };

/** The last of what the peer sent among the cited; else the request of a cited exchange, or that of a cited answer's id. */
function stimulusOf(cited: ReadonlySet<number>, held: readonly Held[]): Stimulus | undefined {
  const shown = held.filter(({ step, frame }) => cited.has(step.seq) || (frame !== undefined && cited.has(frame)));
  const exchanges = new Set(shown.flatMap(({ step }) => step.exchange ?? []));
  const ids = new Set(shown.flatMap(({ step }) => (step.kind === "message" ? (idOf(step.label) ?? []) : [])));
  const last = shown.at(-1)?.step.seq ?? -1;
  const sent = held.filter((one): one is Stimulus => one.event !== undefined && one.step.seq <= last);
  return (
    sent.findLast((one) => shown.includes(one)) ??
    sent.findLast(({ step }) => step.exchange !== undefined && exchanges.has(step.exchange)) ??
    sent.findLast(
      ({ step, event }) =>
        exchanges.size === 0 &&
        step.channel === shown.at(-1)?.step.channel &&
        event.kind === "message" &&
        event.message.kind === "request" &&
        event.message.rawId !== undefined &&
        ids.has(event.message.rawId),
    )
  );
}

function idOf(label: string): string | undefined {
  return /^(?:result|error -?\d+), id (.+)$/.exec(label)?.[1];
}

function piped({ event, step }: Stimulus, held: readonly Held[], command: readonly string[]): string | undefined {
  if (event.kind !== "message") return undefined;
  const opening = held.flatMap(({ event: earlier }) =>
    earlier?.kind === "message" &&
    earlier.seq < event.seq &&
    earlier.channel === step.channel &&
    earlier.defect === undefined &&
    OPENING.has(earlier.message.method ?? "")
      ? [earlier.message.text]
      : [],
  );
  return pipeLine([...new Set(opening), event.message.text], command);
}

function curled({ event, step }: Stimulus, held: readonly Held[], where: Extract<Where, { url: URL }>) {
  const ofExchange = held.flatMap((one) =>
    one.event !== undefined && one.step.exchange === step.exchange ? [one.event] : [],
  );
  const head = ofExchange.find((one) => one.kind === "http" && one.phase === "request") as HttpRequestEvent | undefined;
  const body = event.kind === "message" ? event : ofExchange.find((one) => one.kind === "message");
  if (head === undefined) return undefined;
  return curlLine(
    {
      method: head.method,
      url: new URL(head.target, where.url),
      headers: head.headers,
      body: body?.kind === "message" ? body.message.text : undefined,
    },
    { secret: new Set(where.headers.map(([name]) => name.toLowerCase())) },
  );
}
