import { canonicalId } from "../../simulators/trace/ids.ts";
import { readMessage } from "../../simulators/wire/message.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { noMark } from "./stdio/mark.ts";
import { onLines } from "./stdio/stray.ts";

const BOTH = { judges: "both" } as const;

const onlyMessages = monitor("stdio.stdout-only-messages", (m) => {
  onLines(m, {
    message: () => m.saw(),
    strays: ({ lines, more, joined }) => {
      // A message with line feeds in it is judged as that.
      if (joined) return;
      m.saw();
      const others = lines.length - 1 + more;
      m.fail(`${shorten(lines[0]!.message.text, 200)}${others === 0 ? "" : ` (and ${others} more such lines)`}`, {
        accepted: ["nothing on stdout but JSON-RPC messages; logs belong on stderr"],
        events: lines.slice(0, 10).map(({ seq }) => seq),
      });
    },
  });
});

const noEmbeddedNewlines = monitor(
  "stdio.no-embedded-newlines",
  (m) => {
    onLines(m, {
      message: () => m.saw(),
      strays: ({ lines, joined }) => {
        if (!joined) return;
        m.saw();
        m.fail(
          `one message over ${lines.length} lines: ${shorten(lines.map((line) => line.message.text).join("\n"))}`,
          {
            accepted: ["each message on one line, line feeds in strings escaped"],
            events: lines.slice(0, 10).map(({ seq }) => seq),
          },
        );
      },
    });
  },
  BOTH,
);

const delimited = monitor("stdio.newline-delimited", (m) => {
  let unterminated: number | undefined;
  m.on(
    "frame",
    ({ frame }) => {
      if (frame.from === "target" && frame.framing === "line" && frame.terminator === "") unterminated = frame.seq;
    },
    { defects: true },
  );
  onLines(m, {
    message: ({ event }) => {
      if (event.frame !== unterminated || unterminated === undefined) return;
      m.saw();
      m.fail(`${shorten(event.message.text, 200)}, and the end of stdout right after it`, {
        accepted: ["a line feed after each message, the last one included"],
        events: [unterminated, event.seq],
      });
    },
  });
});

const oneMessageALine = monitor(
  "stdio.single-message-per-line",
  (m) => {
    onLines(m, {
      message: ({ event }) => {
        m.saw();
        if (event.message.kind !== "batch") return;
        m.fail(shorten(event.message.text, 400), { accepted: ["one message a line, no array"], events: [event.seq] });
      },
    });
  },
  BOTH,
);

const onlyMessagesIn = monitor(
  "stdio.stdin-only-messages",
  (m) => {
    onLines(m, {
      message: () => m.saw(),
      strays: ({ lines, joined }) => {
        if (joined) return;
        m.saw();
        m.fail(shorten(lines[0]!.message.text, 200), {
          accepted: ["nothing on the server's stdin but JSON-RPC messages"],
          events: lines.slice(0, 10).map(({ seq }) => seq),
        });
      },
    });
  },
  { judges: "client" },
);

const noResponses = monitor(
  "stdio.client-no-responses",
  (m) => {
    onLines(m, {
      message: ({ message, seq }) => {
        m.saw();
        if (message.kind !== "result" && message.kind !== "error") return;
        m.fail(shorten(message.text, 400), {
          accepted: ["requests and notifications only: in this revision a server asks for input in its results"],
          events: [seq],
        });
      },
    });
  },
  { judges: "client" },
);

/** A client ends its server by the end of input before anything else. */
const closesStdin = monitor(
  "stdio.shutdown-close-stdin",
  (m) => {
    const ended = new Set<string>();
    /** Launches that did more than to find out which era the server belongs to; the others are no sessions to shut down. */
    const used = new Set<string>();
    m.on("request", ({ seen, request }) => {
      if (seen.from === "target" && request.method !== "server/discover") used.add(seen.event.process ?? "");
    });
    m.on(
      "process",
      ({ event }) => {
        const { process = "", phase, from, seq } = event;
        if (from !== "target" || !used.has(process)) return;
        if (phase === "stdin-end") {
          ended.add(process);
          m.saw();
        }
        if (phase !== "signal" || ended.has(process)) return;
        m.saw();
        m.fail(`${event.signal} while the server's standard input was still open`, {
          accepted: ["the end of the server's standard input first"],
          events: [seq],
        });
        ended.add(process);
      },
      { defects: true },
    );
  },
  { judges: "client" },
);

const noRequests = monitor("stdio.server-no-requests", (m) => {
  onLines(m, {
    message: ({ message, seq }) => {
      m.saw();
      if (message.kind !== "request") return;
      m.fail(shorten(message.text, 400), {
        accepted: ["responses and notifications only; what the server needs it asks for in an input_required result"],
        events: [seq],
      });
    },
  });
});

const HELD_ASTRAY = 1_000;
const HELD_TEXT = 64 * 1024;

/** Logs on stderr may well quote messages: only an answer that came there and never on stdout counts. */
const channels = monitor("stdio.channels", (m) => {
  const astray = new Map<string, number>();
  let rest = "";
  m.on("response", ({ seen }) => {
    if (seen.from === "target") m.saw();
  });
  m.on("chunk", ({ chunk }) => {
    if (chunk.stream !== "stderr") return;
    const lines = (rest + chunk.bytes.toString("utf8")).split("\n");
    rest = lines.pop()!.slice(-HELD_TEXT);
    for (const line of lines) {
      if (!line.includes('"jsonrpc"') || astray.size === HELD_ASTRAY) continue;
      const { kind, rawId } = readMessage(line);
      if ((kind === "result" || kind === "error") && rawId !== undefined) astray.set(canonicalId(rawId), chunk.seq);
    }
  });
  m.on("unanswered", ({ request }) => {
    const seq = astray.get(canonicalId(request.rawId));
    if (seq === undefined) return;
    m.saw();
    m.fail(`the response to ${request.method} on stderr`, {
      accepted: ["the response on stdout"],
      events: [request.seen.seq, seq],
      sent: shorten(request.seen.message.text, 400),
    });
  });
});

/** No time is given: this long is in any case not prompt, ms. */
const PROMPT = 1_900;

/** Every conversation over stdio ends with the end of input, so each of them shows it. */
const exitsAtEndOfInput = monitor("stdio.server-exit-on-eof", (m) => {
  const waiting = new Map<string, { readonly seq: number; readonly t: number }>();
  const stayed = (process: string, now: number, seq: number) => {
    const since = waiting.get(process);
    waiting.delete(process);
    if (since === undefined || now - since.t < PROMPT) return;
    m.saw();
    m.fail(`the process still runs ${((now - since.t) / 1_000).toFixed(1)} s after the end of its input`, {
      accepted: ["the process exits promptly once its standard input ends"],
      events: [since.seq, seq],
      timed: true,
    });
  };
  m.on(
    "process",
    ({ event }) => {
      const { process = "", phase, seq, t } = event;
      if (phase === "stdin-end") waiting.set(process, { seq, t });
      else if (phase === "signal") stayed(process, t, seq);
      else if (phase === "exit" && waiting.delete(process)) m.saw();
    },
    { defects: true },
  );
  m.on("end", ({ last }) => {
    for (const process of waiting.keys()) stayed(process, last.t, last.seq);
  });
});

export const monitors: readonly Monitor[] = [
  onlyMessages,
  noMark,
  noEmbeddedNewlines,
  delimited,
  oneMessageALine,
  onlyMessagesIn,
  noResponses,
  closesStdin,
  noRequests,
  channels,
  exitsAtEndOfInput,
];
