import { said, structured } from "../../simulators/server/world/results.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { MODERN, since } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { type ClientScenarioTools, clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const VALIDATES_NOTHING = "the client does not hold structured content against the schema, so no dialect shows";

const refused = () => where("an error to the application", ({ ok }: { readonly ok?: boolean }) => ok === false);

/** The tuple of a string and a number, as each dialect spells it. */
const PAIR = [{ type: "string" }, { type: "number" }];
const pair = (tuple: JsonObject, dialect: JsonObject = {}): JsonObject => ({
  ...dialect,
  type: "object",
  properties: { pair: { type: "array", ...tuple } },
  required: ["pair"],
});
const RIGHT = structured({ pair: ["a", 1] });
const WRONG = structured({ pair: [1, "a"] });

function judgeRefusal(
  { judge, ended }: ClientScenarioTools,
  id: string,
  { right, wrong, told }: { readonly right: number; readonly wrong: number; readonly told: string },
): void {
  const [accepted, outcome] = [ended(right), ended(wrong)];
  judge(id)
    .sent(told)
    .given(accepted.ok === true, "the client could not use a tool whose structured content is right")
    .that(outcome as unknown as JsonObject)
    .is(refused());
}

export const suites = [
  clientSuite("json-schema", { revisions: since("2025-11-25") }, (scenario) => {
    scenario(
      "a schema without $schema is read as 2020-12, and one of draft-07 as that",
      ["json-schema.default-dialect", "json-schema.validate-per-dialect"],
      {
        actions: [
          LIST_TOOLS,
          callTool("assay_schema_2020_right"),
          callTool("assay_schema_2020_wrong"),
          callTool("assay_schema_07_right"),
          callTool("assay_schema_07_wrong"),
          callTool("assay_schema_plainly_wrong"),
        ],
        stage: (stage) => {
          const offer = (name: string, result: JsonObject, outputSchema: JsonObject) =>
            stage.tool(toolGiving(`assay_schema_${name}`, result, { outputSchema }));
          offer("2020_right", RIGHT, pair({ prefixItems: PAIR }));
          offer("2020_wrong", WRONG, pair({ prefixItems: PAIR }));
          offer("07_right", RIGHT, pair({ items: PAIR }, { $schema: DRAFT_07 }));
          offer("07_wrong", WRONG, pair({ items: PAIR }, { $schema: DRAFT_07 }));
          offer("plainly_wrong", structured({ pair: "none" }), pair({ prefixItems: PAIR }));
        },
      },
      ({ judge, ended }) => {
        const validates = ended(5).ok === false && ended(1).ok === true;
        judge("json-schema.default-dialect")
          .given(validates, VALIDATES_NOTHING)
          .sent('structuredContent {"pair":[1,"a"]} under prefixItems [string, number] in a schema without $schema')
          .that(ended(2) as unknown as JsonObject)
          .is(refused());
        // A client need not support draft-07; one that takes such a schema reads it as what it says it is.
        judge("json-schema.validate-per-dialect")
          .given(validates, VALIDATES_NOTHING)
          .sent('structuredContent {"pair":[1,"a"]} under items [string, number] in a schema of draft-07')
          .that(ended(4) as unknown as JsonObject)
          .is(refused());
      },
    );

    scenario(
      "a schema in a dialect that nobody knows is not taken without a word",
      ["json-schema.unsupported-dialect-error"],
      {
        actions: [LIST_TOOLS, callTool("assay_schema_known"), callTool("assay_schema_unknown")],
        stage: (stage) => {
          const schema = { type: "object", properties: { sum: { type: "number" } } };
          stage.tool(toolGiving("assay_schema_known", structured({ sum: 1 }), { outputSchema: schema }));
          stage.tool(
            toolGiving("assay_schema_unknown", structured({ sum: 1 }), {
              outputSchema: { $schema: "https://dialects.example/none", ...schema },
            }),
          );
        },
      },
      ({ judge, ended }) => {
        const [known, unknown] = [ended(1), ended(2)];
        judge("json-schema.unsupported-dialect-error")
          .sent('a result under an outputSchema with "$schema":"https://dialects.example/none"')
          .given(known.ok === true, "the client could not use a tool with an ordinary schema")
          .warningOnly("a client that validates nothing reads no dialect")
          .that(unknown as unknown as JsonObject)
          .is(refused());
      },
    );

    scenario(
      "a reference to the network is not followed, and what hangs on it is not taken for valid",
      ["json-schema.no-network-ref", "json-schema.ref-opt-in-default-off", "json-schema.unresolved-ref-rejected"],
      {
        revisions: MODERN,
        actions: [LIST_TOOLS, callTool("assay_schema_local"), callTool("assay_schema_network")],
        stage: (stage) => {
          stage.tool(
            toolGiving("assay_schema_local", structured({ sum: 1 }), {
              outputSchema: {
                type: "object",
                properties: { sum: { $ref: "#/$defs/sum" } },
                $defs: { sum: { type: "number" } },
              },
            }),
          );
          // Listed only: the server itself could not hold arguments against it.
          stage.tool(
            toolGiving("assay_schema_network_input", said("never called"), {
              inputSchema: { type: "object", properties: { any: { $ref: stage.trap("input.json") } } },
            }),
          );
          stage.tool(
            toolGiving("assay_schema_network", structured({ sum: "no number" }), {
              outputSchema: { type: "object", properties: { sum: { $ref: stage.trap("output.json") } } },
            }),
          );
        },
      },
      (tools) => {
        const { judge, record, ended } = tools;
        ended(0);
        if (record.calls("assay_schema_network").length === 0) ended(2);
        const visits = record.visited.filter((path) => path === "input.json" || path === "output.json");
        for (const id of ["json-schema.no-network-ref", "json-schema.ref-opt-in-default-off"])
          judge(id)
            .sent("inputSchema and outputSchema with a $ref to a URL on this machine")
            .that([...visits])
            .is(where("no request to that URL", (seen: readonly string[]) => seen.length === 0));
        judgeRefusal(tools, "json-schema.unresolved-ref-rejected", {
          right: 1,
          wrong: 2,
          told: "structuredContent under an outputSchema whose $ref cannot be resolved",
        });
      },
    );

    scenario(
      "a schema that multiplies at every level leaves the client responsive",
      ["json-schema.bounded-validation"],
      {
        revisions: MODERN,
        alone: true,
        actions: [LIST_TOOLS, callTool("assay_schema_explosive"), callTool("assay_schema_after")],
        stage: (stage) => {
          // Shared in memory, it would be written out in full on the wire: references keep it small.
          const levels = Array.from({ length: 22 }, (_, n) => [
            `level${n}`,
            { allOf: [{ $ref: `#/$defs/level${n + 1}` }, { $ref: `#/$defs/level${n + 1}` }] },
          ]);
          const $defs = { ...Object.fromEntries(levels), level22: { type: "object" } } as JsonObject;
          stage.tool(
            toolGiving("assay_schema_explosive", structured({ value: {} }), {
              outputSchema: { type: "object", properties: { value: { $ref: "#/$defs/level0" } }, $defs },
            }),
          );
          stage.tool(toolGiving("assay_schema_after", said("still here")));
        },
      },
      ({ judge, ended, record, skip }) => {
        ended(0);
        if (record.calls("assay_schema_explosive").length === 0) skip("the client did not call the tool");
        judge("json-schema.bounded-validation")
          .sent("an outputSchema of 22 levels, each twice the next")
          .timed()
          .that((record.outcome(2) ?? null) as unknown as JsonObject)
          .is(where("the next call ends", (outcome: { readonly ok?: boolean } | null) => outcome?.ok === true));
      },
    );
  }),
];
