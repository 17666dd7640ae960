import { said } from "../../simulators/server/world/results.ts";
import type { ProcessEvent } from "../../simulators/trace/events.ts";
import type { JsonValue } from "../../simulators/wire/json.ts";
import { LEGACY, MODERN, REVISIONS, since } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import type { ClientRecord } from "../kit/client/record.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { textOf, toolGiving } from "../kit/client/tools.ts";

/** Time that a client surely takes to wait for its server's exit, step by step, ms. */
const SHUTDOWN = 20_000;
/** A signal sooner than this after the end of input is no wait, ms. */
const AT_ONCE = 100;
const LINGERS = 500;

/** What happened to the server's process that served the session: the newest launch whose input was ended. */
function shutdown(record: ClientRecord): readonly ProcessEvent[] {
  const events = record.processes();
  const used = events.findLast(({ phase }) => phase === "stdin-end") ?? events.at(-1);
  return events.filter(({ process }) => process === used?.process);
}

const at = (events: readonly ProcessEvent[], phase: ProcessEvent["phase"], signal?: string) =>
  events.find((event) => event.phase === phase && (signal === undefined || event.signal === signal));

const told = (events: readonly ProcessEvent[]): JsonValue =>
  events
    .filter(({ phase }) => phase !== "spawn")
    .map(({ phase, signal, t }) => `${phase}${signal === undefined ? "" : ` ${signal}`} at ${Math.round(t)} ms`);

export const suites = [
  clientSuite("stdio", { revisions: REVISIONS, transports: ["stdio"] }, (scenario) => {
    scenario(
      "text of many lines stays on one line of the wire, and the server is left by the end of its input",
      [],
      {
        actions: [
          LIST_TOOLS,
          callTool("echo", { arguments: { message: "one\ntwo\r\nthree\u2028four\u2029five" } }),
          { action: "list", what: "resources" },
        ],
      },
      ({ ended }) => void ended(0),
    );

    scenario(
      "answers in reverse order reach the calls that they belong to",
      ["stdio.correlate-responses-by-id"],
      {
        revisions: MODERN,
        actions: [
          LIST_TOOLS,
          callTool("assay_stdio_first", { concurrent: true }),
          callTool("assay_stdio_second", { concurrent: true }),
        ],
        stage: (stage) => {
          let answerFirst: (() => void) | undefined;
          stage.tool(
            toolGiving("assay_stdio_first", async () => {
              await new Promise<void>((resolve) => {
                answerFirst = resolve;
              });
              return said("first");
            }),
          );
          stage.tool(
            toolGiving("assay_stdio_second", () => {
              stage.clock.after(100, () => answerFirst?.());
              return said("second");
            }),
          );
        },
      },
      ({ judge, ended, record, skip }) => {
        if (record.calls("assay_stdio_second").length === 0) skip("the client did not make the second call meanwhile");
        const texts = [ended(1), ended(2)].map(({ result }) => textOf(result) ?? null);
        judge("stdio.correlate-responses-by-id")
          .sent("the answer to the second of two calls, then that to the first")
          .that(texts)
          .is(
            where(
              '"first" for the first call and "second" for the second',
              (seen: readonly unknown[]) => seen.join() === "first,second",
            ),
          );
      },
    );

    scenario(
      "a server that writes to stderr is no server that fails",
      ["stdio.client-stderr-not-error"],
      {
        revisions: since("2025-11-25"),
        alone: true,
        actions: [LIST_TOOLS, callTool("assay_stdio_noisy")],
        stage: ({ seams, tool }) => {
          seams.process({ chatter: "ERROR: this is only a log line\n" });
          tool(toolGiving("assay_stdio_noisy", said("done")));
        },
      },
      ({ judge, ended }) => {
        const outcome = ended(1);
        judge("stdio.client-stderr-not-error")
          .sent("lines on stderr before each answer")
          .that(outcome as unknown as JsonValue)
          .is(where("the call ends well", ({ ok }: { readonly ok?: boolean }) => ok === true));
      },
    );

    scenario(
      "a request that a server of this revision must not send is not answered",
      ["stdio.client-no-responses"],
      {
        revisions: MODERN,
        alone: true,
        defect: "a request from the server",
        actions: [LIST_TOOLS, callTool("assay_stdio_bait"), callTool("echo", { arguments: { message: "after" } })],
        stage: ({ seams, tool }) => {
          tool(toolGiving("assay_stdio_bait", said("baited")));
          seams.message((message, { request, kind }) =>
            kind === "response" && request?.params.name === "assay_stdio_bait"
              ? [{ jsonrpc: "2.0", id: "bait", method: "roots/list" }, message]
              : [message],
          );
        },
      },
      ({ judge, record, skip }) => {
        if (record.calls("assay_stdio_bait").length === 0) skip("the client did not call the tool");
        const answers = record.responses();
        judge("stdio.client-no-responses")
          .sent('{"jsonrpc":"2.0","id":"bait","method":"roots/list"}')
          .showing(...answers.map(({ seen }) => seen.seq))
          .that(answers.map(({ seen }) => seen.message.text))
          .is(where("no response", (seen: readonly string[]) => seen.length === 0));
      },
    );

    scenario(
      `a server that takes ${LINGERS} ms to exit is waited for`,
      ["stdio.shutdown-wait-exit"],
      {
        alone: true,
        actions: [LIST_TOOLS],
        stage: ({ seams }) => seams.process({ lingersMs: LINGERS }),
      },
      ({ judge, record, skip }) => {
        const events = shutdown(record);
        const end = at(events, "stdin-end");
        if (end === undefined) skip("the client did not end the server's input");
        const signal = at(events, "signal");
        judge("stdio.shutdown-wait-exit")
          .sent(`no exit for ${LINGERS} ms after the end of input`)
          .showing(...events.map(({ seq }) => seq))
          .that(told(events))
          .is(
            where(
              `no signal within ${AT_ONCE} ms of the end of input`,
              () => signal === undefined || signal.t - end!.t > AT_ONCE,
            ),
          );
      },
    );

    for (const [id, revisions, stays] of [
      ["stdio.shutdown-sigterm", LEGACY, "the end of its input"],
      ["stdio.shutdown-forced", MODERN, "the end of its input"],
      ["stdio.shutdown-sigkill", LEGACY, "the end of its input and SIGTERM"],
    ] as const) {
      const deaf = id === "stdio.shutdown-sigkill";
      scenario(
        `a server that goes on after ${stays} is ended all the same`,
        [id],
        {
          revisions,
          alone: true,
          actions: [LIST_TOOLS],
          timeoutMs: SHUTDOWN,
          stage: ({ seams }) => seams.process({ exitsAtEndOfInput: false, ...(deaf ? { exitsAtSigterm: false } : {}) }),
        },
        ({ judge, record, skip }) => {
          const events = shutdown(record);
          const end = at(events, "stdin-end");
          if (end === undefined) skip("the client did not end the server's input");
          const signal = at(events, "signal", deaf ? "SIGKILL" : undefined);
          judge(id)
            .sent(`no exit after ${stays}`)
            .showing(...events.map(({ seq }) => seq))
            .that(told(events))
            .is(where(deaf ? "SIGKILL in the end" : "SIGTERM, or a kill, after a while", () => signal !== undefined));
        },
      );
    }
  }),
];
