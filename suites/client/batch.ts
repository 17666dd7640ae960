import { said } from "../../simulators/server/world/results.ts";
import type { JsonValue } from "../../simulators/wire/json.ts";
import { where } from "../kit/accept.ts";
import { callTool } from "../kit/client/actions.ts";
import type { ClientRecord } from "../kit/client/record.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import type { Stage } from "../kit/client/stage.ts";
import { toolGiving } from "../kit/client/tools.ts";

const TOOL = "assay_batch_tool";
const AFTER = "assay_batch_after";

const ping = (id: string) => ({ jsonrpc: "2.0", id, method: "ping" });
const note = (data: string) => ({
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", data },
});

/** Sends these arrays before the tool's result; another call follows, so that there is time for answers. */
function before(stage: Stage, arrays: readonly JsonValue[]): void {
  stage.tool({ ...toolGiving(TOOL, said("after arrays")), streams: true });
  stage.tool(toolGiving(AFTER, said("later")));
  stage.seams.message((message, { request, kind }) =>
    kind === "response" && request?.params.name === TOOL ? [...arrays, message] : [message],
  );
}

const answers = (record: ClientRecord, id: string) =>
  record.responses().filter(({ seen }) => seen.message.rawId === JSON.stringify(id));

export const suites = [
  clientSuite("batch", { revisions: ["2025-03-26"] }, (scenario) => {
    scenario(
      "arrays of requests and notifications are taken, and each request is answered once",
      ["batch.receive", "batch.response-per-request", "batch.notifications-only-silent"],
      {
        actions: [callTool(TOOL), callTool(AFTER)],
        alone: true,
        stage: (stage) =>
          before(stage, [
            [ping("batch-1"), note("between"), ping("batch-2")],
            [note("one"), note("two")],
          ]),
      },
      ({ judge, record, skip }) => {
        if (record.calls(TOOL).length === 0) skip("the client did not call the tool");
        const [one, two] = [answers(record, "batch-1"), answers(record, "batch-2")];
        const stray = record.responses().filter(({ request }) => request === undefined);
        const sent = "an array of two pings and a notification, then an array of two notifications";
        const events = record.responses().map(({ seen }) => seen.seq);
        judge("batch.receive")
          .timed()
          .sent(sent)
          .showing(...events)
          .that([one.length > 0, two.length > 0])
          .is(where("both pings answered", (seen: readonly boolean[]) => seen.every((answered) => answered)));
        if (one.length + two.length === 0) return;
        judge("batch.response-per-request")
          .timed()
          .sent(sent)
          .showing(...events)
          .that([one.length, two.length])
          .is(where("one answer to each ping", (counts: readonly number[]) => counts.every((count) => count === 1)));
        judge("batch.notifications-only-silent")
          .sent(sent)
          .showing(...events)
          .that(stray.map(({ seen }) => seen.message.text))
          .is(where("no response but those to the pings", (texts: readonly string[]) => texts.length === 0));
      },
    );
  }),
];
