// A server over stdio, re-spelled: a child process behind our own pipes.
import { spawn } from "node:child_process";
import { createRespeller } from "./respell.mjs";

export function proxyStdio(command, spellings) {
  const respeller = createRespeller(spellings);
  const end = spellings.has("crlf") ? "\r\n" : "\n";
  const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const later = spellings.has("latency") ? (work) => setTimeout(work, 1000) : (work) => work();

  eachLine(process.stdin, (line) => child.stdin.write(changed(line, respeller.inbound, "\n")));
  process.stdin.on("close", () => child.stdin.end());
  child.stdin.on("error", () => {});
  eachLine(child.stdout, (line) => later(() => process.stdout.write(changed(line, respeller.outbound, end))));

  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on("close", (code) => later(() => process.exit(code ?? 1)));
}

// Lines end at LF and nowhere else (readline also ends them at U+2028), and their bytes may be no UTF-8 at all.
function eachLine(stream, handle) {
  let rest = Buffer.alloc(0);
  stream.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      handle(rest.subarray(0, at));
      rest = rest.subarray(at + 1);
    }
  });
  stream.on("end", () => rest.length > 0 && handle(rest));
}

function changed(line, respell, end) {
  const text = line.toString("utf8");
  const spelled = respell(text);
  return Buffer.concat([spelled === text ? line : Buffer.from(spelled), Buffer.from(end)]);
}
