import { said } from "../../simulators/server/world/results.ts";
import { headerOf } from "../../simulators/wire/headers.ts";
import { isObject, type JsonValue } from "../../simulators/wire/json.ts";
import { LEGACY, MODERN, since } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const JSON_TOOL = "assay_http_json";
const STREAM_TOOL = "assay_http_stream";
const COMMENTED = "assay_http_commented";
const INTERRUPTED = "assay_http_interrupted";
const SLOW = "assay_http_slow";
const BAIT = "assay_http_bait";
const RETRY = 1_500;
/** A timer may fire a little early, and the end of a stream be noticed a little late. */
const TOLERANCE = 100;

const succeeds = (words: string) =>
  where(words, (outcome: JsonValue) => isObject(outcome) && outcome.ok === true, { silent: true });

export const suites = [
  clientSuite("http", { revisions: since("2025-03-26"), transports: ["http"] }, (scenario) => {
    scenario(
      "calls are answered by JSON and by an event stream in turn",
      ["http.client-supports-both-content-types"],
      {
        actions: [LIST_TOOLS, callTool(JSON_TOOL), callTool(STREAM_TOOL), callTool(JSON_TOOL)],
        stage: (stage) => {
          stage.tool(toolGiving(JSON_TOOL, said("answered by JSON")));
          stage.tool(toolGiving(STREAM_TOOL, said("answered by a stream")));
          stage.seams.rule("responseMode", (original) => (request, options) => {
            if (request.method !== "tools/call") return original(request, options);
            if (request.params.name === JSON_TOOL) return "json";
            return request.params.name === STREAM_TOOL ? "sse" : original(request, options);
          });
        },
      },
      ({ judge, ended }) => {
        const outcomes = [ended(1), ended(2), ended(3)].map(({ ok }) => ok === true);
        judge("http.client-supports-both-content-types")
          .sent("answers as application/json, text/event-stream, application/json")
          .that(outcomes)
          .is(where("all three calls end well", (all: readonly boolean[]) => all.every(Boolean)));
      },
    );

    scenario(
      "comments in an event stream are no part of it",
      ["http.sse-client-ignores-comments"],
      {
        revisions: MODERN,
        actions: [LIST_TOOLS, callTool(COMMENTED)],
        stage: (stage) => {
          stage.tool({ ...toolGiving(COMMENTED, said("answered between comments")), streams: true });
          stage.seams.event((bytes, { request }) => {
            if (request?.params.name !== COMMENTED) return [bytes];
            const lines = bytes.toString().trimEnd().split("\n");
            return [Buffer.from(`: before\n\n:\n${lines.join("\n: between\n")}\n:after\n\n: {"jsonrpc":"2.0"}\n\n`)];
          });
        },
      },
      ({ judge, record, ended, skip }) => {
        if (record.calls(COMMENTED).length === 0) skip("the client did not call the tool");
        judge("http.sse-client-ignores-comments")
          .sent("a response in an event with comment lines before, within and after it")
          .that(ended(1) as unknown as JsonValue)
          .is(succeeds("the call ends well"));
      },
    );

    scenario(
      "a stream that the server breaks off is taken up again",
      ["http.client-polls", "http.client-respects-retry", "http.resume-always-get", "http.resume-last-event-id"],
      {
        revisions: ["2025-11-25"],
        // Streams of other calls may be taken up again at the same time.
        alone: true,
        actions: [LIST_TOOLS, callTool(INTERRUPTED)],
        stage: (stage) => {
          stage.seams.rule("retryMs", () => () => RETRY);
          stage.tool({
            ...toolGiving(INTERRUPTED, async (running) => {
              await new Promise<void>((resolve) => stage.clock.after(100, resolve));
              running.interrupt();
              return said("given after the break");
            }),
            streams: true,
          });
        },
      },
      ({ judge, record, skip }) => {
        const calls = record.calls(INTERRUPTED);
        const broken = calls[0]?.exchange;
        if (broken?.end === undefined || broken.response === undefined) return skip("the client did not call the tool");
        const end = broken.end;
        const resumed = record.exchanges().filter(({ request }) => {
          return headerOf(request.headers, "last-event-id") !== undefined && request.seq > end.seq;
        });
        const sent = `an event with an id, retry: ${RETRY}, and the end of the stream before the response`;
        const ask = (id: string) => judge(id).sent(sent).showing(broken.request.seq, end.seq);
        const [first] = resumed;
        if (first === undefined) {
          ask("http.client-polls").fail("no request with Last-Event-ID", ["a GET that goes on with the stream"]);
          if (calls.length > 1)
            ask("http.resume-always-get").fail("the call was POSTed again", ["a GET with Last-Event-ID"]);
          return;
        }
        const { method, headers, seq, t } = first.request;
        ask("http.client-polls").showing(seq).pass();
        ask("http.resume-always-get")
          .showing(seq)
          .that(method)
          .is(where("GET", (used: string) => used === "GET"));
        ask("http.resume-last-event-id")
          .showing(seq)
          .that(headerOf(headers, "last-event-id"))
          .is(where("the id of the last event of that stream", (id: string) => /\.0$/.test(id)));
        ask("http.client-respects-retry")
          .showing(seq)
          .that(Math.round(t - end.t))
          .is(where(`a wait of ${RETRY} ms`, (ms: number) => ms >= RETRY - TOLERANCE));
      },
    );

    scenario(
      "a call that is no longer wanted is cancelled by a notification",
      ["http.cancel-explicit"],
      {
        revisions: LEGACY.filter((revision) => revision !== "2024-11-05"),
        actions: [LIST_TOOLS, callTool(SLOW, { cancelAfterMs: 300 })],
        stage: (stage) =>
          stage.tool({
            ...toolGiving(SLOW, async ({ signal }) => {
              await new Promise<void>((resolve) => {
                signal.addEventListener("abort", () => resolve(), { once: true });
                stage.clock.after(3_000, resolve);
              });
              return said("slow");
            }),
            streams: true,
          }),
      },
      ({ judge, record, ended, skip }) => {
        const [slow] = record.calls(SLOW);
        if (slow === undefined) return skip("the client did not call the tool");
        if (ended(1).ok) skip("the client waited for the answer all the same");
        judge("http.cancel-explicit")
          .sent("nothing: the answer to the call was held back")
          .showing(slow.seen.seq)
          .that(slow.cancelled ?? null)
          .is(where("notifications/cancelled for the call", (seq: number | null) => seq !== null));
      },
    );

    scenario(
      "a request that a server of this revision must not send is not answered",
      ["http.client-no-responses"],
      {
        revisions: MODERN,
        alone: true,
        defect: "a request from the server",
        actions: [LIST_TOOLS, callTool(BAIT), callTool("echo", { arguments: { message: "after" } })],
        stage: ({ seams, tool }) => {
          tool({ ...toolGiving(BAIT, said("baited")), streams: true });
          seams.message((message, { request, kind }) =>
            kind === "response" && request?.params.name === BAIT
              ? [{ jsonrpc: "2.0", id: "bait", method: "roots/list" }, message]
              : [message],
          );
        },
      },
      ({ judge, record, skip }) => {
        if (record.calls(BAIT).length === 0) skip("the client did not call the tool");
        const answers = record.responses();
        judge("http.client-no-responses")
          .sent('{"jsonrpc":"2.0","id":"bait","method":"roots/list"}')
          .showing(...answers.map(({ seen }) => seen.seq))
          .that(answers.map(({ seen }) => seen.message.text))
          .is(where("no response", (seen: readonly string[]) => seen.length === 0));
      },
    );
  }),
];
