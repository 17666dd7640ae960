import type { IncomingMessage } from "node:http";

const BODY_CAP = 64 * 1024 * 1024;

/** The body of a request; undefined when it is longer than 64 MiB or broke off. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > BODY_CAP) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
