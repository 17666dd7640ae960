import type { SeenMessage, Signal } from "../../../simulators/trace/context.ts";
import type { MonitorTools } from "../../kit/monitor.ts";
import { isObject } from "../jsonrpc/messages.ts";

/** Lines on stdout that are no messages, one after the other. */
export interface Strays {
  readonly lines: readonly SeenMessage[];
  /** There were more of them than are held. */
  readonly more: number;
  /** Put together they are one JSON text: a message with raw line feeds in it. */
  readonly joined: boolean;
}

const HELD_LINES = 2_000;
const HELD_BYTES = 4 * 1024 * 1024;

/**
 * Listens to stdout line by line: to messages, and to runs of lines that are none. What goes wrong within a message, or
 * in its bytes, is left to others. Malformed input excuses nothing here, so what it provokes is heard too.
 */
export function onLines(
  m: MonitorTools,
  listeners: { readonly message?: (seen: SeenMessage) => void; readonly strays?: (strays: Strays) => void },
): void {
  let held: SeenMessage[] = [];
  let bytes = 0;
  let more = 0;
  const flush = () => {
    if (held.length === 0) return;
    const strays = { lines: held, more, joined: joins(held.map(({ message }) => message.text)) };
    held = [];
    bytes = 0;
    more = 0;
    listeners.strays?.(strays);
  };
  const message = ({ seen }: Pick<Signal<"response">, "seen">) => {
    if (seen.from !== "target") return;
    flush();
    listeners.message?.(seen);
  };
  const invalid = (signal: Signal<"invalid">) => {
    const { seen } = signal;
    const { layer, value, text } = seen.message;
    if (seen.from !== "target" || layer === "bytes") return;
    if (layer === "envelope" && (isObject(value) ? meansJsonRpc(value) : Array.isArray(value))) return message(signal);
    if (held.length === HELD_LINES || bytes + text.length > HELD_BYTES) more += 1;
    else {
      held.push(seen);
      bytes += text.length;
    }
  };
  for (const name of ["request", "response", "notification", "batch"] as const) m.on(name, message, { defects: true });
  m.on("invalid", invalid, { defects: true });
  m.on("end", flush, { defects: true });
}

function meansJsonRpc(value: object): boolean {
  return "jsonrpc" in value || ("id" in value && ("method" in value || "result" in value || "error" in value));
}

/** Where a message may end, among lines put together. */
const ENDS = 100;

/** Whether some of these lines make one message: line feeds between its members, or raw ones within a string. */
function joins(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => /^\s*[{[]/.test(line));
  if (first === -1) return false;
  const rest = lines.slice(first);
  const ends = rest.flatMap((line, index) => (index > 0 && /[}\]]\s*$/.test(line) ? [index + 1] : [])).slice(0, ENDS);
  return ends.some((end) => {
    const message = rest.slice(0, end);
    return isMessage(message.join("\n")) || isMessage(message.join("\\n"));
  });
}

function isMessage(text: string): boolean {
  try {
    return meansJsonRpc(Object(JSON.parse(text)));
  } catch {
    return false;
  }
}
