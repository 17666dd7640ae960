import type { Seams } from "../../server/seams.ts";
import { isObject } from "../../wire/json.ts";
import { MODERN } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

const where = { transports: ["stdio"] } as const;
const LINE_END = 0x0a;

export const mutants: readonly Mutant[] = [
  {
    id: "chunks-decoded-apart",
    breaks: ["stdio.newline-delimited"],
    implies: ["jsonrpc.one-response-per-request", "jsonrpc.result-id-echo"],
    where,
    does: "Each chunk of input is decoded by itself, so that a character cut in two is lost.",
    apply: (seams) => seams.process({ reads: (chunk) => Buffer.from(chunk.toString("utf8")) }),
  },
  {
    id: "one-line-a-chunk",
    breaks: ["stdio.newline-delimited"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    does: "Of each chunk of input only the first line is served.",
    apply: (seams) =>
      seams.process({
        reads: (chunk) => {
          const end = chunk.indexOf(LINE_END);
          return end === -1 ? chunk : chunk.subarray(0, end + 1);
        },
      }),
  },
  {
    id: "rest-of-chunk-lost",
    breaks: ["stdio.newline-delimited"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    does: "An unfinished line after a finished one in the same chunk of input is lost.",
    apply: (seams) =>
      seams.process({
        reads: (chunk) => {
          const end = chunk.lastIndexOf(LINE_END);
          return end === -1 ? chunk : chunk.subarray(0, end + 1);
        },
      }),
  },
  {
    id: "unicode-line-ends",
    breaks: ["stdio.newline-delimited"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    does: "Input is also cut into lines at a line separator that JSON text may hold.",
    apply: (seams, draw) => {
      const separator = draw.pick(["\u2028", "\u2029", "\u0085"]);
      seams.process({
        reads: (chunk) => Buffer.from(chunk.toString("latin1").replaceAll(latin(separator), "\n"), "latin1"),
      });
    },
  },
  {
    id: "structured-results-indented",
    breaks: ["stdio.no-embedded-newlines"],
    implies: ["jsonrpc.messages-conform"],
    provokedBy: ["tools"],
    where,
    does: "Responses with structured content are written with indentation.",
    apply: (seams) =>
      seams.line((bytes) => {
        const text = bytes.toString("utf8");
        return [
          text.includes('"structuredContent"') ? Buffer.from(`${JSON.stringify(JSON.parse(text), null, 2)}\n`) : bytes,
        ];
      }),
  },
  {
    id: "breaks-kept-raw",
    breaks: ["stdio.no-embedded-newlines"],
    where,
    does: "Line feeds within strings leave unescaped.",
    apply: (seams) =>
      seams.line((bytes) => [Buffer.from(bytes.toString("utf8").replace(/(?<!\\)((?:\\\\)*)\\n/g, "$1\n"))]),
  },
  {
    id: "trace-line-on-error",
    breaks: ["stdio.stdout-only-messages"],
    provokedBy: ["jsonrpc"],
    where,
    does: "Before an error about params a line of a stack trace is printed on stdout.",
    apply: (seams) =>
      printing(seams, (text) => (text.includes('"code":-32602') ? "    at Server.handle (server.js:120:11)\n" : "")),
  },
  {
    id: "parse-failure-printed",
    breaks: ["stdio.stdout-only-messages"],
    provokedBy: ["jsonrpc"],
    where,
    does: "What could not be parsed is also complained of on stdout.",
    apply: (seams) =>
      printing(seams, (text) => (text.includes('"code":-32700') ? "Failed to parse incoming message\n" : "")),
  },
  {
    id: "json-log-on-first-call",
    breaks: ["stdio.stdout-only-messages"],
    implies: ["jsonrpc.messages-conform"],
    where,
    does: "At the first call a structured log line is printed on stdout.",
    apply: (seams) => {
      let told = false;
      seams.line((bytes, { request, kind }) => {
        if (told || kind !== "response" || request?.method !== "tools/call") return [bytes];
        told = true;
        return [Buffer.from('{"level":30,"time":1700000000000,"msg":"tool called"}\n'), bytes];
      });
    },
  },
  {
    id: "colour-codes-around-errors",
    breaks: ["stdio.stdout-only-messages"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    does: "Error responses are wrapped in a terminal's colour codes.",
    apply: (seams) =>
      seams.line((bytes) => {
        const text = bytes.toString("utf8");
        return [text.includes('"error":{') ? Buffer.from(`\u001b[31m${text.trimEnd()}\u001b[0m\n`) : bytes];
      }),
  },
  {
    id: "mark-before-first-line",
    breaks: ["stdio.stdout-only-messages"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    does: "The first line begins with a byte order mark.",
    apply: (seams) => {
      let first = true;
      seams.line((bytes) => {
        const marked = first ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) : bytes;
        first = false;
        return [marked];
      });
    },
  },
  {
    id: "closing-answer-unterminated",
    breaks: ["stdio.newline-delimited"],
    where: { ...where, revisions: MODERN },
    does: "The response that ends a subscription has no newline after it.",
    apply: (seams) =>
      seams.line((bytes, { request, kind }) => [
        kind === "response" && request?.method === "subscriptions/listen" ? bytes.subarray(0, -1) : bytes,
      ]),
  },
  {
    id: "two-answers-on-a-line",
    breaks: ["stdio.stdout-only-messages"],
    provokedBy: ["progress"],
    implies: ["jsonrpc.one-response-per-request"],
    where,
    does: "A notification and the answer after it share a line.",
    apply: (seams) =>
      seams.line((bytes, { kind }) => [
        kind === "notification" ? Buffer.concat([bytes.subarray(0, -1), Buffer.from(" ")]) : bytes,
      ]),
  },
  {
    id: "stays-while-listened-to",
    breaks: ["stdio.server-exit-on-eof"],
    where: { ...where, revisions: MODERN },
    does: "The end of input does not end the server once a client has subscribed.",
    apply: (seams) => staysAfter(seams, "subscriptions/listen"),
  },
  {
    id: "stays-after-calls",
    breaks: ["stdio.server-exit-on-eof"],
    where: { ...where, revisions: MODERN },
    does: "The end of input does not end the server while a call is running.",
    apply: (seams) => {
      const running = new Set<string>();
      const settle = () => seams.process({ exitsAtEndOfInput: running.size === 0 });
      seams.rule("paramsShape", (original) => (request, rules) => {
        const refused = original(request, rules);
        if (!refused && request.method === "tools/call") running.add(JSON.stringify(request.id));
        settle();
        return refused;
      });
      seams.message((message, { kind }) => {
        if (kind === "response") running.delete(JSON.stringify(message.id));
        settle();
        return [message];
      });
    },
  },
  {
    id: "progress-resumes-after-cancel",
    breaks: ["stdio.cancel-no-further-messages"],
    implies: [
      "cancellation.receiver-stops",
      "cancellation.receiver-frees-resources",
      "cancellation.no-response",
      "stdio.cancel-stop-work",
      "progress.only-active-tokens",
    ],
    where: { ...where, revisions: MODERN },
    does: "A cancelled call is silent at first, then reports progress again.",
    apply: (seams) => {
      let silent = 0;
      seams.rule("cancelReachesWork", () => () => false);
      seams.rule("mayStillSpeak", (original) => (state) => {
        if (state.cancelled) silent += 1;
        return state.cancelled ? silent > 2 : original(state);
      });
    },
  },
  {
    id: "cancelled-answer-in-the-end",
    breaks: ["stdio.cancel-no-further-messages"],
    implies: [
      "cancellation.receiver-stops",
      "cancellation.receiver-frees-resources",
      "cancellation.no-response",
      "stdio.cancel-stop-work",
      "progress.only-active-tokens",
    ],
    where: { ...where, revisions: MODERN },
    does: "A cancellation of a call that has begun to report progress is not heeded.",
    apply: (seams) => {
      const begun = new Set<string>();
      seams.message((message, { request }) => {
        if (message.method === "notifications/progress") begun.add(JSON.stringify(request?.id));
        return [message];
      });
      seams.rule("cancelTarget", (original) => (params) => {
        const target = original(params);
        return begun.has(JSON.stringify(target)) ? undefined : target;
      });
    },
  },
];

function latin(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Prints what `words` gives before a line. */
function printing(seams: Seams, words: (text: string) => string): void {
  seams.line((bytes) => {
    const more = words(bytes.toString("utf8"));
    return more === "" ? [bytes] : [Buffer.from(more), bytes];
  });
}

function staysAfter(seams: Seams, method: string): void {
  seams.rule("paramsShape", (original) => (request, rules) => {
    if (request.method === method && isObject(request.params)) seams.process({ exitsAtEndOfInput: false });
    return original(request, rules);
  });
}
