import { closeSync, createReadStream, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Line, LineReader } from "../wire/ndjson.ts";
import { decodeEvent, encodeEvent, requireHead } from "./encoding.ts";
import type { TraceEvent } from "./events.ts";
import { Redactor } from "./secrets.ts";

const WRITE_AT = 64 * 1024;
const LONGEST_LINE = 256 * 1024 * 1024;

/** Writes a trace as JSON Lines, one event a line. */
export interface TraceWriter {
  /** Takes events in order, the head first. Never throws. */
  readonly listener: (event: TraceEvent) => void;
  /** Settles when all is on disk. Throws: the file could not be written. */
  close(): Promise<void>;
}

/**
 * Opens a trace file, its directory too; hand it the recorder's head, then let it listen. Credentials and cookies in HTTP
 * heads are replaced by tags, and `secrets` wherever they occur.
 */
export function traceWriter(path: string, options: { readonly secrets?: readonly string[] } = {}): TraceWriter {
  const redactor = new Redactor(options.secrets ?? []);
  let file: number | undefined;
  let waiting: string[] = [];
  let waitingLength = 0;
  let failure: unknown;

  const attempt = (run: () => void) => {
    if (failure !== undefined) return;
    try {
      run();
    } catch (error) {
      failure = error;
    }
  };
  // Written at once, so that a slow disk slows the run down in place of filling the memory.
  const flush = () => {
    if (file !== undefined) writeFileSync(file, waiting.join(""));
    waiting = [];
    waitingLength = 0;
  };

  attempt(() => {
    mkdirSync(dirname(path), { recursive: true });
    file = openSync(path, "w");
  });
  return {
    listener: (event) =>
      attempt(() => {
        const line = `${encodeEvent(event, redactor)}\n`;
        waiting.push(line);
        waitingLength += line.length;
        if (waitingLength >= WRITE_AT) flush();
      }),
    async close() {
      attempt(flush);
      const opened = file;
      file = undefined;
      if (opened !== undefined) attempt(() => closeSync(opened));
      if (failure !== undefined)
        throw new Error(`The trace could not be written to ${path}: ${String(failure)}`, { cause: failure });
    },
  };
}

/** Reads a trace file event by event. Throws: the file is foreign or truncated, with the line and what was expected. */
export async function* readTrace(path: string): AsyncGenerator<TraceEvent> {
  let number = 0;
  const read = (line: Line) => {
    number++;
    try {
      if (line.defect && line.defect !== "bom")
        throw new Error(line.defect === "utf8" ? "expected UTF-8" : "longer than a trace's line can be");
      const event = decodeEvent(line.text);
      if (number === 1) requireHead(event);
      return event;
    } catch (error) {
      const cut =
        line.terminator === "" && number > 1 ? "the file ends inside an event, so its writer was cut off: " : "";
      throw new Error(`line ${number}: ${cut}${(error as Error).message}`, { cause: error });
    }
  };
  const reader = new LineReader({ capBytes: LONGEST_LINE });
  for await (const chunk of createReadStream(path)) {
    for (const line of reader.push(chunk as Buffer)) yield read(line);
  }
  for (const line of reader.end()) yield read(line);
}
