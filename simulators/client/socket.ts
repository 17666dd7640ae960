import net from "node:net";
import tls from "node:tls";
import type { Channel } from "./channel.ts";
import { nameIn } from "./names.ts";

export interface SocketOptions {
  readonly url: URL;
  readonly scenario: string | undefined;
  readonly defect: string;
  readonly deadlineMs: number;
  /** Ends our side after the bytes. */
  readonly half: boolean;
  /** Settles to give up early. */
  readonly stop: PromiseLike<unknown>;
}

/** Puts bytes on a socket of their own; gives what came back until the target closed it, the deadline or the cap. */
export function exchangeBytes(channel: Channel, data: Buffer, options: SocketOptions): Promise<Buffer> {
  const { recorder, clock, caps } = channel;
  const place = { ...channel.place(options.scenario), exchange: nameIn(recorder, "x") };
  recorder.record({ kind: "intent", from: "peer", ...place, intent: "defect", what: options.defect });
  recorder.record({ kind: "chunk", from: "peer", ...place, stream: "socket", bytes: data });
  return new Promise((resolve) => {
    const secure = options.url.protocol === "https:";
    const host = options.url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(options.url.port || (secure ? 443 : 80));
    const socket = secure
      ? tls.connect({ host, port, ...(net.isIP(host) ? {} : { servername: host }) })
      : net.connect({ host, port, allowHalfOpen: options.half });
    const received: Buffer[] = [];
    let bytes = 0;
    let over = false;
    const finish = (how: "complete" | "aborted-by-peer" | "no-response" | "cap", note?: string) => {
      if (over) return;
      over = true;
      timer.cancel();
      socket.destroy();
      const from = how === "aborted-by-peer" || how === "cap" ? "peer" : "target";
      recorder.record({ kind: "http", phase: "end", from, ...place, how, ...(note === undefined ? {} : { note }) });
      resolve(Buffer.concat(received));
    };
    const timer = clock.after(options.deadlineMs, () => finish("aborted-by-peer", "deadline"));
    socket.on("data", (chunk: Buffer) => {
      if (over) return;
      recorder.record({ kind: "chunk", from: "target", ...place, stream: "socket", bytes: chunk });
      received.push(chunk);
      bytes += chunk.length;
      if (bytes > caps.bodyBytes) finish("cap");
    });
    socket.on("end", () => finish("complete"));
    socket.on("close", () => finish("complete"));
    socket.on("error", (error) => finish(bytes > 0 ? "complete" : "no-response", error.message));
    options.stop.then(
      () => finish("aborted-by-peer", "destroyed"),
      () => {},
    );
    socket.write(data);
    if (options.half) socket.end();
  });
}
