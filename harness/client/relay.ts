import { connect } from "node:net";
import { FRAME, frame, frames } from "./relay-frames.ts";

/**
 * The stdio server that a client under test launches: it copies bytes between its own pipes and the harness, chunk by
 * chunk, and tells how it was started and ended. All that it needs stands in its arguments: clients do not hand their
 * environment on.
 */
const [port = "", token = ""] = process.argv.slice(2);
const socket = connect(Number(port), "127.0.0.1");
const told = JSON.stringify({ token, pid: process.pid, parent: process.ppid, command: process.argv });

socket.write(frame(FRAME.hello, Buffer.from(told)));
process.stdin.on("data", (chunk: Buffer) => {
  if (!socket.write(frame(FRAME.data, chunk))) process.stdin.pause();
});
socket.on("drain", () => process.stdin.resume());
process.stdin.on("end", () => socket.write(frame(FRAME.end, Buffer.alloc(0))));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.on(signal, () => socket.write(frame(FRAME.signal, Buffer.from(signal))));

socket.on(
  "data",
  frames((type, payload) => {
    if (type === FRAME.data) process.stdout.write(payload);
    else if (type === FRAME.stderr) process.stderr.write(payload);
    else if (type === FRAME.exit) {
      const code = Number(payload.toString());
      // What was written before is delivered first.
      process.stdout.write("", () => process.exit(code));
    }
  }),
);
// The harness is gone, or could not be reached: a server that ends.
socket.on("close", () => process.exit(0));
socket.on("error", () => process.exit(1));
process.stdout.on("error", () => socket.write(frame(FRAME.end, Buffer.alloc(0))));
