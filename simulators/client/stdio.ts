import { within } from "../clock/clock.ts";
import { readMessage } from "../wire/message.ts";
import { type Line, LineReader } from "../wire/ndjson.ts";
import type { Channel } from "./channel.ts";
import type { ServerProcess } from "./connection.ts";
import { editedInput, type WireEdits } from "./edits.ts";
import type { Sent, StdioWire } from "./peer.ts";
import { Tail } from "./recent.ts";
import { pipeLine, SentRecord } from "./sent.ts";
import { Stdin } from "./stdin.ts";
import type { Outgoing, Transmission, Transport } from "./transport.ts";

/** Output that is kept as text for evidence. */
const KEPT = 1024 * 1024;

type Exit = { readonly code: number | null; readonly signal: string | null };

/** Lines on the pipes of one process. */
export class StdioTransport implements Transport {
  readonly name = "stdio";
  readonly sharedStream = true;
  readonly gone: Promise<void>;
  /** The lines of the handshake, for who wants to send something again by hand. */
  readonly handshake: string[] = [];
  readonly #channel: Channel;
  readonly #process: ServerProcess;
  readonly #stdin: Stdin;
  readonly #lines: LineReader;
  readonly #stdout = new Tail(KEPT);
  readonly #stderr = new Tail(KEPT);
  readonly #exit: Promise<Exit>;
  #exited = false;
  #cut = false;
  #askedToEnd: number | undefined;

  constructor(channel: Channel, process: ServerProcess, edits?: WireEdits) {
    this.#channel = channel;
    this.#process = process;
    this.#lines = new LineReader({ capBytes: channel.caps.lineBytes });
    const { recorder } = channel;
    recorder.record({
      kind: "process",
      phase: "spawn",
      from: "harness",
      ...channel.place(undefined),
      command: process.command,
      ...(process.pid === undefined ? {} : { pid: process.pid }),
    });
    this.#stdin = new Stdin(channel, edits === undefined ? process.stdin : editedInput(process.stdin, edits));
    process.stdout.on("data", (bytes: Buffer) => this.#output(bytes));
    process.stdout.on("end", () => this.#outputEnded());
    process.stdout.on("error", () => this.#outputEnded());
    process.stderr.on("data", (bytes: Buffer) => {
      this.#stderr.push(bytes);
      recorder.record({ kind: "chunk", from: "target", ...channel.place(undefined), stream: "stderr", bytes });
    });
    process.stderr.on("error", () => {});
    this.#exit = process.exited.then(({ code, signal, error }) => {
      this.#exited = true;
      this.#outputEnded();
      if (error !== undefined)
        recorder.record({ kind: "process", phase: "error", from: "harness", ...channel.place(undefined), note: error });
      recorder.record({
        kind: "process",
        phase: "exit",
        from: "target",
        ...channel.place(undefined),
        code,
        ...(signal === null ? {} : { signal }),
      });
      channel.close(`the process has ended (${signal ?? `exit status ${code}`})`);
      return { code, signal };
    });
    this.gone = this.#exit.then(() => {});
  }

  ready(): undefined {
    return undefined;
  }

  send(outgoing: Outgoing): Transmission {
    const { text, message, scenario, defect } = outgoing;
    if (!this.#stdin.open) {
      const note = this.#channel.closed ?? this.#stdin.broken ?? "the target's stdin is closed";
      return {
        sent: this.#sent(text),
        taken: Promise.resolve(),
        exchange: undefined,
        failure: { why: "closed", note },
      };
    }
    const taken = this.#stdin.line(text, message, { scenario, defect });
    return { sent: this.#sent(text), taken, exchange: undefined, failure: undefined };
  }

  async close(): Promise<void> {
    this.#endInput(undefined);
    await within(this.#channel.clock, this.#channel.patience.exitMs, this.#exit, undefined);
  }

  async destroy(): Promise<void> {
    if (!this.#exited) this.#signal("SIGKILL", undefined);
    this.#channel.close("the connection was destroyed");
    await within(this.#channel.clock, this.#channel.patience.exitMs, this.#exit, undefined);
  }

  /** The wire beneath the verbs, on behalf of a scenario. */
  wire(scenario: string | undefined): StdioWire {
    const output = () => this.#stdout.toString();
    const errors = () => this.#stderr.toString();
    return {
      write: async (data, { defect }) => {
        const bytes = Buffer.from(data as string);
        if (defect !== undefined) {
          this.#channel.recorder.record({
            kind: "intent",
            from: "peer",
            ...this.#channel.place(scenario),
            intent: "defect",
            what: defect,
          });
        }
        if (this.#stdin.open) {
          const { clock, patience } = this.#channel;
          await within(clock, patience.answerMs, this.#stdin.bytes(bytes, { scenario, defect }), undefined);
        }
        return this.#sent(bytes);
      },
      endInput: () => this.#endInput(scenario),
      signal: (name) => this.#signal(name, scenario),
      exited: async (options = {}) => {
        const { clock, patience } = this.#channel;
        const since = this.#askedToEnd ?? clock.now();
        const exit = await within(clock, options.deadlineMs ?? patience.exitMs, this.#exit, undefined);
        return exit && { ...exit, ms: clock.now() - since };
      },
      get stdout() {
        return output();
      },
      get stderr() {
        return errors();
      },
    };
  }

  #sent(text: string | Buffer): Sent {
    const reproduce = (shown: string) => pipeLine([...this.handshake, shown], this.#process.command);
    return new SentRecord({ seq: this.#stdin.lastSeq, text, reproduce });
  }

  #endInput(scenario: string | undefined): void {
    if (!this.#stdin.open) return;
    this.#askedToEnd = this.#channel.clock.now();
    this.#channel.recorder.record({
      kind: "process",
      phase: "stdin-end",
      from: "peer",
      ...this.#channel.place(scenario),
    });
    this.#stdin.end();
  }

  #signal(signal: "SIGTERM" | "SIGINT" | "SIGKILL", scenario: string | undefined): void {
    if (this.#exited) return;
    this.#askedToEnd = this.#channel.clock.now();
    this.#channel.recorder.record({
      kind: "process",
      phase: "signal",
      from: "harness",
      ...this.#channel.place(scenario),
      signal,
    });
    this.#process.signal(signal);
  }

  #output(bytes: Buffer): void {
    if (this.#cut) return;
    this.#stdout.push(bytes);
    const { recorder, flood } = this.#channel;
    flood.came({ bytes: bytes.length });
    recorder.record({ kind: "chunk", from: "target", ...this.#channel.place(undefined), stream: "stdout", bytes });
    for (const line of this.#lines.push(bytes)) {
      flood.came({ frames: 1 });
      if (flood.over !== undefined) break;
      this.#line(line);
    }
    if (flood.over !== undefined) this.#cutOff(flood.over);
  }

  /** Nothing more is read, and who floods is ended: it would only wait for room in its pipe. */
  #cutOff(why: string): void {
    this.#cut = true;
    this.#signal("SIGKILL", undefined);
    this.#channel.leaveUnread(why);
    this.#channel.close(why);
    this.#process.stdout.destroy();
  }

  #outputEnded(): void {
    if (!this.#cut) for (const line of this.#lines.end()) this.#line(line);
    this.#channel.close("the target closed its stdout");
  }

  #line(line: Line): void {
    const { text, start, end, terminator, defect } = line;
    const blank = text.trim() === "" && defect === undefined;
    const message = blank ? undefined : readMessage(text, defect === undefined ? {} : { defect });
    const place = {
      from: "target",
      ...this.#channel.place(message && this.#channel.scenarioOf(message)),
      stream: "stdout",
    } as const;
    const frame = this.#channel.recorder.record({
      kind: "frame",
      ...place,
      framing: "line",
      range: [start, end],
      terminator,
      ...(defect === undefined ? {} : { defect }),
      ...(blank ? { text } : {}),
    });
    if (!message) return;
    this.#channel.take(this.#channel.recorder.record({ kind: "message", ...place, message, frame: frame.seq }), {
      shared: true,
    });
  }
}
