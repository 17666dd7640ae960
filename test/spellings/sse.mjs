// Re-spells an SSE stream event by event.
import { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { overLines } from "./respell.mjs";

/** A stream from the server's SSE bytes to the same events, spelled otherwise. */
export function respellSse(spellings, respeller) {
  const decoder = new StringDecoder("utf8");
  const end = spellings.has("crlf") ? "\r\n" : "\n";
  let rest = "";
  let count = 0;

  const respell = (block) => {
    const lines = block.split("\n");
    const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /, ""));
    const others = lines.filter((line) => !line.startsWith("data:"));
    let text = data.join("\n");
    if (text.startsWith("{")) {
      text = respeller.outbound(text);
      if (spellings.has("sse-lines")) text = overLines(text);
    }
    // With and without the space after the colon: both are the format.
    const spelled =
      data.length === 0
        ? []
        : text.split("\n").map((line) => `data:${count % 2 || line.startsWith(" ") ? " " : ""}${line}`);
    count += 1;
    const comments = spellings.has("comments") ? [": still here", ":", ""] : [];
    return [...comments, ...others, ...spelled, "", ""].join(end);
  };

  return new Transform({
    transform(chunk, _, done) {
      rest += decoder.write(chunk).replaceAll("\r\n", "\n");
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      done(null, blocks.map(respell).join(""));
    },
    flush(done) {
      done(null, rest);
    },
  });
}
