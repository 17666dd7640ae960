import { said } from "../../simulators/server/world/results.ts";
import { isObject, type JsonValue } from "../../simulators/wire/json.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const REPORTED = "assay_progress_reported";
const STRAY = "assay_progress_stray";
const UNKNOWN = {
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: "assay-nobodys", progress: 1, total: 2 },
};

export const suites = [
  clientSuite("progress", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "two calls at a time ask for progress",
      [],
      {
        actions: [
          LIST_TOOLS,
          callTool(REPORTED, { progress: true, concurrent: true }),
          callTool(REPORTED, { progress: true, concurrent: true }),
        ],
        stage: ({ tool, clock }) =>
          tool({
            ...toolGiving(REPORTED, async (running) => {
              running.progress(1, { total: 2 });
              await new Promise<void>((resolve) => clock.after(400, resolve));
              return said("reported on");
            }),
            streams: true,
          }),
      },
      ({ ended }) => void ended(0),
    );

    scenario(
      "progress of nothing that is under way changes nothing",
      ["progress.track-tokens"],
      {
        alone: true,
        defect: "progress under a token that nobody gave",
        actions: [LIST_TOOLS, callTool(STRAY)],
        stage: ({ seams, tool }) => {
          tool({ ...toolGiving(STRAY, said("answered")), streams: true });
          seams.message((message, { request, kind }) =>
            kind === "response" && request?.params.name === STRAY ? [UNKNOWN, message] : [message],
          );
        },
      },
      ({ judge, record, ended, skip }) => {
        if (record.calls(STRAY).length === 0) skip("the client did not call the tool");
        judge("progress.track-tokens")
          .sent(JSON.stringify(UNKNOWN))
          .that(ended(1) as unknown as JsonValue)
          .is(where("the call ends well", (outcome: JsonValue) => isObject(outcome) && outcome.ok === true));
      },
    );
  }),
];
