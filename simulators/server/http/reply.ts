import type { IncomingMessage, ServerResponse } from "node:http";
import type { RawHeaders } from "../../trace/events.ts";
import { fromRawList } from "../../wire/headers.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { Behaviours } from "../create-seams.ts";

/** The answer to one HTTP request; its head passes the seam. */
export class Reply {
  readonly #behaviours: Behaviours;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  /** The JSON-RPC message of the request, once it was read. */
  message: JsonObject | undefined;

  constructor(behaviours: Behaviours, request: IncomingMessage, response: ServerResponse) {
    this.#behaviours = behaviours;
    this.#request = request;
    this.#response = response;
    response.on("error", () => {});
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
    this.#response.end(sent);
  }

  /** Begins a stream. */
  stream(headers: RawHeaders, because: string): void {
    this.#head(200, headers, undefined, because);
    this.#response.flushHeaders();
  }

  write(bytes: Buffer): void {
    if (!this.#response.writableEnded && !this.#response.destroyed) this.#response.write(bytes);
  }

  end(): void {
    this.#response.end();
  }

  #head(status: number, headers: RawHeaders, body: string | undefined, because: string): string | undefined {
    const context = {
      method: this.#request.method ?? "",
      headers: fromRawList(this.#request.rawHeaders),
      message: this.message,
      because,
    };
    const head = this.#behaviours.head({ status, headers, body }, context);
    const length: RawHeaders =
      because === "stream" || head.status === 204
        ? []
        : [["Content-Length", String(Buffer.byteLength(head.body ?? ""))]];
    this.#response.writeHead(head.status, [...head.headers, ...length].flat());
    return head.body;
  }
}
