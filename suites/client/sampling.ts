import type { ClientAnswer } from "../../simulators/client/app/orders.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { LEGACY, MODERN, REVISIONS, since } from "../../simulators/wire/revisions.ts";
import { value, where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { askAnyway, asking, declaredBy, type Heard, heardBy, judgeDeclared } from "../kit/client/asks.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const METHOD = "sampling/createMessage";
const CAPABILITIES: JsonObject = { sampling: { tools: {} } };
/** A picture of one pixel, and a moment of silence. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const ANNOTATIONS: JsonObject = { audience: ["user"], priority: 0.5, lastModified: "2026-01-12T15:00:58Z" };
const WEATHER: JsonObject = {
  name: "weather",
  description: "Tells the weather of a city",
  inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

const text = (words: string): JsonObject => ({ type: "text", text: words });
const says = (name: string): JsonObject => ({ role: "user", content: text(`assay-sampling ${name}`) });
const asks = (name: string, more: JsonObject = {}) => ({
  method: METHOD,
  params: { messages: [says(name)], maxTokens: 100, ...more },
});
const given = (name: string, content: JsonValue, more: JsonObject = {}): ClientAnswer => ({
  kind: "sampling",
  match: `assay-sampling ${name}`,
  reply: { role: "assistant", content, model: "assay-model", stopReason: "endTurn", ...more },
});
const tool = (name: string) => `assay_sampling_${name}`;
const heard = (record: Parameters<typeof heardBy>[0], name: string): Heard =>
  heardBy(record, { tool: tool(name), method: METHOD, has: `assay-sampling ${name}` });

const blocksOf = ({ content }: JsonObject): readonly JsonObject[] =>
  (Array.isArray(content) ? (content as readonly JsonValue[]) : [content]).filter((block) => isObject(block));

const MISSING: JsonObject = {
  messages: [
    says("missing"),
    { role: "assistant", content: [{ type: "tool_use", id: "use-1", name: "weather", input: { city: "Bern" } }] },
    { role: "user", content: text("and so on") },
  ],
  tools: [WEATHER],
};
const MIXED: JsonObject = {
  messages: [
    says("mixed"),
    { role: "assistant", content: [{ type: "tool_use", id: "use-1", name: "weather", input: { city: "Bern" } }] },
    {
      role: "user",
      content: [{ type: "tool_result", toolUseId: "use-1", content: [text("rain")] }, text("and a word beside it")],
    },
  ],
  tools: [WEATHER],
};
const ODD: JsonObject = { messages: [says("odd"), { role: "user", content: { type: "assay-smell", smell: "roses" } }] };

export const suites = [
  clientSuite("sampling", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a client asked for samples gives text and a picture",
      [],
      {
        actions: [LIST_TOOLS, callTool(tool("text")), callTool(tool("image"))],
        capabilities: CAPABILITIES,
        answers: [
          given("text", { ...text("a sample"), annotations: ANNOTATIONS }),
          given("image", { type: "image", data: PIXEL, mimeType: "image/png", annotations: ANNOTATIONS }),
        ],
        stage: (stage) => {
          for (const name of ["text", "image"]) stage.tool(asking(tool(name), asks(name)));
        },
      },
      () => {},
    );

    scenario(
      "a client asked for a sample gives a sound",
      [],
      {
        revisions: since("2025-03-26"),
        actions: [LIST_TOOLS, callTool(tool("audio"))],
        capabilities: CAPABILITIES,
        answers: [given("audio", { type: "audio", data: SILENCE, mimeType: "audio/wav" })],
        stage: (stage) => stage.tool(asking(tool("audio"), asks("audio"))),
      },
      () => {},
    );

    scenario(
      "a client asked for a sample with tools has its model use one",
      ["sampling.stop-reason-tool-use", "sampling.tool-use-input", "sampling.result-assistant-role"],
      {
        revisions: since("2025-11-25"),
        actions: [LIST_TOOLS, callTool(tool("uses"))],
        capabilities: CAPABILITIES,
        answers: [
          given(
            "uses",
            [text("Let me see"), { type: "tool_use", id: "use-7", name: "weather", input: { city: "Bern" } }],
            {
              stopReason: "toolUse",
            },
          ),
        ],
        stage: (stage) => stage.tool(asking(tool("uses"), asks("uses", { tools: [WEATHER] }))),
      },
      ({ judge, record, skip }) => {
        const { answer, sent, events } = heard(record, "uses");
        if (answer === undefined) return skip("the client gave no sample");
        judge("sampling.result-assistant-role")
          .sent(sent)
          .showing(...events)
          .that(answer.role)
          .is(value("assistant"));
        const [use] = blocksOf(answer).filter(({ type }) => type === "tool_use");
        if (use === undefined) return skip("the client's model used no tool");
        judge("sampling.stop-reason-tool-use")
          .sent(sent)
          .showing(...events)
          .that(answer.stopReason)
          .is(value("toolUse"));
        judge("sampling.tool-use-input")
          .sent(sent)
          .showing(...events)
          .that(use.input)
          .is(
            where(
              "an object whose city is a string, as the tool's inputSchema wants it",
              (input: JsonValue | undefined) => isObject(input) && typeof input.city === "string",
            ),
          );
      },
    );

    scenario(
      "a sample that the user refuses is refused with an error",
      ["sampling.rejection-code-minus-1", "sampling.rejection-error"],
      {
        revisions: LEGACY,
        actions: [LIST_TOOLS, callTool(tool("refused"))],
        capabilities: CAPABILITIES,
        answers: [
          {
            kind: "sampling",
            match: "assay-sampling refused",
            error: { code: -1, message: "User rejected sampling request" },
          },
        ],
        stage: (stage) => stage.tool(asking(tool("refused"), asks("refused"))),
      },
      ({ judge, record, skip, revision }) => {
        const { asked, answer, error, sent, events, told } = heard(record, "refused");
        if (!asked || (answer === undefined && error === undefined))
          return skip("the client did not answer the request for a sample");
        const exact = revision === "2025-11-25";
        judge(exact ? "sampling.rejection-code-minus-1" : "sampling.rejection-error")
          .sent(`${sent}, which the user was to refuse`)
          .showing(...events)
          .that(told)
          .is(where(exact ? "error -1" : "an error", () => (exact ? error?.code === -1 : error !== undefined)));
      },
    );

    scenario(
      "a client without sampling.tools gives samples, and none that need tools",
      ["sampling.capability-declared", "sampling.tools-capability", "sampling.undeclared-tools-error"],
      {
        actions: [LIST_TOOLS, callTool(tool("plain")), callTool(tool("tools"))],
        alone: true,
        capabilities: { sampling: {} },
        answers: [given("plain", text("a sample")), given("tools", text("a sample without a tool"))],
        stage: (stage) => {
          askAnyway(stage, tool("plain"), asks("plain"));
          if (since("2025-11-25").includes(stage.revision))
            askAnyway(stage, tool("tools"), asks("tools", { tools: [WEATHER] }));
        },
      },
      (tools) => {
        const { judge, record, revision } = tools;
        const { asked, answer, sent, events, told } = heard(record, "tools");
        const declared = declaredBy(record).sampling;
        if (asked && !(isObject(declared) && "tools" in declared)) {
          const used = answer !== undefined && blocksOf(answer).some(({ type }) => type === "tool_use");
          const show = (id: string) =>
            judge(id)
              .sent(sent)
              .showing(...events);
          show("sampling.tools-capability")
            .given(answer === undefined || used, "the client gave a sample, and left the tools alone")
            .that(told)
            .is(where("no use of a tool, as sampling.tools is not declared", () => !used));
          show("sampling.undeclared-tools-error")
            .that(told)
            .is(
              where(
                MODERN.includes(revision)
                  ? "no sample for a request with tools, as sampling.tools is not declared"
                  : "an error, as sampling.tools is not declared",
                () => answer === undefined,
              ),
            );
        }
        judgeDeclared(tools, "sampling.capability-declared", {
          tool: tool("plain"),
          method: METHOD,
          capability: "sampling",
        });
      },
    );

    scenario(
      "requests for samples that cannot be right are refused",
      [
        "sampling.missing-tool-result-32602",
        "sampling.mixed-tool-result-32602",
        "sampling.client-rejects-unbalanced",
        "sampling.validate-content",
      ],
      {
        actions: [LIST_TOOLS, callTool(tool("odd")), callTool(tool("missing")), callTool(tool("mixed"))],
        capabilities: CAPABILITIES,
        defect: "requests for samples with tool results that are missing or mixed, and with content of no known type",
        answers: [given("odd", text("roses")), given("missing", text("rain")), given("mixed", text("rain"))],
        stage: (stage) => {
          stage.tool(asking(tool("odd"), asks("odd", ODD)));
          stage.tool(asking(tool("missing"), asks("missing", MISSING)));
          stage.tool(asking(tool("mixed"), asks("mixed", MIXED)));
        },
      },
      ({ judge, record, revision }) => {
        const refused = (id: string, name: string, code?: number) => {
          const { asked, answer, error, sent, events, told } = heard(record, name);
          const silent = answer === undefined && error === undefined;
          if (!asked || (silent && LEGACY.includes(revision)))
            return judge(id).inconclusive("the client did not answer");
          judge(id)
            .sent(sent)
            .showing(...events)
            .that(told)
            .is(
              where(
                code === undefined ? "no sample" : `error ${code}`,
                () => answer === undefined && (code === undefined || error?.code === code),
              ),
            );
        };
        refused("sampling.validate-content", "odd");
        if (!since("2025-11-25").includes(revision)) return;
        if (MODERN.includes(revision)) {
          refused("sampling.client-rejects-unbalanced", "missing");
          refused("sampling.client-rejects-unbalanced", "mixed");
          return;
        }
        refused("sampling.missing-tool-result-32602", "missing", -32602);
        refused("sampling.mixed-tool-result-32602", "mixed", -32602);
      },
    );
  }),
];
