import type { IncomingMessage } from "node:http";
import type { Recorder } from "../../trace/events.ts";
import { fromRawList, headerOf } from "../../wire/headers.ts";
import type { WireMessage } from "../../wire/jsonrpc.ts";
import { readMessage } from "../../wire/message.ts";
import { HttpChannels } from "./channels.ts";
import { ExchangeRecord } from "./exchange.ts";

/** What is recorded of a client, and how. */
export interface Recording {
  readonly recorder: Recorder;
  /** What the simulated server does wrong on purpose, where it does. */
  readonly defect?: string;
  /** What is wrong on purpose with single results, by their JSON text. */
  readonly marked?: ReadonlyMap<string, string>;
}

/** What is wrong on purpose with a message of the simulated server's. */
export function defectOf({ defect, marked }: Recording, message: WireMessage): string | undefined {
  return defect ?? (marked?.size ? marked.get(JSON.stringify(message.result)) : undefined);
}

/** Records what a client says over HTTP, exchange by exchange. */
export class HttpRecording {
  readonly #recording: Recording;
  readonly #channels = new HttpChannels();
  #exchanges = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Begins an exchange whose request has come in whole. */
  exchange(request: IncomingMessage, body: Buffer, options: { readonly opensStream: boolean }): ExchangeTap {
    this.#exchanges += 1;
    const headers = fromRawList(request.rawHeaders);
    const target = request.url ?? "/";
    const message = body.length === 0 ? undefined : readMessage(body.toString("utf8"));
    const channels = this.#channels;
    const channel = options.opensStream ? channels.stream() : channels.of(target, headers, message);
    const record = new ExchangeRecord({
      recorder: this.#recording.recorder,
      defectOf: (sent) => defectOf(this.#recording, sent),
      place: { exchange: `x${this.#exchanges}`, channel },
      method: request.method ?? "",
      target,
      headers,
      onEvent: ({ event, data }) => {
        if (event !== "endpoint" || data === undefined) return;
        const session = new URL(data, "http://localhost").searchParams.get("session");
        if (session !== null) channels.issued(session, channel);
      },
    });
    record.body(body);
    return {
      head: (status, reason, answered) => {
        const id = headerOf(answered, "mcp-session-id");
        if (id !== undefined) channels.issued(id, channel);
        record.head(status, reason, answered);
      },
      write: (bytes) => record.write(bytes),
      end: (how) => record.end(how),
    };
  }
}

/** Told of what is answered in one exchange. */
export type ExchangeTap = Pick<ExchangeRecord, "head" | "write" | "end">;
