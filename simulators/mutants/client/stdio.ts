import type { ClientMutant } from "../../client/app/mutant.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";

const STDIO = { transports: ["stdio"] } as const;

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-pretty-prints",
    breaks: ["stdio.no-embedded-newlines"],
    where: STDIO,
    does: "writes a call over several lines",
    apply: (seams) =>
      seams.line((bytes) => {
        const text = bytes.toString();
        return [text.includes('"tools/call"') ? Buffer.from(`${JSON.stringify(JSON.parse(text), null, 1)}\n`) : bytes];
      }),
  },
  {
    id: "client-logs-to-stdin",
    breaks: ["stdio.stdin-only-messages"],
    where: STDIO,
    does: "writes a log line where its messages belong",
    apply: (seams) =>
      seams.line((bytes) =>
        bytes.toString().includes('"tools/call"') ? [Buffer.from("DEBUG calling a tool\n"), bytes] : [bytes],
      ),
  },
  {
    id: "client-sends-arrays",
    breaks: ["stdio.single-message-per-line"],
    implies: ["batch.not-supported"],
    where: STDIO,
    does: "wraps a request in an array",
    apply: (seams) =>
      seams.line((bytes) => {
        const text = bytes.toString().trimEnd();
        return [text.includes('"tools/call"') ? Buffer.from(`[${text}]\n`) : bytes];
      }),
  },
  {
    id: "client-gives-answers-in-order",
    breaks: ["stdio.correlate-responses-by-id"],
    where: STDIO,
    does: "takes the answers for those of its calls in the order of the calls",
    apply: (seams) => {
      const held: { readonly [key: string]: unknown }[] = [];
      seams.report((line) => {
        const result = JSON.stringify(line.result ?? null);
        if (!/"text":"(first|second)"/.test(result)) return [line];
        held.push(line);
        if (held.length < 2) return [];
        const [one, two] = held;
        return [
          { ...one, result: two!.result },
          { ...two, result: one!.result },
        ] as never;
      });
    },
  },
  {
    id: "client-afraid-of-stderr",
    breaks: ["stdio.client-stderr-not-error"],
    where: STDIO,
    does: "fails a call while its server writes to stderr",
    apply: (seams) =>
      seams.report((line) => [
        JSON.stringify(line.result ?? null).includes('"done"') && line.ok === true
          ? { action: line.action!, ok: false, error: { kind: "other", message: "the server wrote to stderr" } }
          : line,
      ]),
  },
  {
    id: "client-answers-bait",
    breaks: ["stdio.client-no-responses"],
    where: STDIO,
    does: "answers whatever looks like a request of the server's",
    apply: (seams) => {
      let answered = false;
      seams.message((message) => {
        if (message.method !== "tools/call" || answered) return [message];
        answered = true;
        return [message, { jsonrpc: "2.0", id: "bait", result: { roots: [] } }];
      });
    },
  },
  {
    id: "client-kills-at-once",
    breaks: ["stdio.shutdown-wait-exit"],
    where: STDIO,
    does: "kills its server as soon as its input is ended",
    apply: (seams) => seams.process({ exitMs: 0, escalates: ["SIGKILL"] }),
  },
  {
    id: "client-signals-first",
    breaks: ["stdio.shutdown-close-stdin"],
    where: STDIO,
    does: "sends SIGTERM before it ends its server's input",
    apply: (seams) => seams.process({ signalsFirst: "SIGTERM" }),
  },
  {
    id: "client-leaves-server-behind",
    breaks: ["stdio.shutdown-sigterm"],
    implies: ["stdio.shutdown-sigkill"],
    where: { ...STDIO, revisions: LEGACY },
    does: "never ends a server that goes on after the end of its input",
    apply: (seams) => seams.process({ escalates: [] }),
  },
  {
    id: "client-leaves-modern-server-behind",
    breaks: ["stdio.shutdown-forced"],
    where: { ...STDIO, revisions: MODERN },
    does: "never ends a server that goes on after the end of its input",
    apply: (seams) => seams.process({ escalates: [] }),
  },
  {
    id: "client-asks-twice-and-leaves",
    breaks: ["stdio.shutdown-sigkill"],
    where: { ...STDIO, revisions: LEGACY },
    does: "sends SIGTERM and leaves a server running that ignores it",
    apply: (seams) => seams.process({ escalates: ["SIGTERM"] }),
  },
];
