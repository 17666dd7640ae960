import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { RawHeaders } from "../../trace/events.ts";
import { fromRawList } from "../../wire/headers.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { Behaviours } from "../create-seams.ts";
import type { ExchangeTap } from "../record/recording.ts";

/** The answer to one HTTP request; its head passes the seam. */
export class Reply {
  readonly #behaviours: Behaviours;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #tap: ExchangeTap | undefined;
  /** The JSON-RPC message of the request, once it was read. */
  message: JsonObject | undefined;

  constructor(behaviours: Behaviours, request: IncomingMessage, response: ServerResponse, tap?: ExchangeTap) {
    this.#behaviours = behaviours;
    this.#request = request;
    this.#response = response;
    this.#tap = tap;
    response.on("error", () => {});
    response.once("close", () => tap?.end(response.writableEnded ? "complete" : "aborted-by-target"));
  }

  get begun(): boolean {
    return this.#response.headersSent;
  }

  /** Calls back when the connection is gone or the answer complete. */
  onClose(run: () => void): void {
    this.#response.once("close", run);
  }

  /** The whole answer at once. */
  whole(status: number, headers: RawHeaders, body: string | undefined, because: string): void {
    if (this.begun) return;
    const sent = this.#head(status, headers, body, because);
    if (sent !== undefined) this.#tap?.write(Buffer.from(sent));
    this.#response.end(sent);
    this.#tap?.end("complete");
  }

  /** Begins a stream. */
  stream(headers: RawHeaders, because: string): void {
    this.#head(200, headers, undefined, because);
    this.#response.flushHeaders();
  }

  write(bytes: Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#tap?.write(bytes);
    this.#response.write(bytes);
  }

  end(): void {
    this.#response.end();
    this.#tap?.end("complete");
  }

  #head(status: number, fields: RawHeaders, body: string | undefined, because: string): string | undefined {
    const context = {
      method: this.#request.method ?? "",
      headers: fromRawList(this.#request.rawHeaders),
      message: this.message,
      because,
    };
    const head = this.#behaviours.head({ status, headers: fields, body }, context);
    const length: RawHeaders =
      because === "stream" || head.status === 204
        ? []
        : [["Content-Length", String(Buffer.byteLength(head.body ?? ""))]];
    const headers: RawHeaders = [...head.headers, ...length];
    this.#tap?.head(head.status, STATUS_CODES[head.status] ?? "", headers);
    this.#response.writeHead(head.status, headers.flat());
    return head.body;
  }
}
