import { isDeepStrictEqual } from "node:util";
import type { Action, ClientAnswer } from "../../simulators/client/app/orders.ts";
import { said } from "../../simulators/server/world/results.ts";
import type { Asked } from "../../simulators/server/world/world.ts";
import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import { LEGACY, since } from "../../simulators/wire/revisions.ts";
import { value, where } from "../kit/accept.ts";
import { LIST_TOOLS } from "../kit/client/actions.ts";
import { askAnyway, asking, declaredBy, type Heard, heardBy, judgeDeclared } from "../kit/client/asks.ts";
import type { ClientRecord } from "../kit/client/record.ts";
import { type ClientScenarioTools, clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const METHOD = "elicitation/create";
const FORM: JsonObject = { elicitation: { form: {} } };
const BOTH: JsonObject = { elicitation: { form: {}, url: {} } };
const COMPLETE = "notifications/elicitation/complete";

const tool = (name: string) => `assay_elicitation_${name}`;
const call = (name: string): Action => ({ action: "callTool", name: tool(name), arguments: {} });
const marker = (name: string) => `assay-elicitation ${name}.`;
const given = (name: string, reply: JsonObject): ClientAnswer => ({ kind: "elicitation", match: marker(name), reply });
const heard = (record: ClientRecord, name: string): Heard =>
  heardBy(record, { tool: tool(name), method: METHOD, has: marker(name) });

const WORD: JsonObject = { answer: { type: "string" } };
const form = (name: string, properties: JsonObject, more: JsonObject = {}): Asked => ({
  method: METHOD,
  params: {
    message: `${marker(name)} Please fill this in`,
    requestedSchema: { type: "object", properties, required: Object.keys(properties) },
    ...more,
  },
});
const link = (name: string, url: string, more: JsonObject): Asked => ({
  method: METHOD,
  params: { mode: "url", message: `${marker(name)} Please go there`, url, ...more },
});

const PLAIN: JsonObject = {
  name: { type: "string", title: "Name", minLength: 1 },
  age: { type: "integer", minimum: 0, maximum: 150 },
  share: { type: "number" },
  agrees: { type: "boolean" },
  colour: { type: "string", enum: ["red", "green"] },
};
const FILLED: JsonObject = { name: "Zoë", age: 42, share: 0.5, agrees: false, colour: "green" };
const EVERY: JsonObject = {
  ...PLAIN,
  mail: { type: "string", format: "email" },
  titled: {
    type: "string",
    oneOf: [
      { const: "a", title: "First" },
      { const: "b", title: "Second" },
    ],
  },
  several: { type: "array", items: { type: "string", enum: ["x", "y", "z"] } },
  titledSeveral: {
    type: "array",
    items: {
      anyOf: [
        { const: "p", title: "One" },
        { const: "q", title: "Two" },
      ],
    },
  },
};
const EVERY_FILLED: JsonObject = {
  ...FILLED,
  mail: "zoe@example.com",
  titled: "b",
  several: ["x", "z"],
  titledSeveral: ["q"],
};
const DEFAULTS: JsonObject = { city: "Bern", floor: 3, lift: true };

/** Judges what a client answered to a form, or skips where it answered nothing. */
function judgeContent(
  { judge, record }: ClientScenarioTools,
  id: string,
  { name, filled }: { readonly name: string; readonly filled: JsonObject },
): void {
  const { asked, answer, error, sent, events, told } = heard(record, name);
  const about = judge(id)
    .sent(sent)
    .showing(...events);
  if (!asked) about.inconclusive("the client did not call the tool that asks");
  else if (answer === undefined && error === undefined) about.inconclusive("the client did not answer the form");
  else
    about
      .that(told)
      .is(
        where(
          `action accept with content ${JSON.stringify(filled)}, as the user gave it`,
          () => answer?.action === "accept" && isDeepStrictEqual(answer.content, filled),
        ),
      );
}

export const suites = [
  clientSuite("elicitation", { revisions: since("2025-06-18") }, (scenario) => {
    scenario(
      "a form is filled in, declined and cancelled",
      ["elicitation.accept-content"],
      {
        actions: [LIST_TOOLS, call("plain"), call("declined"), call("cancelled")],
        capabilities: FORM,
        answers: [
          given("plain", { action: "accept", content: FILLED }),
          given("declined", { action: "decline" }),
          given("cancelled", { action: "cancel" }),
        ],
        stage: (stage) => {
          stage.tool(asking(tool("plain"), form("plain", PLAIN)));
          for (const name of ["declined", "cancelled"]) stage.tool(asking(tool(name), form(name, WORD)));
        },
      },
      (tools) => judgeContent(tools, "elicitation.accept-content", { name: "plain", filled: FILLED }),
    );

    scenario(
      "who declines or cancels is taken at their word",
      ["elicitation.client-decline-cancel", "elicitation.decline-cancel-no-content"],
      {
        actions: [LIST_TOOLS, call("no"), call("never")],
        capabilities: FORM,
        answers: [given("no", { action: "decline" }), given("never", { action: "cancel" })],
        stage: (stage) => {
          for (const name of ["no", "never"]) stage.tool(asking(tool(name), form(name, WORD)));
        },
      },
      ({ judge, record }) => {
        for (const [name, action] of [
          ["no", "decline"],
          ["never", "cancel"],
        ] as const) {
          const { answer, sent, events, told } = heard(record, name);
          if (answer === undefined) {
            judge("elicitation.client-decline-cancel").inconclusive("the client did not answer the form");
            continue;
          }
          judge("elicitation.client-decline-cancel")
            .sent(`${sent}, which the user is to ${action}`)
            .showing(...events)
            .that(answer.action)
            .is(value(action));
          judge("elicitation.decline-cancel-no-content")
            .given(answer.action === action, "the client's answer is another one")
            .sent(`${sent}, which the user is to ${action}`)
            .showing(...events)
            .warningOnly("the text says that content is typically left out")
            .that(told)
            .is(where(`action ${action} without content`, () => answer.content === undefined));
        }
      },
    );

    scenario(
      "a form without mode is a form",
      ["elicitation.missing-mode-is-form"],
      {
        revisions: since("2025-11-25"),
        actions: [LIST_TOOLS, call("modeless")],
        capabilities: FORM,
        answers: [given("modeless", { action: "accept", content: { answer: "yes" } })],
        stage: (stage) => stage.tool(asking(tool("modeless"), form("modeless", WORD))),
      },
      (tools) =>
        judgeContent(tools, "elicitation.missing-mode-is-form", { name: "modeless", filled: { answer: "yes" } }),
    );

    scenario(
      "a form with a field of every kind is filled in",
      ["elicitation.client-all-field-types"],
      {
        revisions: since("2025-11-25"),
        actions: [LIST_TOOLS, call("every")],
        capabilities: FORM,
        answers: [given("every", { action: "accept", content: EVERY_FILLED })],
        stage: (stage) => stage.tool(asking(tool("every"), form("every", EVERY, { mode: "form" }))),
      },
      (tools) => judgeContent(tools, "elicitation.client-all-field-types", { name: "every", filled: EVERY_FILLED }),
    );

    scenario(
      "fields left alone come back with their defaults",
      ["elicitation.client-defaults"],
      {
        revisions: since("2025-11-25"),
        actions: [LIST_TOOLS, call("defaults")],
        capabilities: FORM,
        answers: [given("defaults", { action: "accept", content: {} })],
        stage: (stage) =>
          stage.tool(
            asking(
              tool("defaults"),
              form("defaults", {
                city: { type: "string", default: DEFAULTS.city! },
                floor: { type: "integer", default: DEFAULTS.floor! },
                lift: { type: "boolean", default: DEFAULTS.lift! },
              }),
            ),
          ),
      },
      ({ judge, record, skip }) => {
        const { answer, sent, events } = heard(record, "defaults");
        const content = answer?.content;
        if (!isObject(content) || Object.keys(content).length === 0)
          return skip("the client fills no defaults in, which it need not support");
        judge("elicitation.client-defaults")
          .sent(`${sent}, which the user leaves as it is`)
          .showing(...events)
          .that(content)
          .is(value(DEFAULTS));
      },
    );

    scenario(
      "an address is not visited before the user agrees",
      [
        "elicitation.url-no-open-without-consent",
        "elicitation.url-no-prefetch",
        "elicitation.url-accept-no-content",
        "elicitation.id-opaque",
      ],
      {
        revisions: since("2025-11-25"),
        actions: [LIST_TOOLS, call("visit"), call("agreed")],
        capabilities: BOTH,
        answers: [given("visit", { action: "decline" }), given("agreed", { action: "accept" })],
        stage: (stage) => {
          const id = (elicitationId: string): JsonObject => (LEGACY.includes(stage.revision) ? { elicitationId } : {});
          stage.tool(asking(tool("visit"), link("visit", stage.trap("/not-agreed"), id("assay-visit"))));
          stage.tool(asking(tool("agreed"), link("agreed", stage.trap("/agreed"), id(' {"not":"an id"} é/../ '))));
        },
      },
      ({ judge, record, revision }) => {
        const declined = heard(record, "visit");
        const agreed = heard(record, "agreed");
        for (const id of ["elicitation.url-no-open-without-consent", "elicitation.url-no-prefetch"])
          judge(id)
            .given(declined.answer?.action === "decline", "the client did not decline, as its user would have")
            .sent(`${declined.sent}, which the user declines`)
            .showing(...declined.events)
            .that(record.visited.filter((path) => path.startsWith("/not-agreed")))
            .is(where("no visit to the address", (paths: readonly string[]) => paths.length === 0, { silent: true }));
        judge("elicitation.url-accept-no-content")
          .given(agreed.answer?.action === "accept", "the client did not accept, as its user would have")
          .sent(agreed.sent)
          .showing(...agreed.events)
          .that(agreed.told)
          .is(where("action accept without content", () => agreed.answer?.content === undefined));
        if (revision === "2025-11-25")
          judge("elicitation.id-opaque")
            .given(
              agreed.asked && declined.answer !== undefined && (agreed.answer ?? agreed.error) !== undefined,
              "the client does not answer elicitations by URL",
            )
            .sent(agreed.sent)
            .showing(...agreed.events)
            .that(agreed.told)
            .is(where("the user's answer, whatever the elicitationId", () => agreed.answer !== undefined));
      },
    );

    scenario(
      "word of an elicitation that nobody knows is ignored",
      ["elicitation.complete-unknown-ignored"],
      {
        revisions: ["2025-11-25"],
        actions: [LIST_TOOLS, call("completes"), call("after")],
        capabilities: BOTH,
        stage: (stage) => {
          stage.tool(toolGiving(tool("completes"), said("told")));
          stage.tool(toolGiving(tool("after"), said("still here")));
          stage.seams.message((message, { kind, request }) => {
            const fits = kind === "response" && request?.params.name === tool("completes");
            const word = { jsonrpc: "2.0", method: COMPLETE, params: { elicitationId: "assay-nobody-knows" } };
            return fits ? [word, message] : [message];
          });
        },
      },
      ({ judge, record, skip }) => {
        if (record.calls(tool("completes")).length === 0) return skip("the client did not call the tool");
        const outcome = record.outcome(2);
        if (!record.spoke || outcome?.unsupported) return skip("the client tells nothing of its calls");
        judge("elicitation.complete-unknown-ignored")
          .sent(`${COMPLETE} with an elicitationId that was never given out, then an ordinary call`)
          .that(outcome?.ok === true ? "the call ended well" : "the call did not end well")
          .is(value("the call ended well"));
      },
    );

    scenario(
      "a client with forms alone fills them in and refuses addresses",
      ["elicitation.capability-declared", "elicitation.at-least-one-mode", "elicitation.undeclared-mode-32602"],
      {
        actions: [LIST_TOOLS, call("declared"), call("undeclared")],
        alone: true,
        capabilities: FORM,
        answers: [
          given("declared", { action: "accept", content: { answer: "yes" } }),
          given("undeclared", { action: "accept" }),
        ],
        stage: (stage) => {
          askAnyway(stage, tool("declared"), form("declared", WORD));
          if (stage.revision === "2025-11-25")
            askAnyway(
              stage,
              tool("undeclared"),
              link("undeclared", "https://assay.example/undeclared", { elicitationId: "assay-undeclared" }),
            );
        },
      },
      (tools) => {
        const { judge, record, revision } = tools;
        const declared = declaredBy(record).elicitation;
        const modes = isObject(declared) ? Object.keys(declared) : [];
        if (isObject(declared) && revision !== "2025-06-18")
          judge("elicitation.at-least-one-mode")
            .that(declared)
            .is(
              where(
                "elicitation: {}, or with form or url or both",
                () => modes.length === 0 || modes.includes("form") || modes.includes("url"),
              ),
            );
        const url = heard(record, "undeclared");
        if (revision === "2025-11-25")
          judge("elicitation.undeclared-mode-32602")
            .given(isObject(declared), "the client does not declare elicitation")
            .given(!modes.includes("url"), "the client declares url mode though it was not told to")
            .given((url.answer ?? url.error) !== undefined, "the client did not answer")
            .sent(url.sent)
            .showing(...url.events)
            .that(url.told)
            .is(where("error -32602, as url mode is not declared", () => url.error?.code === -32602));
        judgeDeclared(tools, "elicitation.capability-declared", {
          tool: tool("declared"),
          method: METHOD,
          capability: "elicitation",
        });
      },
    );
  }),
];
