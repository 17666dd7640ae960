import type { Action } from "../../simulators/client/app/orders.ts";
import { said } from "../../simulators/server/world/results.ts";
import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";
import { isObject } from "../../simulators/wire/json.ts";
import { LEGACY, MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import type { Stage } from "../kit/client/stage.ts";
import { toolGiving } from "../kit/client/tools.ts";

const SLOW = "assay_cancellation_slow";
/** Long enough that what was answered before is no race. */
const WAIT = 800;

function slowTool(stage: Stage): void {
  stage.tool({
    ...toolGiving(SLOW, async ({ signal }) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
        stage.clock.after(4_000, resolve);
      });
      return said("slow");
    }),
    streams: true,
  });
}

const cancelled = (params: JsonObject): JsonObject => ({ jsonrpc: "2.0", method: "notifications/cancelled", params });

/** By tool: the cancellation that comes during its call, and what it is about. */
const STRAY: readonly { readonly tool: string; readonly id: string; readonly messages: readonly JsonObject[] }[] = [
  {
    tool: "assay_cancellation_unknown",
    id: "cancellation.ignore-unknown-id",
    messages: [cancelled({ requestId: "assay-nobody" })],
  },
  {
    tool: "assay_cancellation_malformed",
    id: "cancellation.ignore-malformed",
    messages: [cancelled({ requestId: { no: "id" } }), cancelled({ reason: 7 })],
  },
  {
    tool: "assay_cancellation_completed",
    id: "cancellation.ignore-completed",
    messages: [cancelled({ requestId: "assay-answered" })],
  },
];

export const suites = [
  clientSuite("cancellation", { revisions: REVISIONS }, (scenario) => {
    const actions = [
      LIST_TOOLS,
      callTool(SLOW, { cancelAfterMs: WAIT }),
      { action: "list", what: "prompts" } as Action,
    ];
    scenario(
      "a call is given up in the handshake revisions",
      [],
      { revisions: LEGACY, actions, stage: slowTool },
      ({ ended }) => void ended(0),
    );

    scenario(
      "a call is given up",
      ["cancellation.client-sends", "cancellation.http-no-notification"],
      { revisions: MODERN, actions, stage: slowTool },
      ({ judge, record, transport, ended, skip }) => {
        const [slow] = record.calls(SLOW);
        if (slow === undefined) return skip("the client did not call the tool");
        if (ended(1).ok) skip("the client waited for the answer all the same");
        const http = transport === "http";
        const ask = (id: string) => judge(id).sent("nothing: the answer to the call was held back");
        ask("cancellation.client-sends")
          .showing(slow.seen.seq)
          .that(slow.cancelled ?? null)
          .is(
            where(
              http ? "the end of the response stream" : "notifications/cancelled for the call",
              (seq: number | null) => seq !== null,
            ),
          );
        const told = record
          .notifications("notifications/cancelled")
          .filter(({ message }) => JSON.stringify(message.params?.requestId) === slow.rawId);
        if (http)
          ask("cancellation.http-no-notification")
            .showing(slow.seen.seq, ...told.map(({ seq }) => seq))
            .that(told.map(({ message }) => message.text))
            .is(where("no notifications/cancelled", (texts: readonly string[]) => texts.length === 0));
      },
    );

    scenario(
      "cancellations that concern nothing under way change nothing",
      STRAY.map(({ id }) => id),
      {
        revisions: LEGACY,
        alone: true,
        defect: "cancellations of nothing",
        actions: [LIST_TOOLS, ...STRAY.map(({ tool }) => callTool(tool))],
        stage: ({ seams, tool }) => {
          for (const stray of STRAY) tool({ ...toolGiving(stray.tool, said("answered")), streams: true });
          seams.message((message, { request, kind }) => {
            if (kind !== "response" || request?.method !== "tools/call") return [message];
            const stray = STRAY.find((one) => one.tool === request.params.name);
            if (stray === undefined) return [message];
            const [first] = STRAY;
            const ping = stray === first ? [{ jsonrpc: "2.0", id: "assay-answered", method: "ping" }] : [];
            return [...ping, ...stray.messages, message];
          });
        },
      },
      ({ judge, record, ended }) => {
        const refusals = record.responses().filter(({ seen }) => seen.message.error !== undefined);
        for (const [n, { tool, id, messages }] of STRAY.entries()) {
          if (record.calls(tool).length === 0) continue;
          const answered = record.responses().some(({ seen }) => seen.message.rawId === '"assay-answered"');
          judge(id)
            .given(id !== "cancellation.ignore-completed" || answered, "the client answered no request before")
            .sent(messages.map((message) => JSON.stringify(message)).join("\n"))
            .showing(...refusals.map(({ seen }) => seen.seq))
            .that({ outcome: ended(n + 1) as unknown as JsonValue, errors: refusals.length })
            .is(
              where(
                "the call meanwhile ends well, and no error is sent",
                ({ outcome, errors }: JsonObject) => isObject(outcome) && outcome.ok === true && errors === 0,
              ),
            );
        }
      },
    );
  }),
];
