import type { TraceStep } from "../../schemas/report.ts";
import type { FrameEvent, HttpEvent, IntentEvent, ProcessEvent, TraceEvent } from "../../simulators/trace/events.ts";
import type { Redactor } from "../../simulators/trace/secrets.ts";
import type { WireMessage } from "../../simulators/wire/jsonrpc.ts";
import { Bytes, show } from "./bytes.ts";

/** Characters of a label, and of an HTTP head. */
const LABEL = 200;
const HEAD = 8 * 1024;

/** A step, and the position of the frame that carried it where that is another. */
export interface PlacedStep {
  readonly step: TraceStep;
  readonly frame?: number;
}

/** Turns the events of one trace, in order, into what a report shows of them. */
export class Steps {
  readonly #redactor: Redactor;
  readonly #bytes = new Bytes();
  /** A frame whose message is to come next. */
  #carrier: { readonly frame: FrameEvent; readonly raw: Buffer | undefined } | undefined;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  take(event: TraceEvent): PlacedStep | undefined {
    switch (event.kind) {
      case "head":
        return undefined;
      case "chunk":
        // Neither is cut into frames.
        if (event.stream === "stderr" || event.stream === "socket")
          return this.#step(event, "bytes", event.stream, show(event.bytes, event.bytes.length, this.#redactor));
        this.#bytes.push(event);
        return undefined;
      case "frame":
        return this.#frame(event);
      case "message": {
        const carrier = this.#carrier?.frame.seq === event.frame ? this.#carrier : undefined;
        this.#carrier = undefined;
        const raw = carrier?.raw;
        const [start, end] = carrier?.frame.range ?? [0, 0];
        const bytes = raw ?? Buffer.from(event.message.text);
        const shown = show(bytes, raw === undefined ? bytes.length : end - start, this.#redactor);
        return {
          ...this.#step(event, "message", messageLabel(event.message), shown, event.defect),
          ...(event.frame === undefined ? {} : { frame: event.frame }),
        };
      }
      case "http":
        return this.#http(event);
      case "process":
        return this.#step(event, "process", processLabel(event));
      case "app": {
        const bytes = Buffer.from(event.text);
        return this.#step(event, "app", "printed", show(bytes, bytes.length, this.#redactor));
      }
      case "intent":
        // Where a scenario or the trace ends tells nothing of a finding.
        if (event.intent === "scenario-end" || (event.intent === "close" && event.from === "harness")) return undefined;
        return this.#step(event, "intent", intentLabel(event));
    }
  }

  #frame(event: FrameEvent): PlacedStep | undefined {
    const raw = this.#bytes.claim(event);
    const { sse, text, range } = event;
    const carries = text === undefined && (sse === undefined || (!!sse.data && (sse.event ?? "message") === "message"));
    this.#carrier = carries ? { frame: event, raw } : undefined;
    if (carries) return undefined;
    const bytes = raw ?? Buffer.from(text ?? sse?.data ?? sse?.comment ?? "");
    const label = event.framing === "sse" ? sseLabel(sse) : `a ${event.framing} that is no message`;
    return this.#step(event, "bytes", label, show(bytes, range[1] - range[0], this.#redactor));
  }

  #http(event: HttpEvent): PlacedStep | undefined {
    if (event.phase === "end") {
      if (event.how === "complete") return undefined;
      return this.#step(event, "http", `${event.how}${event.note === undefined ? "" : ` (${event.note})`}`);
    }
    const line =
      event.phase === "request"
        ? `${event.method} ${event.target} HTTP/1.1`
        : `HTTP/1.1 ${event.status} ${event.reason}`;
    const fields = this.#redactor.headers(event.headers).map(([name, value]) => `${name}: ${value}`);
    const head = [this.#redactor.text(line), ...fields].join("\n");
    const label =
      event.phase === "request" ? `${event.method} ${event.target}` : `HTTP ${event.status} ${event.reason}`;
    return this.#step(
      event,
      "http",
      label.trim(),
      { head: shorten(head, HEAD) },
      event.phase === "request" ? event.defect : undefined,
    );
  }

  #step(
    event: TraceEvent,
    kind: TraceStep["kind"],
    label: string,
    shown: Pick<TraceStep, "text" | "base64" | "cut" | "head"> = {},
    defect?: string,
  ): PlacedStep {
    const { seq, t, from, channel, process, exchange, stream, scenario } = event;
    return {
      step: {
        seq,
        t: Math.max(0, Math.round(t * 100) / 100),
        from,
        kind,
        label: shorten(this.#redactor.text(label), LABEL),
        ...(channel === undefined ? {} : { channel }),
        ...(process === undefined ? {} : { process }),
        ...(exchange === undefined ? {} : { exchange }),
        ...(stream === undefined ? {} : { stream }),
        ...(scenario === undefined ? {} : { scenario }),
        ...(defect === undefined ? {} : { defect }),
        ...shown,
      },
    };
  }
}

function messageLabel({ kind, method, rawId, error, members, problem }: WireMessage): string {
  const id = rawId === undefined ? "" : `, id ${rawId}`;
  if (kind === "batch") return `batch of ${members.length}`;
  if (kind === "error") return `error ${error?.code}${id}`;
  if (kind === "result") return `result${id}`;
  if (kind === "invalid") return `no valid message: ${problem}`;
  return `${method}${id}`;
}

function sseLabel(sse: FrameEvent["sse"]): string {
  if (sse?.comment !== undefined && sse.data === undefined) return "a comment on the stream";
  return sse?.event === undefined ? "an event without a message" : `event: ${sse.event}`;
}

function processLabel({ phase, command, signal, code, note }: ProcessEvent): string {
  if (phase === "spawn") return `started: ${command?.join(" ") ?? ""}`;
  if (phase === "stdin-end") return "its input ends";
  if (phase === "signal") return `sent ${signal}`;
  if (phase === "error") return `error: ${note ?? ""}`;
  return signal === undefined ? `ended with status ${code}` : `ended by ${signal}`;
}

function intentLabel({ intent, what }: IntentEvent): string {
  if (intent === "scenario-begin") return `begins: ${what}`;
  if (intent === "defect") return `on purpose: ${what}`;
  if (intent === "cancel-by-disconnect") return `cancels by closing the connection: ${what}`;
  return what;
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  // A slice would keep the whole text in memory; a copy does not.
  return `${Buffer.from(text.slice(0, length)).toString()}… (${text.length} characters)`;
}
