import { PassThrough, Transform } from "node:stream";
import type { ServerProcess } from "../client/connection.ts";
import type { Endpoint } from "./endpoint.ts";
import { hostStdio } from "./host-stdio.ts";

/** A simulated server behind pipes, as if it were a child process. */
export function inProcessServer({
  endpoint,
  name,
}: {
  readonly endpoint: Endpoint;
  readonly name: string;
}): ServerProcess {
  const [stdin, stdout, stderr] = [later(), new PassThrough(), new PassThrough()];
  const host = hostStdio({ endpoint, input: stdin, output: stdout, error: stderr, channel: name });
  const exited = host.exited.then(async (how) => {
    const drained = new Promise<void>((resolve) => stdout.once("close", resolve));
    stdout.end();
    stderr.end();
    // As with a process that is gone: nothing reads its input any more, and writing there is no crash of ours.
    stdin.on("error", () => {}).resume();
    await drained;
    return how;
  });
  return {
    name,
    pid: undefined,
    command: ["mcp-assay", "simulate", "server"],
    stdin,
    stdout,
    stderr,
    exited,
    signal: host.signal,
  };
}

/** A pipe that never delivers while it is written to, as no pipe between processes does. */
function later(): Transform {
  return new Transform({ transform: (chunk, _encoding, done) => process.nextTick(done, null, chunk) });
}
