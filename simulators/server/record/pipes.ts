import { Transform } from "node:stream";
import type { ServerProcess } from "../../client/connection.ts";
import { readMessage } from "../../wire/message.ts";
import { type Line, LineReader } from "../../wire/ndjson.ts";
import { defectOf, type Recording } from "./recording.ts";

const CAP = 64 * 1024 * 1024;

/** The same process, with all that passes its pipes recorded: the client's bytes as the target's, its own as the peer's. */
export function recordPipes(process: ServerProcess, recording: Recording): ServerProcess {
  const { recorder } = recording;
  const { name } = process;
  const place = { process: name, channel: name } as const;
  recorder.record({ kind: "process", phase: "spawn", from: "target", ...place, command: process.command });

  const line = (from: "target" | "peer", stream: "stdin" | "stdout", found: Line) => {
    const blank = found.text.trim() === "" && found.defect === undefined;
    const base = { from, ...place, stream } as const;
    const { seq } = recorder.record({
      kind: "frame",
      ...base,
      framing: "line",
      range: [found.start, found.end],
      terminator: found.terminator,
      ...(found.defect === undefined ? {} : { defect: found.defect }),
      ...(blank ? { text: found.text } : {}),
    });
    if (blank) return;
    const message = readMessage(
      found.text,
      found.defect === undefined || found.defect === "bom" ? {} : { defect: found.defect },
    );
    const defect = from === "peer" ? defectOf(recording, message) : undefined;
    const wrong = defect === undefined ? {} : { defect };
    recorder.record({ kind: "message", ...base, message, frame: seq, ...wrong });
  };

  const tap = (from: "target" | "peer", stream: "stdin" | "stdout") => {
    const lines = new LineReader({ capBytes: CAP });
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        recorder.record({ kind: "chunk", from, ...place, stream, bytes: chunk });
        for (const found of lines.push(chunk)) line(from, stream, found);
        done(null, chunk);
      },
      flush: (done) => {
        for (const found of lines.end()) line(from, stream, found);
        if (from === "target") recorder.record({ kind: "process", phase: "stdin-end", from, ...place });
        done();
      },
    });
  };

  const stdin = tap("target", "stdin");
  stdin.on("error", () => {});
  stdin.pipe(process.stdin);
  const stdout = tap("peer", "stdout");
  process.stdout.pipe(stdout);
  return {
    ...process,
    stdin,
    stdout,
    exited: process.exited.then((how) => {
      const { code, signal } = how;
      recorder.record({
        kind: "process",
        phase: "exit",
        from: "peer",
        ...place,
        code,
        ...(signal === null ? {} : { signal }),
      });
      return how;
    }),
    signal: (signal) => {
      recorder.record({ kind: "process", phase: "signal", from: "target", ...place, signal });
      process.signal(signal);
    },
  };
}
