import type { Readable, Writable } from "node:stream";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import { readMessage } from "../wire/message.ts";
import { LineReader } from "../wire/ndjson.ts";
import { outgoing } from "./call.ts";
import { createChannel, type Outlet } from "./channel.ts";
import type { Admission, Endpoint } from "./endpoint.ts";
import type { Outgoing } from "./seams.ts";
import { serialise } from "./serialise.ts";

export interface StdioOptions {
  readonly endpoint: Endpoint;
  readonly input: Readable;
  readonly output: Writable;
  readonly error: Writable;
  /** Name of its one channel. */
  readonly channel: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface StdioHost {
  /** Settles when the server has ended; its streams stay the caller's to end. */
  readonly exited: Promise<Exit>;
  signal(name: "SIGTERM" | "SIGINT" | "SIGKILL"): void;
}

const LINE_CAP = 64 * 1024 * 1024;
/** Turns of the event loop in which what was read before the end of input may still be answered. */
const LAST_TURNS = 20;

/** Serves the newline-delimited transport on a pair of byte streams, as a process does on its pipes. */
export function hostStdio({ endpoint, input, output, error, channel: name }: StdioOptions): StdioHost {
  const { behaviours } = endpoint;
  const { process: policy } = behaviours;
  const lines = new LineReader({ capBytes: LINE_CAP });
  let exit: (how: Exit) => void = () => {};
  const exited = new Promise<Exit>((resolve) => {
    exit = resolve;
  });
  const pending = new Set<Promise<void>>();
  let over = false;
  let requests = 0;

  const outlet: Outlet = { send: (message, context) => write(behaviours.message(message, context), context) };
  const channel = createChannel(name, "stdio", outlet);

  if (policy.banner !== "") output.write(policy.banner);
  input.on("data", (chunk: Buffer) => {
    if (policy.chunkIsMessage) receive(chunk.toString("utf8"), undefined);
    else for (const line of over ? [] : lines.push(policy.reads(chunk))) receive(line.text, line.defect);
  });
  input.on("end", () => {
    for (const line of over ? [] : lines.end()) receive(line.text, line.defect);
    if (!policy.exitsAtEndOfInput) return;
    const go = () => void leave({ code: policy.exitCode, signal: null });
    if (policy.lingersMs > 0) endpoint.facts.clock.after(policy.lingersMs, go);
    else go();
  });
  input.on("error", () => {});

  function receive(text: string, defect: "utf8" | "bom" | "oversize" | undefined): void {
    if (over || text.trim() === "") return;
    const message = readMessage(text, defect === undefined || defect === "bom" ? {} : { defect });
    const admission = endpoint.admit(message, channel);
    if (message.kind === "invalid" && policy.diesOnMalformed) {
      end({ code: 1, signal: null });
      return;
    }
    if (admission.kind === "refused") {
      const facts = {
        method: message.method ?? "",
        id: admission.error.id ?? null,
        params: message.params ?? {},
        rawId: message.rawId,
      };
      reply(admission.error, {
        channel: name,
        request: message.method === undefined ? undefined : facts,
        kind: "response",
        transport: "stdio",
      });
    } else follow(serve(admission));
  }

  async function serve(admission: Admission): Promise<void> {
    if (admission.kind === "request") {
      requests += 1;
      if (policy.crashAfter > 0 && requests > policy.crashAfter) return end({ code: 1, signal: null });
      const { response } = await endpoint.run(admission.request, outlet);
      if (response) reply(response, { ...outgoing(admission.request), kind: "response" });
    }
    if (admission.kind === "batch") {
      const answers = endpoint.rules.batchAnswer(await endpoint.runAll(admission.members, outlet));
      const context: Outgoing = {
        channel: name,
        request: undefined,
        kind: "response",
        revision: channel.revision,
        transport: "stdio",
      };
      if (answers) write([answers.flatMap((answer) => behaviours.message(answer, context))], context);
    }
  }

  function follow(work: Promise<void>): void {
    const done = work.finally(() => pending.delete(done));
    pending.add(done);
  }

  function reply(response: JsonObject, context: Outgoing): void {
    if (policy.chatter !== "" && !over) error.write(policy.chatter);
    outlet.send(response, context);
  }

  function write(messages: readonly JsonValue[], context: Outgoing): void {
    for (const message of messages) {
      const bytes = Buffer.from(`${serialise(message, context)}\n`);
      const astray = context.kind === "response" && policy.answersOnStderr.includes(context.request?.method ?? "");
      for (const piece of over ? [] : behaviours.line(bytes, context)) (astray ? error : output).write(piece);
    }
  }

  /** The polite way out: what can be answered at once is, subscriptions are closed, the rest is given up. */
  async function leave(how: Exit): Promise<void> {
    for (let turn = 0; turn < LAST_TURNS && pending.size > 0; turn++) await nextTurn();
    endpoint.shutDown();
    await nextTurn();
    if (policy.farewell !== "" && !over) output.write(policy.farewell);
    end(how);
  }

  function end(how: Exit): void {
    over = true;
    endpoint.close(channel);
    endpoint.shutDown();
    exit(how);
  }

  return {
    exited,
    signal: (signal) => {
      if (signal === "SIGKILL") end({ code: null, signal });
      else if (policy.exitsAtSigterm) void leave({ code: null, signal });
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
