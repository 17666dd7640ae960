import { Transform, type Writable } from "node:stream";
import type { RawHeaders } from "../trace/events.ts";
import type { JsonValue } from "../wire/json.ts";
import { readMessage } from "../wire/message.ts";
import type { Outgoing, Transmission, Transport } from "./transport.ts";

/** One HTTP request about to leave. */
export interface RequestHead {
  readonly method: string;
  readonly headers: RawHeaders;
  readonly body: string | Buffer | undefined;
}

/** Changes what leaves a simulated client, so that it can deviate in the one way that is wanted. */
export interface WireEdits {
  /** `[]` drops a message; several are sent one after the other. */
  message(message: JsonValue): readonly JsonValue[];
  /** stdio: the bytes of a line, terminator included; several are written apart. */
  line(bytes: Buffer): readonly Buffer[];
  /** HTTP: method, headers and body. */
  request(request: RequestHead): RequestHead;
  /** HTTP: how long a stream that broke off is left before it is taken up again, ms. */
  resumeMs?(wantedMs: number): number;
}

/** The same transport, its messages edited. What is dropped is never answered. */
export function editedTransport(transport: Transport, edits: WireEdits): Transport {
  const send = (outgoing: Outgoing): Transmission => {
    const { value } = outgoing.message;
    if (value === undefined) return transport.send(outgoing);
    const sent = edits.message(value).map((edited) => {
      if (edited === value) return transport.send(outgoing);
      const text = JSON.stringify(edited);
      return transport.send({ ...outgoing, text, message: readMessage(text) });
    });
    return sent[0] ?? dropped();
  };
  return {
    name: transport.name,
    sharedStream: transport.sharedStream,
    ready: () => transport.ready(),
    send,
    ...(transport.resume === undefined ? {} : { resume: (round) => transport.resume!(round) }),
    close: () => transport.close(),
    destroy: () => transport.destroy(),
    gone: transport.gone,
  };
}

/** The same input, its lines edited. */
export function editedInput(stdin: Writable, edits: WireEdits): Writable {
  const input = new Transform({
    transform(line: Buffer, _encoding, done) {
      for (const piece of edits.line(line)) this.push(piece);
      done();
    },
  });
  input.on("error", () => {});
  input.pipe(stdin);
  return input;
}

function dropped(): Transmission {
  return {
    sent: { seq: 0, text: "", reproduce: "" },
    taken: Promise.resolve(),
    exchange: undefined,
    failure: undefined,
  };
}
