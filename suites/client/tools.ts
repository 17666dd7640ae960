import { said, structured } from "../../simulators/server/world/results.ts";
import type { Running } from "../../simulators/server/world/world.ts";
import type { RequestInstance } from "../../simulators/trace/context.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { REVISIONS, since } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import type { ClientRecord } from "../kit/client/record.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { textOf, toolGiving } from "../kit/client/tools.ts";

const SUM: JsonObject = { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] };

export const suites = [
  clientSuite("tools", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "tools are listed, and called with arguments and without",
      [],
      {
        actions: [LIST_TOOLS, callTool("echo", { arguments: { message: "hello" } }), callTool("assay_counter_read")],
      },
      ({ ended }) => void ended(0),
    );

    scenario(
      "a result without isError is a success",
      ["tools.is-error-default"],
      {
        actions: [LIST_TOOLS, callTool("assay_tools_plain")],
        stage: (stage) => stage.tool(toolGiving("assay_tools_plain", said("done"))),
      },
      ({ judge, ended }) => {
        const outcome = ended(1);
        judge("tools.is-error-default")
          .sent('a result of tools/call without "isError"')
          .that(outcome as unknown as JsonObject)
          .is(
            where(
              "the application is given the result, and not as an error",
              ({ ok, result }: { readonly ok?: boolean; readonly result?: JsonValue }) =>
                ok === true && !(isObject(result) && result.isError === true),
            ),
          );
      },
    );

    scenario(
      "two tools whose names differ in case are two tools",
      ["tools.name-case-sensitive"],
      {
        revisions: since("2025-11-25"),
        actions: [LIST_TOOLS, callTool("assay_tools_case"), callTool("assay_tools_CASE")],
        stage: (stage) => {
          stage.tool(toolGiving("assay_tools_case", said("lower")));
          stage.tool(toolGiving("assay_tools_CASE", said("upper")));
        },
      },
      ({ judge, ended }) => {
        const [lower, upper] = [ended(1), ended(2)];
        judge("tools.name-case-sensitive")
          .sent("tools assay_tools_case and assay_tools_CASE, each called once")
          .given(lower.ok === true, "the client could not call the first of them")
          .that([textOf(lower.result) ?? null, textOf(upper.result) ?? null])
          .is(
            where(
              '"lower" of the one and "upper" of the other',
              (seen: readonly unknown[]) => seen.join() === "lower,upper",
            ),
          );
      },
    );

    scenario(
      "structured content that breaks the tool's outputSchema is reported",
      ["tools.client-validates-output"],
      {
        revisions: since("2025-06-18"),
        actions: [LIST_TOOLS, callTool("assay_tools_sum"), callTool("assay_tools_bad_sum")],
        stage: (stage) => {
          stage.tool(toolGiving("assay_tools_sum", structured({ sum: 3 }), { outputSchema: SUM }));
          stage.tool(toolGiving("assay_tools_bad_sum", structured({ sum: "three" }), { outputSchema: SUM }));
        },
      },
      ({ judge, ended }) => {
        const [right, wrong] = [ended(1), ended(2)];
        judge("tools.client-validates-output")
          .sent('structuredContent {"sum":"three"} under an outputSchema that wants a number')
          .given(right.ok === true, "the client could not call a tool whose structured content is right")
          .that(wrong as unknown as JsonObject)
          .is(where("an error to the application", ({ ok }: { readonly ok?: boolean }) => ok === false));
      },
    );

    scenario(
      "a malformed tool result does not end the client",
      ["tools.client-validates-results"],
      {
        alone: true,
        defect: "tools/call answered with content that is no array",
        actions: [LIST_TOOLS, callTool("assay_tools_malformed"), callTool("assay_tools_after")],
        stage: (stage) => {
          stage.tool(toolGiving("assay_tools_malformed", { content: "no array" }));
          stage.tool(toolGiving("assay_tools_after", said("still here")));
        },
      },
      ({ judge, ended, record }) => {
        ended(0);
        const after = record.outcome(2);
        judge("tools.client-validates-results")
          .sent('a result of tools/call with "content":"no array", then an ordinary call')
          .that((after ?? null) as unknown as JsonValue)
          .is(where("the ordinary call ends", (outcome: { readonly ok?: boolean } | null) => outcome?.ok === true));
      },
    );

    scenario(
      "a call that is never answered is given up",
      ["tools.client-timeouts", "timeouts.established", "timeouts.cancel-on-expiry"],
      {
        actions: [LIST_TOOLS, callTool("assay_tools_silent", { timeoutMs: 1_000 })],
        timeoutMs: 5_000,
        stage: (stage) => stage.tool(toolGiving("assay_tools_silent", silence)),
      },
      ({ judge, ended, record, skip, transport }) => {
        ended(0);
        const [sent] = record.calls("assay_tools_silent");
        if (sent === undefined) return skip("the client did not call the tool");
        const outcome = record.outcome(1);
        if (outcome?.unsupported) return skip("the client has no timeout to set");
        const gave = outcome !== undefined && outcome.ok === false;
        for (const id of ["tools.client-timeouts", "timeouts.established"])
          judge(id)
            .sent("no answer to tools/call, with a timeout of 1 s")
            .showing(sent.seen.seq)
            .timed()
            .that((outcome ?? null) as unknown as JsonValue)
            .is(where("the application is told that the call failed", () => gave));
        judge("timeouts.cancel-on-expiry")
          .given(gave, "the client did not give the call up")
          .sent("no answer to tools/call, with a timeout of 1 s")
          .showing(sent.seen.seq)
          .that(isCancelled(sent, record))
          .is(
            where(
              transport === "http"
                ? "notifications/cancelled, or the end of the response stream"
                : "notifications/cancelled",
              (cancelled: boolean) => cancelled,
            ),
          );
      },
    );

    scenario(
      "a call that reports progress for ever and is never answered is given up",
      ["timeouts.maximum"],
      {
        revisions: since("2025-03-26"),
        actions: [LIST_TOOLS, callTool("assay_tools_busy", { timeoutMs: 1_000, progress: true })],
        timeoutMs: 10_000,
        stage: (stage) =>
          stage.tool({
            ...toolGiving("assay_tools_busy", (running) => {
              const { progress, signal, clock } = running;
              let n = 0;
              const tick = () => {
                n += 1;
                progress(n, {});
                if (!signal.aborted && n < 80) clock.after(100, tick);
              };
              tick();
              return silence(running);
            }),
            streams: true,
          }),
      },
      ({ judge, ended, record, skip }) => {
        ended(0);
        const [sent] = record.calls("assay_tools_busy");
        if (sent === undefined) return skip("the client did not call the tool");
        const outcome = record.outcome(1);
        if (outcome?.unsupported) return skip("the client has no timeout to set");
        judge("timeouts.maximum")
          .sent("progress every 100 ms for 8 s and no answer to tools/call, with a timeout of 1 s")
          .showing(sent.seen.seq)
          .timed()
          .that((outcome ?? null) as unknown as JsonValue)
          .is(
            where(
              "the application is told that the call failed",
              (seen: { readonly ok?: boolean } | null) => seen?.ok === false,
            ),
          );
      },
    );
  }),
];

/** A result that never comes. */
function silence({ signal }: Running): Promise<JsonObject> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve({}), { once: true }));
}

/** Whether a call was cancelled; the notification may come when its exchange is over already. */
function isCancelled(sent: RequestInstance, record: ClientRecord): boolean {
  const named = record
    .notifications("notifications/cancelled")
    .some(({ message }) => JSON.stringify(message.params?.requestId) === sent.rawId);
  return named || sent.cancelled !== undefined;
}
