/** What relay and harness tell each other. */
export const FRAME = { hello: 1, data: 2, end: 3, signal: 4, stderr: 5, exit: 6 } as const;

const HEAD = 5;

/** One frame: its type, the length of its payload, and the payload. */
export function frame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(type, 0);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

/** Finds whole frames in a stream of chunks. */
export function frames(take: (type: number, payload: Buffer) => void): (chunk: Buffer) => void {
  let held: Buffer = Buffer.alloc(0);
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    while (held.length >= HEAD) {
      const length = held.readUInt32BE(1);
      if (held.length < HEAD + length) return;
      const payload = held.subarray(HEAD, HEAD + length);
      const type = held.readUInt8(0);
      held = held.subarray(HEAD + length);
      take(type, payload);
    }
  };
}
