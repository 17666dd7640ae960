import type { Action } from "../../simulators/client/app/orders.ts";
import { said } from "../../simulators/server/world/results.ts";
import { isObject } from "../../simulators/wire/json.ts";
import { MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { editResults } from "../kit/client/answers.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const RESERVED = "assay_meta_reserved";
const TRACED = "assay_meta_traced";
const call = (name: string): Action => ({ action: "callTool", name, arguments: {}, progress: true });
const succeeds = () => where("success for the application", (outcome: { ok?: boolean }) => outcome.ok === true);

export const suites = [
  clientSuite("meta", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a result whose _meta holds what nobody defined is a result like any other",
      ["meta.reserved-no-assumptions", "meta.member-reserved"],
      {
        actions: [call(RESERVED)],
        stage: (stage) => {
          stage.tool(toolGiving(RESERVED, said("with metadata")));
          const odd = { "io.modelcontextprotocol/assay-undefined": [1, { deep: false }], "com.example/note": 5 };
          editResults(
            stage,
            ({ params }) => params.name === RESERVED,
            (result) => ({ ...result, _meta: { ...(isObject(result._meta) ? result._meta : {}), ...odd } }),
          );
        },
      },
      ({ judge, ended }) => {
        for (const id of ["meta.reserved-no-assumptions", "meta.member-reserved"])
          judge(id)
            .sent('a result with _meta {"io.modelcontextprotocol/assay-undefined":[...],"com.example/note":5}')
            .that(ended(0) as never)
            .is(succeeds());
      },
    );

    scenario(
      "a result with a trace context is a result like any other",
      ["meta.trace-context-bare-keys"],
      {
        revisions: MODERN,
        actions: [call(TRACED)],
        stage: (stage) =>
          stage.tool(
            toolGiving(TRACED, {
              ...said("traced"),
              _meta: {
                traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
                tracestate: "vendor=1",
                baggage: "key=value",
              },
            }),
          ),
      },
      ({ judge, ended }) =>
        void judge("meta.trace-context-bare-keys")
          .sent("a result with traceparent, tracestate and baggage in _meta")
          .that(ended(0) as never)
          .is(succeeds()),
    );
  }),
];
