import { isUtf8 } from "node:buffer";
import type { WireMessage } from "../wire/jsonrpc.ts";
import { readMessage } from "../wire/message.ts";
import type { TraceEvent } from "./events.ts";
import type { Redactor } from "./secrets.ts";

const KINDS = new Set<unknown>(["head", "chunk", "frame", "message", "http", "process", "app", "intent"]);
const SOURCES = new Set<unknown>(["peer", "target", "harness", "app"]);
const FORMAT = 1;

/** How a message is stored: its text, all else is read from it again; and why, if its bytes could not be read. */
interface StoredMessage {
  readonly text: string;
  readonly unreadable?: string;
}

/** One event as a line of JSON, without its terminator. */
export function encodeEvent(event: TraceEvent, redactor: Redactor): string {
  if (event.kind === "chunk") {
    const { bytes, ...rest } = event;
    const stream = [event.process, event.channel, event.exchange, event.stream, event.from].join(" ");
    const clean = redactor.bytes(stream, bytes);
    return JSON.stringify({
      ...rest,
      ...(isUtf8(clean) ? { text: clean.toString("utf8") } : { base64: clean.toString("base64") }),
    });
  }
  if (event.kind === "message") {
    const { text, layer, problem } = event.message;
    const message: StoredMessage = layer === "bytes" ? { text, unreadable: problem ?? "" } : { text };
    return JSON.stringify(redactor.deep({ ...event, message }));
  }
  if (event.kind === "http" && event.phase !== "end") {
    const headers = redactor.headers(event.headers);
    return JSON.stringify(redactor.deep({ ...event, headers }));
  }
  return JSON.stringify(redactor.deep(event));
}

/** The event that a line holds. Throws: the line is none, and what was expected. */
export function decodeEvent(line: string): TraceEvent {
  let stored: { readonly [name: string]: unknown };
  try {
    stored = JSON.parse(line) as typeof stored;
  } catch (error) {
    throw new Error(`expected one JSON object, got ${excerpt(line)} (${(error as Error).message})`);
  }
  if (typeof stored !== "object" || stored === null || !KINDS.has(stored.kind)) {
    throw new Error(`expected a trace event with a known "kind", got ${excerpt(line)}`);
  }
  if (!Number.isInteger(stored.seq) || typeof stored.t !== "number" || !SOURCES.has(stored.from)) {
    throw new Error(`expected "seq", "t" and "from" of a trace event, got ${excerpt(line)}`);
  }
  if (stored.kind === "chunk") {
    const { text, base64, ...rest } = stored;
    const bytes = typeof base64 === "string" ? Buffer.from(base64, "base64") : Buffer.from(String(text ?? ""), "utf8");
    return { ...rest, bytes } as unknown as TraceEvent;
  }
  if (stored.kind === "message") {
    const message = stored.message as StoredMessage | undefined;
    if (typeof message?.text !== "string") throw new Error(`expected "message" with its "text", got ${excerpt(line)}`);
    return { ...stored, message: decodeMessage(message) } as unknown as TraceEvent;
  }
  return stored as unknown as TraceEvent;
}

/** Makes sure that an event can begin a trace. Throws: it cannot, and what was expected. */
export function requireHead(event: TraceEvent): void {
  if (event.kind !== "head")
    throw new Error(`expected the head of a trace ("kind": "head"), got "kind": "${event.kind}"`);
  if (event.format !== FORMAT)
    throw new Error(`expected trace format ${FORMAT}, got ${event.format}; read it with the version that wrote it`);
}

function decodeMessage({ text, unreadable }: StoredMessage): WireMessage {
  return unreadable === undefined
    ? readMessage(text)
    : { ...readMessage(text, { defect: "utf8" }), problem: unreadable };
}

function excerpt(line: string): string {
  return line.length > 80 ? `${JSON.stringify(line.slice(0, 80))}...` : JSON.stringify(line);
}
