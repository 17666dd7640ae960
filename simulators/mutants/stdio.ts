import { LEGACY, MODERN, since } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

const where = { transports: ["stdio"] } as const;

export const mutants: readonly Mutant[] = [
  {
    id: "stdout-banner",
    does: "Greets on standard output before the first message",
    breaks: ["stdio.stdout-only-messages"],
    where,
    apply: (seams, draw) => seams.process({ banner: `server ${draw.word(8)} is ready\n` }),
  },
  {
    id: "stdout-log-lines",
    does: "Logs each answer on standard output",
    breaks: ["stdio.stdout-only-messages"],
    implies: ["jsonrpc.messages-conform"],
    where,
    apply: (seams, draw) => {
      const entry = draw.pick([`[info] served ${draw.word(6)}`, '{"level":"info","msg":"served"}', "42"]);
      seams.line((bytes, { kind }) => (kind === "response" ? [Buffer.from(`${entry}\n`), bytes] : [bytes]));
    },
  },
  {
    id: "pretty-printed-messages",
    does: "Spreads the members of each answer over several lines once the conversation is open",
    breaks: ["stdio.no-embedded-newlines"],
    implies: [
      "jsonrpc.one-response-per-request",
      "stdio.newline-delimited",
      "timeouts.established",
      "timeouts.handled-any-request",
    ],
    where,
    apply: (seams) =>
      seams.line((bytes, { kind, request }) =>
        kind === "response" && request?.method === "tools/call"
          ? [Buffer.from(`${JSON.stringify(JSON.parse(bytes.toString()), undefined, 2)}\n`)]
          : [bytes],
      ),
  },
  {
    id: "raw-newline-in-text",
    does: "Writes line feeds in strings as they are",
    breaks: ["stdio.no-embedded-newlines"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    apply: (seams) => seams.line((bytes) => [Buffer.from(bytes.toString().replaceAll("\\n", "\n"))]),
  },
  {
    id: "chunk-taken-for-message",
    does: "Takes each chunk that it reads for one whole message",
    breaks: ["stdio.newline-delimited"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    apply: (seams) => seams.process({ chunkIsMessage: true }),
  },
  {
    id: "unterminated-last-message",
    does: "Leaves the line feed off the last message before it exits",
    breaks: ["stdio.newline-delimited"],
    where: { ...where, revisions: MODERN },
    apply: (seams) =>
      seams.line((bytes, { kind, request }) =>
        kind === "response" && request?.method === "subscriptions/listen" ? [bytes.subarray(0, -1)] : [bytes],
      ),
  },
  {
    id: "answers-as-arrays",
    does: "Wraps the answers to tool calls in arrays",
    breaks: ["stdio.single-message-per-line"],
    implies: ["batch.not-supported"],
    where: { ...where, revisions: since("2025-06-18") },
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.method === "tools/call" ? [[message]] : [message],
      ),
  },
  {
    id: "requests-over-stdio",
    does: "Sends a request of its own before it answers a tool call",
    breaks: ["stdio.server-no-requests"],
    implies: ["jsonrpc.server-no-requests", "jsonrpc.directions"],
    where: { ...where, revisions: MODERN },
    apply: (seams, draw) => {
      const method = draw.pick(["roots/list", "ping", "sampling/createMessage"]);
      let id = 0;
      seams.message((message, { kind, request }) => {
        if (kind !== "response" || request?.method !== "tools/call") return [message];
        id += 1;
        return [{ jsonrpc: "2.0", id: `own-${id}`, method, params: {} }, message];
      });
    },
  },
  {
    id: "answers-on-stderr",
    does: "Writes the answers to one method to standard error",
    breaks: ["stdio.channels"],
    implies: [
      "jsonrpc.one-response-per-request",
      "stdio.newline-delimited",
      "cancellation.race-handled",
      "cancellation.sender-ignores-late-response",
    ],
    where: { ...where, revisions: LEGACY },
    apply: (seams) => seams.process({ answersOnStderr: ["ping"] }),
  },
  {
    id: "outlives-its-input",
    does: "Stays when its input ends",
    breaks: ["stdio.server-exit-on-eof"],
    where,
    apply: (seams) => seams.process({ exitsAtEndOfInput: false }),
  },
];
