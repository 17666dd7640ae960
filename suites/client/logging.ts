import { said } from "../../simulators/server/world/results.ts";
import { isObject, type JsonValue } from "../../simulators/wire/json.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const ODD = "assay_logging_odd";
const message = (params: { readonly [name: string]: JsonValue }) => ({
  jsonrpc: "2.0",
  method: "notifications/message",
  params,
});
const MALFORMED = [message({ level: "loud", data: "text" }), message({ level: 3, logger: [] }), message({})];

export const suites = [
  clientSuite("logging", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a log level is asked for",
      [],
      { actions: [{ action: "setLogLevel", level: "warning" }, LIST_TOOLS, { action: "list", what: "prompts" }] },
      ({ ended }) => void ended(0),
    );

    scenario(
      "log messages that are not as they should be do no harm",
      ["logging.security-practice"],
      {
        alone: true,
        defect: "malformed log messages",
        actions: [{ action: "setLogLevel", level: "debug" }, LIST_TOOLS, callTool(ODD)],
        stage: ({ seams, tool }) => {
          tool({ ...toolGiving(ODD, said("answered")), streams: true });
          seams.message((own, { request, kind }) =>
            kind === "response" && request?.params.name === ODD ? [...MALFORMED, own] : [own],
          );
        },
      },
      ({ judge, record, ended, skip }) => {
        if (record.calls(ODD).length === 0) skip("the client did not call the tool");
        judge("logging.security-practice")
          .sent(MALFORMED.map((one) => JSON.stringify(one)).join("\n"))
          .that(ended(2) as unknown as JsonValue)
          .is(where("the call ends well", (outcome: JsonValue) => isObject(outcome) && outcome.ok === true));
      },
    );
  }),
];
